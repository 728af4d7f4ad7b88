// Starts the language server, `cg lsp`, and lets it answer for all programs of G.

import { type ExtensionContext, window, workspace } from "vscode";
import { LanguageClient, type ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

async function start() {
  const command = workspace.getConfiguration("cg").get<string>("path", "cg");
  const server: ServerOptions = { command, args: ["lsp"] };
  client = new LanguageClient("cg", "G (combinatorial games)", server, { documentSelector: [{ language: "g" }] });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    void window.showErrorMessage(`The calculator cannot be started as "${command} lsp": ${String(error)}. Set "cg.path" to where cg is.`);
  }
}

async function stop() {
  await client?.stop();
  client = undefined;
}

export async function activate(context: ExtensionContext) {
  context.subscriptions.push(
    workspace.onDidChangeConfiguration(async (change) => {
      if (!change.affectsConfiguration("cg.path")) return;
      await stop();
      await start();
    }),
  );
  await start();
}

export const deactivate = stop;
