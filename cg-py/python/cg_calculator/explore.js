// The explorer of games and positions: a tree grid whose rows are sent by Python.

function cell(line, text, kind) {
  const place = document.createElement("td");
  place.setAttribute("role", "gridcell");
  place.textContent = text;
  if (kind) place.className = kind;
  line.append(place);
  return place;
}

function line(model, row) {
  const element = document.createElement("tr");
  element.setAttribute("role", "row");
  element.setAttribute("aria-level", String(row.depth + 1));
  if (!row.leaf) element.setAttribute("aria-expanded", String(row.open));
  element.tabIndex = row.number === model.get("chosen") ? 0 : -1;
  element.dataset.number = String(row.number);
  if (row.number === model.get("chosen")) element.classList.add("chosen");

  const first = cell(element, "");
  first.style.paddingInlineStart = `${row.depth * 1.4 + 0.4}em`;
  const mark = document.createElement("span");
  mark.className = "mark";
  mark.textContent = row.leaf ? "" : row.open ? "▾" : "▸";
  first.append(mark);
  if (row.player) {
    const player = document.createElement("span");
    player.className = row.player;
    player.textContent = row.player[0].toUpperCase() + row.player.slice(1);
    first.append(player, row.move ? ` ${row.move} ` : " ");
  }
  if (row.svg) {
    const picture = document.createElement("img");
    picture.src = `data:image/svg+xml;utf8,${encodeURIComponent(row.svg)}`;
    picture.alt = row.text;
    first.append(picture);
  } else if (row.text) {
    first.append(row.text);
  }
  cell(element, row.value, "value");
  cell(element, row.wins ? `${row.outcome}, wins` : row.outcome, row.wins ? "wins" : "");
  cell(element, row.mean);
  cell(element, row.temperature);
  return element;
}

function render({ model, el }) {
  const table = document.createElement("table");
  table.className = "cg-explorer";
  table.setAttribute("role", "treegrid");
  table.setAttribute("aria-label", "options");
  const head = table.createTHead().insertRow();
  for (const title of ["option", "value", "outcome", "mean", "temperature"]) {
    const place = document.createElement("th");
    place.textContent = title;
    place.scope = "col";
    head.append(place);
  }
  const body = table.createTBody();

  const toggle = (number) => model.send({ toggle: number });
  const draw = () => {
    const focused = body.contains(document.activeElement);
    body.replaceChildren(...model.get("rows").map((row) => line(model, row)));
    if (focused) body.querySelector("tr.chosen")?.focus();
  };
  body.addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row) toggle(Number(row.dataset.number));
  });
  body.addEventListener("keydown", (event) => {
    const row = event.target.closest("tr");
    if (!row) return;
    const open = row.getAttribute("aria-expanded");
    if (event.key === "ArrowDown") row.nextElementSibling?.focus();
    else if (event.key === "ArrowUp") row.previousElementSibling?.focus();
    else if (event.key === "Enter" || event.key === " ") toggle(Number(row.dataset.number));
    else if (event.key === "ArrowRight" && open === "false") toggle(Number(row.dataset.number));
    else if (event.key === "ArrowLeft" && open === "true") toggle(Number(row.dataset.number));
    else return;
    event.preventDefault();
  });
  model.on("change:rows", draw);
  model.on("change:chosen", draw);
  draw();
  el.append(table);
  return () => {
    model.off("change:rows", draw);
    model.off("change:chosen", draw);
  };
}

export default { render };
