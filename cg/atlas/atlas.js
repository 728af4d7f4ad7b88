// The tables of an atlas. Data come from scripts, as pages that are opened from a disk read no other files.
"use strict";

const element = (name) => document.getElementById(name);
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);
/// A value as people write it, and back.
const shown = (value) => value.replaceAll("+-", "±").replaceAll("^^", "⇑").replaceAll("^", "↑").replaceAll("vv", "⇓").replaceAll("v", "↓");
const typed = (text) => text.replace(/\s/g, "").replaceAll("±", "+-").replaceAll("⇑", "^^").replaceAll("↑", "^").replaceAll("⇓", "vv").replaceAll("↓", "v");
const number = (text) => text.split("/").map(Number).reduce((above, below) => above / below);
const [LEFT, RIGHT, BOTH, EDGE, TAKEN] = ["#1f5fad", "#b3362c", "#2c7a3d", "#c9ced6", "#535b66"];
const svg = (width, height, parts) =>
  `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${parts.join("")}</svg>`;
const text = (x, y, colour, words) => `<text x="${x}" y="${y}" fill="${colour}">${escaped(words)}</text>`;

/// How positions are drawn.
const drawings = {
  board(position, coins) {
    const rows = position.split("|").map((row) => (/\s/.test(row.trim()) ? row.trim().split(/\s+/) : [...row.trim()]));
    const size = 18;
    const colour = (sign) => (coins ? TAKEN : /^[XLT1-9]/i.test(sign) ? LEFT : /^[ORF-]/i.test(sign) ? RIGHT : BOTH);
    const cell = (sign, row, column) => {
      const [x, y] = [column * size + 1, row * size + 1];
      const [middle, low] = [x + size / 2, y + size / 2];
      const ground = `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${sign === "#" ? TAKEN : "#fff"}" stroke="${EDGE}"/>`;
      if (sign === "." || sign === "#" || sign === "0") return ground;
      if (/^x$/i.test(sign)) return ground + `<circle cx="${middle}" cy="${low}" r="6.5" fill="${LEFT}"/>`;
      if (/^o$/i.test(sign)) return ground + `<rect x="${x + 3}" y="${y + 3}" width="12" height="12" rx="1.5" fill="${RIGHT}"/>`;
      return ground + text(middle, low, colour(sign), sign);
    };
    const parts = rows.flatMap((row, at) => row.map((sign, column) => cell(sign, at, column)));
    return svg(Math.max(...rows.map((row) => row.length)) * size + 2, rows.length * size + 2, parts);
  },
  graph(position) {
    const vertices = new Map();
    const edges = [];
    for (const item of position.split(/,\s*/)) {
      const [way, label = ""] = item.split(":");
      const names = way.split(/->|-/);
      for (const name of names) if (!vertices.has(name)) vertices.set(name, "");
      if (names.length === 1) vertices.set(way, label);
      else edges.push([names[0], names[1], label, way.includes("->")]);
    }
    const side = vertices.size < 3 ? 60 : 84;
    const names = [...vertices.keys()];
    const at = (name) => {
      const turn = (2 * Math.PI * names.indexOf(name)) / names.length + Math.PI / 2;
      return vertices.size < 2 ? [side / 2, side / 2] : [side / 2 + (side / 2 - 12) * Math.cos(turn), side / 2 + (side / 2 - 12) * Math.sin(turn)];
    };
    const met = {};
    const lines = edges.map(([from, to, label, directed]) => {
      const key = [from, to].sort().join(" ");
      const bend = 14 * (met[key] = (met[key] ?? -1) + 1);
      const [[x, y], [u, v]] = [at(from), at(to)];
      const long = Math.hypot(u - x, v - y) || 1;
      const [a, b] = [(x + u) / 2 + (bend * (y - v)) / long, (y + v) / 2 + (bend * (u - x)) / long];
      const colour = { l: LEFT, r: RIGHT, e: BOTH }[label] ?? TAKEN;
      const line = `<path d="M${x} ${y}Q${a} ${b} ${u} ${v}" fill="none" stroke="${colour}" stroke-width="3"/>`;
      const [tip, wing] = [(part) => [u + ((x - u) * part) / long, v + ((y - v) * part) / long], [(4 * (y - v)) / long, (4 * (u - x)) / long]];
      const [[p, q], [s, t]] = [tip(6), tip(15)];
      const arrow = `<path d="M${p} ${q}L${s + wing[0]} ${t + wing[1]}L${s - wing[0]} ${t - wing[1]}Z" fill="${colour}"/>`;
      return line + (directed ? arrow : "") + (/\d/.test(label) ? `<rect x="${a - 5}" y="${b - 7}" width="10" height="14" fill="#fff"/>` + text(a, b, TAKEN, label) : "");
    });
    const dots = names.map((name) => {
      const [x, y] = at(name);
      const label = vertices.get(name);
      const colour = { L: LEFT, R: RIGHT }[label] ?? TAKEN;
      if (name === "g") return `<rect x="${x - 12}" y="${y - 3}" width="24" height="6" fill="#1a1d21"/>`;
      return `<circle cx="${x}" cy="${y}" r="${label ? 8 : 5}" fill="${label ? "#fff" : TAKEN}" stroke="${colour}" stroke-width="2"/>` + (label ? text(x, y, colour, label) : "");
    });
    return svg(side, side, [...lines, ...dots]);
  },
  heaps(position) {
    const heaps = position.split(/\s+/).map(Number);
    const unit = Math.min(5, 48 / Math.max(1, ...heaps));
    const bars = heaps.map((heap, at) => {
      const high = heap * unit;
      return `<rect x="${at * 22 + 5}" y="${50 - high}" width="12" height="${high}" fill="${TAKEN}"/>` + text(at * 22 + 11, 58, "#1a1d21", String(heap));
    });
    return svg(heaps.length * 22, 66, bars);
  },
  cake(position) {
    const [rows, columns] = position.split("x").map(Number);
    const unit = Math.min(10, 120 / Math.max(rows, columns));
    const cut = rows * columns <= 400;
    const square = (x, y, width, height) => `<rect x="${x + 1}" y="${y + 1}" width="${width}" height="${height}" fill="#fff" stroke="${EDGE}"/>`;
    const cells = Array.from({ length: cut ? rows * columns : 0 }, (_, cell) => square((cell % columns) * unit, Math.floor(cell / columns) * unit, unit, unit));
    if (!cut) cells.push(square(0, 0, columns * unit, rows * unit));
    return svg(columns * unit + 2, rows * unit + 2, cells);
  },
};

/// A position as a link to its address, drawn.
const pictured = (sheet, position, page = "") =>
  `<a class="position" href="${page}#${encodeURIComponent(position)}">${drawings[sheet.drawn](position, sheet.coins)}<code>${escaped(position)}</code></a>`;

/// Shows the table of a ruleset. The script of its data calls this.
function atlas(sheet) {
  const firsts = new Set(sheet.firsts.map(([row]) => row));
  const rows = sheet.rows.map((row, at) => ({ ...row, at, size: sheet.sizes[at], first: firsts.has(at) }));
  sheet.coins = rows.some((row) => /^[ht]*h[ht]*$/.test(row.position));
  const columns = [
    ["position", (row) => row.at],
    ["size", (row) => row.size],
    ["value", (row) => [String(row.value.length).padStart(4, "0"), row.value].join()],
    ["outcome", (row) => row.outcome],
    ["mean", (row) => number(row.mean)],
    ["temperature", (row) => number(row.temperature)],
    ["first", (row) => (row.first ? 0 : 1)],
  ];
  const PAGE = 100;
  let [column, down, page, list, marked] = [0, false, 0, rows, null];

  const line = (row) =>
    `<tr${row === marked ? ' class="marked"' : ""}><td>${pictured(sheet, row.position)}</td><td>${row.size}</td><td class="value">${escaped(shown(row.value))}</td>` +
    `<td>${row.outcome}</td><td>${row.mean}</td><td>${row.temperature}</td><td>${row.first ? "yes" : ""}</td></tr>`;
  const draw = () => {
    const last = Math.max(0, Math.ceil(list.length / PAGE) - 1);
    page = Math.min(page, last);
    element("rows").innerHTML = list.slice(page * PAGE, (page + 1) * PAGE).map(line).join("");
    element("place").textContent = list.length ? `${page * PAGE + 1} to ${Math.min(list.length, (page + 1) * PAGE)} of ${list.length}` : "nothing found";
    element("back").disabled = page === 0;
    element("on").disabled = page === last;
    columns.forEach(([name], at) => {
      const head = element("heads").children[at];
      head.setAttribute("aria-sort", at !== column ? "none" : down ? "descending" : "ascending");
      head.firstChild.textContent = name + (at !== column ? "" : down ? " ▾" : " ▴");
    });
  };
  const choose = () => {
    const words = element("words").value.trim();
    const value = typed(words);
    const some = element("only").checked ? rows.filter((row) => row.first) : rows;
    const exact = some.filter((row) => row.value === value);
    const like = (row) => row.position.toLowerCase().includes(words.toLowerCase()) || row.value.includes(value);
    const key = columns[column][1];
    list = words === "" ? [...some] : exact.length ? exact : some.filter(like);
    const order = (one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : one.at - other.at);
    list.sort((one, other) => (down ? order(other, one) : order(one, other)));
    page = 0;
    draw();
  };

  element("heads").innerHTML = columns.map(() => '<th scope="col"><button type="button"></button></th>').join("");
  [...element("heads").children].forEach((head, at) => {
    head.firstChild.onclick = () => {
      [column, down] = [at, at === column && !down];
      choose();
    };
  });
  element("find").onsubmit = (event) => event.preventDefault();
  element("words").oninput = choose;
  element("only").onchange = choose;
  const turn = (by) => () => {
    page += by;
    draw();
  };
  element("back").onclick = turn(-1);
  element("on").onclick = turn(1);

  const count = (outcome) => rows.filter((row) => row.outcome.startsWith(outcome)).length;
  const left = sheet.skipped ? ` ${sheet.skipped} more are left out: their values are too long, or take too long.` : "";
  element("counts").textContent =
    `${rows.length} positions with ${sheet.firsts.length} values. Left wins ${count("left")}, Right ${count("right")}, who moves first ${count("first")}, who moves second ${count("second")}.${left}`;
  const hottest = rows.filter((row) => row.first).sort((one, other) => number(other.temperature) - number(one.temperature) || one.at - other.at);
  element("hottest").innerHTML = hottest
    .slice(0, 6)
    .map((row) => `<li>${pictured(sheet, row.position)}<br><span class="value">${escaped(shown(row.value))}</span>, temperature ${row.temperature}</li>`)
    .join("");

  /// Shows the position of the address: its row is marked.
  const go = () => {
    let position = location.hash.slice(1);
    try {
      position = decodeURIComponent(position);
    } catch {
      // It is no address of ours.
    }
    marked = rows.find((row) => row.position.toLowerCase() === position.toLowerCase()) ?? null;
    element("shown").hidden = position === "";
    if (!marked) {
      element("shown").textContent = position && `${position} is not in the table: it may be like another one, fall apart, or be larger.`;
      return draw();
    }
    element("words").value = "";
    element("only").checked = false;
    [column, down] = [0, false];
    choose();
    page = Math.floor(marked.at / PAGE);
    draw();
    element("shown").innerHTML =
      `${drawings[sheet.drawn](marked.position, sheet.coins)}<div><code>${escaped(marked.position)}</code> is <span class="value">${escaped(shown(marked.value))}</span><br>` +
      `${marked.outcome}, mean ${marked.mean}, temperature ${marked.temperature}</div>`;
    element("rows").querySelector(".marked").scrollIntoView({ block: "center" });
  };
  window.onhashchange = go;
  choose();
  go();
}

/// The values of all rulesets, for the first page. The script of its data calls this.
function firsts(sheets) {
  const find = () => {
    const value = typed(element("words").value);
    element("results").hidden = value === "";
    element("told").textContent = "";
    if (value === "") return;
    const all = sheets.flatMap((sheet) => sheet.firsts.map(([own, negative, position]) => ({ sheet, own, negative, position })));
    const exact = all.filter((one) => one.own === value);
    // Of alike positions one is listed, and the other may have the negative of its value.
    const turned = all.filter((one) => one.negative === value && !exact.some((other) => other.sheet === one.sheet));
    const found = exact.length + turned.length ? [...exact, ...turned] : all.filter((one) => one.own.includes(value)).slice(0, 200);
    element("told").textContent = exact.length + turned.length ? `In ${found.length} rulesets.` : found.length ? "Values in which this stands:" : "In no ruleset.";
    element("results").hidden = found.length === 0;
    element("rows").innerHTML = found
      .map(({ sheet, own, negative, position }) =>
        `<tr><th scope="row"><a href="${sheet.name}.html">${escaped(sheet.title)}</a></th><td>${pictured(sheet, position, `${sheet.name}.html`)}</td>` +
        `<td class="value">${escaped(shown(own))}${own !== value && negative === value ? ` (its negative is ${escaped(shown(value))})` : ""}</td></tr>`)
      .join("");
  };
  sheets.forEach((sheet) => (sheet.coins = sheet.firsts.some(([, , position]) => /^[ht]*h[ht]*$/.test(position))));
  element("words").oninput = find;
  find();
}

/// Lets a table whose rows stand in the page be sorted by any column: by names from the first, by numbers from the largest.
function sortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...table.tBodies[0].rows];
  const names = heads.map((head) => head.textContent);
  let [column, down] = [0, false];
  // A row of a loopy ruleset has no numbers, and stands last.
  const key = (row) => (column === 0 ? row.cells[0].textContent : Number(row.cells[column]?.textContent) || 0);
  const show = () => {
    const order = (one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0);
    table.tBodies[0].append(...rows.toSorted((one, other) => (down ? order(other, one) : order(one, other))));
    heads.forEach((head, at) => {
      head.setAttribute("aria-sort", at !== column ? "none" : down ? "descending" : "ascending");
      head.firstChild.textContent = names[at] + (at !== column ? "" : down ? " ▾" : " ▴");
    });
  };
  heads.forEach((head, at) => {
    head.innerHTML = '<button type="button"></button>';
    head.firstChild.onclick = () => {
      [column, down] = [at, at === column ? !down : at > 0];
      show();
    };
  });
  show();
}

// The data of the search are large: they come when somebody asks.
if (element("rulesets")) {
  sortable(element("rulesets"));
  element("find").onsubmit = (event) => event.preventDefault();
  element("words").addEventListener(
    "input",
    () => {
      const script = document.createElement("script");
      script.src = "firsts.js";
      element("told").textContent = "The values are being loaded.";
      document.body.append(script);
    },
    { once: true },
  );
}
