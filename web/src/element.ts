// `<cg-board ruleset="Clobber" position="xo|ox">`: a board to play, for any page. With `puzzle` it does not say who wins.
//
// It is the page of these files in a frame: neither of the two pages changes how the other one looks.

// A plain script, not a module: a host need not allow other pages to read it.
const page = new URL("./", (document.currentScript as HTMLScriptElement).src).href;

class CgBoard extends HTMLElement {
  static observedAttributes = ["ruleset", "position", "puzzle"];
  private readonly looks = document.createElement("style");
  private isDue = false;

  constructor() {
    super();
    this.attachShadow({ mode: "open" });
    this.looks.textContent = ":host { display: block; height: 36rem; } iframe { width: 100%; height: 100%; border: 0; }";
  }

  connectedCallback() {
    this.changed();
  }

  attributeChangedCallback() {
    this.changed();
  }

  /// All attributes may change: the board is shown once.
  private changed() {
    if (this.isDue) return;
    this.isDue = true;
    queueMicrotask(() => {
      this.isDue = false;
      this.show();
    });
  }

  private show() {
    const given = CgBoard.observedAttributes.flatMap((name) => (this.hasAttribute(name) ? [[name, this.getAttribute(name)!]] : []));
    const asked = new URLSearchParams({ ruleset: "", ...(Object.fromEntries(given) as Record<string, string>) });
    const frame = document.createElement("iframe");
    frame.title = `${asked.get("ruleset")} ${asked.get("position") ?? ""}`.trim();
    frame.loading = "lazy";
    frame.src = `${page}#${asked}`;
    this.shadowRoot!.replaceChildren(this.looks, frame);
  }
}

customElements.define("cg-board", CgBoard);
