// The page as one file, which holds its calculator.

import { open } from "./app";
import { LocalServer } from "./local";

const held = (id: string) => document.getElementById(id)!.textContent!;
const worker = URL.createObjectURL(new Blob([held("worker")], { type: "text/javascript" }));
const server = new LocalServer({
  packed: () => fetch(`data:application/octet-stream;base64,${held("packed")}`),
  worker: () => new Worker(worker),
});
open(server, new URLSearchParams(location.hash.slice(1)));
