// Builds the page into the crate that embeds it, and the widget of notebooks into the package for Python. Two builds
// are the same to the byte.
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";

const out = process.argv[2] ?? "../cg-serve/page";
const widget = process.argv[3] ?? "../cg-py/python/cg_calculator";

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const built = await build({
  entryPoints: { app: "src/app.tsx" },
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  // Of KaTeX's fonts the form that every browser reads is enough.
  loader: { ".g": "text", ".woff2": "file", ".woff": "empty", ".ttf": "empty" },
  assetNames: "fonts/[name]",
  legalComments: "none",
  outdir: out,
  logLevel: "warning",
  metafile: true,
});
await build({
  entryPoints: { explore: "src/widget.ts" },
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  outdir: widget,
  logLevel: "warning",
});
copyFileSync("src/index.html", `${out}/index.html`);

// The licences of what is in the bundle, in the order of the names.
const packages = new Set(
  Object.keys(built.metafile.inputs).flatMap((path) => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []),
);
const licences = [...packages].sort().map((name) => {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((it) => /^licen[cs]e/i.test(it));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(`${folder}/${file}`, "utf8").trim() : ""}\n`;
});
writeFileSync(`${out}/LICENCES.txt`, `The page holds these packages.\n\n${licences.join("\n\n")}`);
