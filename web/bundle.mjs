// What all builds of the page share: the options of the bundler, and the licences of what is bundled.
import { build } from "esbuild";
import { readFileSync, readdirSync } from "node:fs";

/// Bundles entry points. Two builds are the same to the byte.
export const bundle = (options) =>
  build({
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
    logLevel: "warning",
    metafile: true,
    ...options,
  });

/// The licence of a package in a folder, with a name. Of several that one may choose among, it is MIT's.
export function licence(name, folder) {
  const all = readdirSync(folder).filter((it) => /^licen[cs]e/i.test(it)).sort();
  const file = all.find((it) => /mit/i.test(it)) ?? all[0];
  return `${name}\n\n${file ? readFileSync(`${folder}/${file}`, "utf8").trim() : ""}\n`;
}

/// The licences of the packages in a bundle, in the order of their names.
export function licences({ metafile }) {
  const packages = new Set(Object.keys(metafile.inputs).flatMap((path) => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []));
  const all = [...packages].sort().map((name) => {
    const folder = `node_modules/${name}`;
    const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    return licence(`${name} ${version} (${license})`, folder);
  });
  return `The page holds these packages.\n\n${all.join("\n\n")}`;
}
