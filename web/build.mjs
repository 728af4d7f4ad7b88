// Builds the page into the crate that embeds it, and the widget of notebooks into the package for Python. Two builds
// are the same to the byte.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { bundle, licences } from "./bundle.mjs";

const out = process.argv[2] ?? "../cg-serve/page";
const widget = process.argv[3] ?? "../cg-py/python/cg_calculator";

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const built = await bundle({ entryPoints: { app: "src/served.ts" }, outdir: out });
await bundle({ entryPoints: { explore: "src/widget.ts" }, outdir: widget });
copyFileSync("src/index.html", `${out}/index.html`);
writeFileSync(`${out}/LICENCES.txt`, licences(built));
