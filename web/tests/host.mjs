// A host for the page without a server. CG_STATIC names the folder that `scripts/static` made.

import { createServer } from "node:http";
import { readFileSync } from "node:fs";

export const STATIC = process.env.CG_STATIC;

const KINDS = { html: "text/html", js: "text/javascript", css: "text/css", woff2: "font/woff2" };

/// Serves the files of a folder below an address, as any host does: it sets no header but the type.
export async function host(prefix = "/", folder = STATIC) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    const name = path.startsWith(prefix) ? path.slice(prefix.length) || "index.html" : "";
    try {
      const data = readFileSync(`${folder}/${name}`);
      response.writeHead(200, { "content-type": KINDS[name.split(".").at(-1)] ?? "application/octet-stream" }).end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { link: `http://127.0.0.1:${server.address().port}${prefix}`, close };
}
