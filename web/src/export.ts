// Drawings as files: SVG, PNG, and TikZ. They are for paper: on a light ground, without what only helps to play.

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "font-weight", "text-anchor", "opacity", "paint-order"];

/// What is left of a drawing on paper.
const ON_SCREEN = ".hover, .grasp, .reach, .drawing .ring, .drawing .strip, .drawing .tab, .preview, .mark-of.winning, .mark-of.chosen";
const HINTS = ["winning", "hint", "chosen", "last"];

/// Works on a copy of a drawing that is styled as on paper, out of sight.
function onPaper<T>(svg: SVGSVGElement, work: (copy: SVGSVGElement) => T): T {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  for (const gone of copy.querySelectorAll(ON_SCREEN)) gone.remove();
  for (const spot of copy.querySelectorAll(".spot")) spot.classList.remove(...HINTS);
  const { width, height } = svg.viewBox.baseVal;
  copy.style.cssText = `color-scheme: light; width: ${width}px; height: ${height}px; max-width: none; max-height: none;`;
  const place = document.createElement("div");
  place.setAttribute("aria-hidden", "true");
  place.style.cssText = "position: fixed; left: -20000px; top: 0; color-scheme: light;";
  place.append(copy);
  document.body.append(place);
  try {
    return work(copy);
  } finally {
    place.remove();
  }
}

/// A copy that needs no style sheet.
function standalone(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [svg.querySelectorAll("*"), copy.querySelectorAll("*")];
  from.forEach((own, at) => {
    const style = getComputedStyle(own);
    for (const name of STYLES) if (style.getPropertyValue(name)) to[at]!.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "role", "aria-label", "data-spot"]) to[at]!.removeAttribute(name);
  });
  copy.removeAttribute("style");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const name of ["class", "role", "aria-label", "tabindex"]) copy.removeAttribute(name);
  return copy;
}

export const asSvg = (svg: SVGSVGElement): string => onPaper(svg, (copy) => new XMLSerializer().serializeToString(standalone(copy)));

/// The picture as PNG, two pixels to a point, on white.
export async function asPng(svg: SVGSVGElement): Promise<Blob> {
  const box = svg.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(asSvg(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.ceil(box.width * 2), Math.ceil(box.height * 2)];
  const context = canvas.getContext("2d")!;
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("the picture is too large for PNG"))), "image/png"),
  );
}

const special: Record<string, string> = { "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", $: "\\$", "&": "\\&", "#": "\\#", _: "\\_", "%": "\\%", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "…": "\\dots{}", "−": "$-$", "±": "$\\pm$", "↑": "$\\uparrow$", "↓": "$\\downarrow$" };
const tex = (text: string) => [...text].map((sign) => special[sign] ?? sign).join("");

/// The picture as TikZ: lines, rectangles, circles, paths and texts. It is as many points wide at most.
export const asTikz = (svg: SVGSVGElement, most: number): string => onPaper(svg, (copy) => tikz(copy, Math.min(1, most / copy.viewBox.baseVal.width)));

function tikz(svg: SVGSVGElement, scale: number): string {
  const inverse = svg.getScreenCTM()?.inverse();
  const colours = new Map<string, string>();
  const colour = (text: string) => {
    const found = text.match(/rgba?\(([^)]*)\)/)?.[1]?.split(/[ ,/]+/).map(Number);
    if (!found || found[3] === 0) return null;
    const rgb = found.slice(0, 3).join(",");
    if (!colours.has(rgb)) colours.set(rgb, `cg${colours.size}`);
    return colours.get(rgb)!;
  };
  const lines: string[] = [];
  const round = (x: number) => Math.round(x * 100) / 100;
  for (const own of svg.querySelectorAll<SVGGraphicsElement>("rect, circle, line, polyline, polygon, path, text")) {
    const style = getComputedStyle(own);
    const matrix = own.getScreenCTM();
    if (!matrix || !inverse || style.visibility === "hidden") continue;
    const map = inverse.multiply(matrix);
    const point = (x: number, y: number) => {
      const at = new DOMPoint(x, y).matrixTransform(map);
      return `(${round(at.x * scale)}pt,${round(-at.y * scale)}pt)`;
    };
    const value = (name: string) => Number(own.getAttribute(name) ?? 0);
    const fill = style.fill === "none" ? null : colour(style.fill);
    const stroke = style.stroke === "none" ? null : colour(style.stroke);
    const wide = `line width=${round((parseFloat(style.strokeWidth) || 1) * scale)}pt`;
    const dashed = style.strokeDasharray && style.strokeDasharray !== "none" ? ", dashed" : "";
    const faint = Number(style.fillOpacity) < 1 ? `, fill opacity=${round(Number(style.fillOpacity))}` : "";
    const how = [fill && `fill=${fill}${faint}`, stroke && `draw=${stroke}, ${wide}${dashed}`].filter(Boolean).join(", ");
    const only = stroke && `draw=${stroke}, ${wide}${dashed}`;
    switch (own.tagName) {
      case "rect":
        if (how) lines.push(`\\path[${how}] ${point(value("x"), value("y"))} rectangle ${point(value("x") + value("width"), value("y") + value("height"))};`);
        break;
      case "circle":
        if (how) lines.push(`\\path[${how}] ${point(value("cx"), value("cy"))} circle (${round(value("r") * scale)}pt);`);
        break;
      case "line":
        if (only) lines.push(`\\path[${only}] ${point(value("x1"), value("y1"))} -- ${point(value("x2"), value("y2"))};`);
        break;
      case "polyline":
      case "polygon": {
        const closed = own.tagName === "polygon";
        const at = [...(own as unknown as SVGPolylineElement).points].map((it) => point(it.x, it.y));
        const filled = closed ? how : only;
        if (at.length > 1 && filled) lines.push(`\\path[${filled}] ${at.join(" -- ")}${closed ? " -- cycle" : ""};`);
        break;
      }
      case "path": {
        const path = own as unknown as SVGPathElement;
        const length = path.getTotalLength();
        if (!length) break;
        const at = Array.from({ length: 13 }, (_, number) => path.getPointAtLength((length * number) / 12));
        lines.push(`\\path[${how || "draw"}] ${at.map((it) => point(it.x, it.y)).join(" -- ")};`);
        break;
      }
      case "text": {
        // What is shifted down by half a letter stands around its place.
        const around = own.getAttribute("dy") ? "mid" : "base";
        const anchor = { middle: around, end: `${around} east` }[style.textAnchor] ?? `${around} west`;
        const shown = [...own.childNodes].map((it) => it.textContent).join("").trim();
        // A letter is as large as its drawing.
        const size = Math.max(5, round(parseFloat(style.fontSize) * scale * 0.8));
        const font = `font=\\fontsize{${size}}{${round(size * 1.2)}}\\selectfont`;
        if (shown) lines.push(`\\node[anchor=${anchor}, inner sep=0, ${font}${fill ? `, text=${fill}` : ""}] at ${point(value("x"), value("y"))} {${tex(shown)}};`);
      }
    }
  }
  const defined = [...colours].map(([rgb, name]) => `\\definecolor{${name}}{RGB}{${rgb}}`);
  return [...defined, "\\begin{tikzpicture}", ...lines, "\\end{tikzpicture}", ""].join("\n");
}

/// Hands a file to who uses the page.
export function save(name: string, content: Blob | string, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
