// Questions to `cg serve` without a browser, and modules of the page on their own.
//
// CG names the command to test.

import { spawn } from "node:child_process";
import { build } from "esbuild";

const CG = process.env.CG ?? "../target/debug/cg";

/// A session of a server that ends with the test.
export async function session(t) {
  const child = spawn(CG, ["serve", "--no-open", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGINT"));
  const link = await new Promise((done) => child.stdout.once("data", (data) => done(new URL(JSON.parse(data).link))));
  const headers = { authorization: `Bearer ${link.hash.split("=")[1]}`, "content-type": "application/json" };
  const post = (path, body) => fetch(`${link.origin}/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const { session, rulesets } = await (await post("session")).json();
  // A session that nobody holds ends after a minute.
  const held = setInterval(() => void post(`session/${session}/here`, { page: "1" }).then((it) => it.text(), () => undefined), 5000);
  t.after(() => clearInterval(held));
  const explore = async (text, budget) => {
    const answer = await (await post(`session/${session}/ask`, { ask: "explore", text, goal: "decided", budget })).text();
    const line = answer.split("\n").findLast((line) => line.includes('"line":"explored"'));
    return line && JSON.parse(line).explored;
  };
  return { rulesets, explore };
}

/// A module of the page.
export async function part(name) {
  const { outputFiles } = await build({ entryPoints: [`src/${name}`], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
