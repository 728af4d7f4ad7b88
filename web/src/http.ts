// The connection to `cg serve`: the token, the session, questions and their answers.

import { Failed, type Line, type Question, Server, type Status, type Welcome } from "./server";

const LOST = "The server does not answer: start `cg serve` again and open its new link. Your worksheet is kept in this browser.";

/// The welcome of a new session.
type Opened = Welcome & { session: string; public_page: string | null };

export class HttpServer extends Server {
  protected readonly lost = LOST;
  private session = sessionStorage.getItem("cg.session") ?? "";
  private token = sessionStorage.getItem("cg.token") ?? "";
  private decided: () => void = () => undefined;
  /// The next session may take the place of the one that has been idle longest.
  private takes = false;
  /// Done when it is known whether there is a session.
  private readonly known = new Promise<void>((done) => (this.decided = done));
  private readonly page = String(crypto.getRandomValues(new Uint32Array(2)));

  /// With the token of a link, or with its key, which is exchanged for the token once.
  constructor(token: string | null, private key: string | null) {
    super();
    window.addEventListener("pagehide", () => {
      // Sent though the page is gone: what it asked is not computed to the end.
      const headers = { authorization: `Bearer ${this.token}`, "content-type": "application/json" };
      const body = JSON.stringify({ page: this.page });
      if (this.session) void fetch(`/api/session/${this.session}/leave`, { method: "POST", headers, body, keepalive: true });
    });
    if (token) {
      this.token = token;
      sessionStorage.setItem("cg.token", token);
    }
  }

  protected override set(status: Status, message = "") {
    this.decided();
    super.set(status, message);
  }

  private post(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    return fetch(`/api/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  }

  async start() {
    if (!this.token && !this.key) {
      this.set("no-token", "This page needs the link that `cg serve` prints: it holds a token.");
      return;
    }
    for (;;) {
      try {
        if (!(await this.enter()) || !(await this.stay())) return;
      } catch {
        this.set("lost", LOST);
      }
      await new Promise((done) => setTimeout(done, 1500));
    }
  }

  /// Exchanges the key for the token. False when nobody is let in.
  private async enter(): Promise<boolean> {
    if (!this.key) return true;
    const entered = await this.post("enter", { key: this.key });
    this.key = null;
    if (!entered.ok) {
      this.set("no-token", ((await entered.json()) as { message: string }).message);
      return false;
    }
    this.token = ((await entered.json()) as { token: string }).token;
    sessionStorage.setItem("cg.token", this.token);
    return true;
  }

  override takeOver() {
    this.takes = true;
  }

  private here(): Promise<Response> {
    return this.post(`session/${this.session}/here`, { page: this.page });
  }

  private greet({ rulesets, version, public_page }: Opened) {
    this.rulesets = rulesets;
    this.version = version;
    this.publicPage = public_page ?? "";
  }

  private async stay(): Promise<boolean> {
    let here = this.session ? await this.here() : null;
    if (here?.status === 409) {
      // The page was loaded again, and the old one has not been heard to leave yet.
      await new Promise((done) => setTimeout(done, 300));
      here = await this.here();
    }
    if (!here?.ok) {
      const opened = await this.post("session", this.takes ? { take_over: true } : undefined);
      this.takes = false;
      if (!opened.ok) {
        const said = (await opened.json()) as { message: string };
        this.set(opened.status === 401 ? "no-token" : "refused", said.message);
        return opened.status !== 401;
      }
      const welcome = (await opened.json()) as Opened;
      this.session = welcome.session;
      sessionStorage.setItem("cg.session", welcome.session);
      sessionStorage.setItem("cg.welcome", JSON.stringify(welcome));
      this.greet(welcome);
      this.fresh = true;
      here = await this.here();
    } else {
      this.greet(JSON.parse(sessionStorage.getItem("cg.welcome")!) as Opened);
      this.fresh = false;
    }
    this.set("ready");
    while (here.ok) {
      await new Promise((done) => setTimeout(done, 2000));
      here = await this.here();
    }
    // The session has ended: a new one is opened.
    return true;
  }

  async *ask(question: Question, signal?: AbortSignal): AsyncGenerator<Line> {
    let response: Response;
    await this.known;
    if (!this.session || this.status === "no-token") throw new Failed(this.message || LOST);
    try {
      response = await this.post(`session/${this.session}/ask`, question, signal);
    } catch (error) {
      throw signal?.aborted ? new Failed("stopped", null, true) : new Failed(LOST);
    }
    if (!response.ok) {
      const text = await response.text();
      let message = `the server says ${response.status}`;
      try {
        message = (JSON.parse(text) as { message: string }).message;
      } catch {
        // Not from our handlers: a limit of the server below them.
        if (response.status === 413) message = "this is too long: a cell has at most 1 MiB";
      }
      throw new Failed(message);
    }
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        rest += value;
        const lines = rest.split("\n");
        rest = lines.pop()!;
        for (const line of lines) if (line) yield JSON.parse(line) as Line;
      }
    } catch (error) {
      throw signal?.aborted ? new Failed("stopped", null, true) : new Failed(LOST);
    } finally {
      // Nobody listens any more.
      void reader.cancel().catch(() => undefined);
    }
  }

  async interrupt() {
    await this.post(`session/${this.session}/interrupt`).catch(() => undefined);
  }
}
