// Builds the page that needs no server, from the module of `cg-wasm`: `node static.mjs MODULE FOLDER [PUBLIC]`. The
// folder gets the files for a host, and `cg.html`, which is all of it as one file. PUBLIC is the address that shared
// links begin with; without it they begin with the address at which the page stands.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle, licence, licences } from "./bundle.mjs";

const [module, out, address = ""] = process.argv.slice(2);

const before = existsSync(out) ? readdirSync(out) : [];
if (before.length && !before.includes("cg.packed")) {
  console.error(`${out} holds other files, which would be removed: name a new folder, or one that was made so before`);
  process.exit(1);
}
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const write = (name, data) => writeFileSync(`${out}/${name}`, data);

const built = await bundle({ entryPoints: { app: "src/static.ts" }, outdir: out });
await bundle({ entryPoints: { worker: "src/worker.ts", board: "src/element.ts" }, outdir: out, format: "iife" });
const packed = gzipSync(readFileSync(module), { level: 9 });
write("cg.packed", packed);
write("LICENCES.txt", `${licences(built)}\n\nThe calculator holds these packages, and the standard library of Rust (MIT OR Apache-2.0).\n\n${crates().join("\n\n")}`);
for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(`../${name}`, `${out}/${name}`);

/// The page, with what stands in its head and in its body.
function page(head, body = "") {
  const named = address && `<meta name="cg-public" content="${address.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">\n`;
  const served = readFileSync("src/index.html", "utf8");
  return served.replace(/<link rel="stylesheet".*\n<script.*\n/, () => named + head).replace("; all of it comes from this server", "").replace("</body>", () => `${body}</body>`);
}
const links = '<link rel="stylesheet" href="app.css">\n<link rel="preload" href="cg.packed" as="fetch" crossorigin>\n<script type="module" src="app.js"></script>\n';
write("index.html", page(links));
write("example.html", readFileSync("src/example.html"));

// One file: texts stand in elements, so no sign of them may end these.
const single = await bundle({ entryPoints: { app: "src/single.ts" }, outdir: out, write: false, loader: { ".g": "text", ".woff2": "dataurl", ".woff": "empty", ".ttf": "empty" } });
const text = (ending) => single.outputFiles.find((it) => it.path.endsWith(ending)).text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const held = (id, type, text) => `<script id="${id}" type="${type}">${text}</script>\n`;
const worker = readFileSync(`${out}/worker.js`, "utf8");
write("cg.html", page(`<style>${text(".css")}</style>\n`, held("packed", "text/plain", packed.toString("base64")) + held("worker", "text/plain", worker) + `<script type="module">${text(".js")}</script>\n`));

// What is kept for later, with a sum that changes when it does.
const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((it) => it.isFile()).map((it) => `${it.parentPath}/${it.name}`.slice(out.length + 1)).sort();
const sum = createHash("sha256");
for (const name of files) sum.update(name).update(readFileSync(`${out}/${name}`));
const kept = ["./", ...files.filter((it) => !it.endsWith(".html"))];
await bundle({ entryPoints: { offline: "src/offline.ts" }, outdir: out, define: { FILES: JSON.stringify(kept), SUM: JSON.stringify(sum.digest("hex").slice(0, 16)) } });

for (const name of ["cg.packed", "app.js", "cg.html"]) console.log(name, readFileSync(`${out}/${name}`).length);

/// The licences of the crates that the module is made of, but for those of this project.
function crates() {
  const cargo = (...asked) => execFileSync("cargo", [...asked, "--locked", "--manifest-path", "../Cargo.toml"], { maxBuffer: 2 ** 28, encoding: "utf8" });
  const tree = cargo("tree", "-p", "cg-wasm", "--target", "wasm32-unknown-unknown", "-e", "normal,no-proc-macro", "--prefix", "none", "-f", "{p}");
  const held = new Set(tree.split("\n").map((line) => line.match(/^(\S+) v(\S+)/)?.slice(1).join(" ")));
  const { packages } = JSON.parse(cargo("metadata", "--format-version", "1", "--filter-platform", "wasm32-unknown-unknown"));
  const foreign = packages.filter((it) => it.source && held.has(`${it.name} ${it.version}`));
  return foreign.map((it) => licence(`${it.name} ${it.version} (${it.license})`, dirname(it.manifest_path))).sort();
}
