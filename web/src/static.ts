// The page without a server, and a board of it that stands alone.

import { open } from "./app";
import { LocalServer } from "./local";
import { openBoard } from "./lone";

const fragment = new URLSearchParams(location.hash.slice(1));
const parts = { packed: () => fetch("cg.packed"), worker: () => new Worker("worker.js") };
if (fragment.has("ruleset")) {
  openBoard(new LocalServer(parts, true), fragment);
} else {
  const server = new LocalServer(parts);
  open(server, fragment);
  // Nothing else is loaded before the first answer can come. Where the browser allows no service worker, the page needs
  // its host.
  server.listen(() => server.status === "ready" && void navigator.serviceWorker?.register("offline.js").catch(() => undefined));
}
