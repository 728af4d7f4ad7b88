// Builds the extension into `out/`, one file with the client of the protocol in it.
import { build } from "esbuild";

await build({
  entryPoints: ["src/extension.ts"],
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  outfile: process.argv[2] ?? "out/extension.js",
  logLevel: "warning",
});
