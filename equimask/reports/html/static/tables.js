// Sort, filter, copy and download what a page shows; without this script all is readable.
// table[data-sort]: headings sort by data-value or text; th[data-sort=off] does not.
// table[data-filter]: a text box and, for th[data-filter], a choice of values;
//   data-filter="100:up to 100|:more" groups numbers.
// .scroll table: copies; th[data-copy=CSV]: only as CSV, and what its folds hold.
// figure > svg: downloads. [data-tip]: a text at the pointer or focus.
"use strict";
(() => {
const EMPTY = /^[\s–—-]*$/;
const NUMBER = /^[+−-]?(\d[\d,\u2009\u202f]*)?\.?\d+(e[+−-]?\d+)?\s*%?[*†]?$/i;
const FOLDED = "details:not([open]) > :not(summary), [hidden], svg, script, style, .told";
const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const button = (text, label, action) => {
  const made = make("button", { type: "button", textContent: text, onclick: action });
  made.setAttribute("aria-label", label);
  return made;
};
const tidy = text => text.replace(/\s+/g, " ").trim();
const bodyRows = table => [...table.tBodies].flatMap(body => [...body.rows]);
const gridOf = rows => {
  const lines = rows.map(() => []);
  rows.forEach((row, at) => [...row.cells].forEach(cell => {
    let column = 0;
    while (lines[at][column]) column += 1;
    for (const line of lines.slice(at, at + cell.rowSpan))
      for (let right = 0; right < cell.colSpan; right += 1) line[column + right] = cell;
  }));
  return lines;
};
const headOf = table => gridOf([...(table.tHead?.rows ?? [])]);
const headingsOf = table => [...new Set(headOf(table).at(-1))];
const columnOf = heading => headOf(heading.closest("table")).at(-1).indexOf(heading);
const nameOf = table => tidy(table.caption?.textContent ?? "") || "table";

const seen = cell => {
  if (!cell.firstElementChild) return tidy(cell.textContent);
  const clone = cell.cloneNode(true);
  clone.querySelectorAll(FOLDED).forEach(hidden => hidden.remove());
  return tidy(clone.textContent);
};

const folded = cell => tidy(cell.querySelector("details > :not(summary)")?.textContent ?? "");

// Sorting: numbers before words, what is empty last, equals stay in their order.

const numberIn = text =>
  NUMBER.test(text) ? parseFloat(text.replace(/[,\u2009\u202f]/g, "").replace(/−/g, "-")) : NaN;
const valueOf = cell => {
  if (!cell) return { empty: true };
  const text = tidy(cell.dataset.value ?? seen(cell));
  if (EMPTY.test(text)) return { empty: true };
  return { text, number: cell.dataset.value === undefined ? numberIn(text) : Number(text) };
};
const compare = (one, other, sign) => {
  if (one.empty || other.empty) return Boolean(one.empty) - Boolean(other.empty);
  const wordless = Number.isNaN(one.number) - Number.isNaN(other.number);
  if (wordless) return wordless;
  return sign * (Number.isNaN(one.number)
    ? words.compare(one.text, other.text) : one.number - other.number);
};
const sortRows = (body, column, sign) => {
  const keyed = [...body.rows].map(row => [valueOf(row.cells[column]), row]);
  keyed.sort(([one], [other]) => compare(one, other, sign));
  body.append(...keyed.map(([, row]) => row));
};
const sortBy = (table, heading) => {
  const order = heading.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
  headingsOf(table).forEach(other => other.removeAttribute("aria-sort"));
  heading.setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  [...table.tBodies].forEach(body => sortRows(body, columnOf(heading), sign));
};
const makeSortable = table => headingsOf(table).forEach(heading => {
  if (heading.dataset.sort === "off" || !tidy(heading.textContent)) return;
  heading.dataset.name = tidy(heading.textContent);
  const click = make("button", { type: "button", onclick: () => sortBy(table, heading) });
  click.append(...heading.childNodes);
  heading.append(click);
});

const groupsOf = heading => heading.dataset.filter.split("|").filter(Boolean)
  .map(group => group.split(":")).map(([most, label]) => [most ? Number(most) : Infinity, label]);
const optionOf = (cell, groups) => {
  if (!groups.length) return seen(cell);
  const { empty, number } = valueOf(cell);
  return empty ? "unknown" : groups.find(([most]) => number <= most)?.[1] ?? "unknown";
};
const optionsOf = (found, groups) => groups.length
  ? [...groups.map(([, label]) => label), "unknown"].filter(label => found.has(label))
  : [...found].sort(words.compare);
const choiceOf = (heading, rows) => {
  const column = columnOf(heading), groups = groupsOf(heading);
  const values = new Map(rows.map(row => [row, optionOf(row.cells[column], groups)]));
  const select = make("select", {}, make("option", { value: "", textContent: "all" }));
  select.append(...optionsOf(new Set(values.values()), groups).map(
    value => make("option", { value: `=${value}`, textContent: value || "none" })));
  const label = make("label", {}, `${heading.dataset.name ?? tidy(heading.textContent)} `, select);
  return { label, keeps: row => ["", `=${values.get(row)}`].includes(select.value) };
};
const boxOf = rows => {
  const texts = new Map(rows.map(row => [row, row.textContent.toLowerCase()]));
  const box = make("input", { type: "search", spellcheck: false });
  return {
    label: make("label", {}, "Search ", box),
    keeps: row => tidy(box.value).toLowerCase().split(" ").every(w => texts.get(row).includes(w)),
  };
};
const makeFilters = (table, status) => {
  const rows = bodyRows(table);
  const headings = headingsOf(table).filter(heading => "filter" in heading.dataset);
  const filters = [boxOf(rows), ...headings.map(heading => choiceOf(heading, rows))];
  const apply = () => {
    rows.forEach(row => { row.hidden = !filters.every(filter => filter.keeps(row)); });
    status.textContent = `${rows.filter(row => !row.hidden).length} of ${rows.length} rows`;
  };
  const reset = make("button", { type: "reset", textContent: "Reset" });
  const form = make("form", { className: "filters", oninput: apply, onsubmit: () => false },
    ...filters.map(filter => filter.label), reset);
  form.onreset = () => setTimeout(apply);
  form.setAttribute("role", "search");
  form.setAttribute("aria-label", `Rows of ${nameOf(table)}`);
  return form;
};

const headingLine = head => (head.at(-1) ?? []).map((_, column) => {
  const above = [...new Set(head.map(line => line[column]))];
  return tidy(above.map(cell => cell.dataset.name ?? seen(cell)).join(" "));
});
const bodyLines = (grid, opened) => grid.map((line, at) => line.map((cell, column) => {
  if (cell === line[column - 1] || cell === grid[at - 1]?.[column]) return "";
  return opened.includes(column) ? folded(cell) : seen(cell);
}));
const contentOf = (table, format) => {
  const heading = headingLine(headOf(table));
  const shown = bodyRows(table).filter(row => !row.hidden);
  const opened = headingsOf(table).filter(({ dataset }) => dataset.copy);
  const refused = opened.filter(
    ({ dataset }) => !dataset.copy.split(" ").includes(format)).map(columnOf);
  const keep = line => line.filter((_, column) => !refused.includes(column));
  const first = shown[0] ? [...shown[0].cells] : [];
  const sides = first.map(cell => /end|right/.test(getComputedStyle(cell).textAlign) ? "r" : "l");
  const rows = bodyLines(gridOf(shown), opened.map(columnOf)).map(keep);
  return { caption: nameOf(table), heading: keep(heading), rows, sides: keep(sides) };
};

const LATEX = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}",
  "−": "$-$", "–": "--", "<": "$<$", ">": "$>$", "±": "$\\pm$", "×": "$\\times$", "|": "$|$" };
const latexText = text => text.replace(/[\\~^−–<>±×|{}$&#_%]/g, c => LATEX[c] ?? `\\${c}`);
const latexLine = cells => `${cells.map(latexText).join(" & ")} \\\\`;
const latex = ({ caption, heading, rows, sides }) => [
  `% ${caption}`, "% \\usepackage{booktabs}", `\\begin{tabular}{${sides.join("")}}`, "\\toprule",
  latexLine(heading), "\\midrule", ...rows.map(latexLine), "\\bottomrule", "\\end{tabular}", "",
].join("\n");

// A spreadsheet would run a cell that begins so; a number is none.
const csvText = text => {
  const plain = text.replace(/−(?=[\d.])/g, "-");
  const harmless = /^[=@+-]/.test(plain) && !NUMBER.test(plain) ? `'${plain}` : plain;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replace(/"/g, '""')}"` : harmless;
};
const csv = ({ heading, rows }) =>
  [heading, ...rows].map(line => `${line.map(csvText).join(",")}\n`).join("");

const markdownText = text => text.replace(/[\\|*_`<>[\]~$]/g, "\\$&");
const markdownLine = cells => `| ${cells.join(" | ")} |`;
const markdown = ({ heading, rows, sides }) => [
  markdownLine(heading.map(markdownText)),
  markdownLine(heading.map((_, at) => (sides[at] === "r" ? "---:" : "---"))),
  ...rows.map(line => markdownLine(line.map(markdownText))), "",
].join("\n");

const FORMATS = { LaTeX: latex, CSV: csv, Markdown: markdown };
const offer = (text, tools, status) => {
  const area = make("textarea", { value: text, readOnly: true, rows: 6 });
  area.setAttribute("aria-label", "Text to copy");
  area.onkeydown = event => {
    if (event.key === "Escape") { area.remove(); status.textContent = ""; }
  };
  tools.querySelector("textarea")?.remove();
  tools.append(area);
  area.focus();
  area.select();
  status.textContent = "Copy the marked text; Escape closes it.";
};
const copy = async (table, format, tools, status) => {
  const content = contentOf(table, format), text = FORMATS[format](content);
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = `${content.rows.length} rows copied as ${format}`;
  } catch { offer(text, tools, status); }
};
const makeTools = table => {
  const status = make("output");
  const tools = make("div", { className: "tools" });
  if ("filter" in table.dataset) tools.append(makeFilters(table, status));
  const copies = Object.keys(FORMATS).map(format => button(
    format, `Copy ${nameOf(table)} as ${format}`, () => copy(table, format, tools, status)));
  tools.append(make("span", {}, "Copy as ", ...copies), status);
  table.closest(".scroll").before(tools);
};

// Figures: what the style sheet says is written in; outside the page there is none.

const INHERITED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "fill-opacity", "stroke-opacity", "font-family", "font-size", "font-weight",
  "font-style", "text-anchor", "dominant-baseline", "visibility", "color"];
const OWN = { opacity: "1", display: "inline", "stop-color": "rgb(0, 0, 0)", "stop-opacity": "1" };
const writeStyle = (from, to, outer) => {
  const style = getComputedStyle(from);
  const write = (name, usual) => {
    const value = style.getPropertyValue(name);
    to.style.removeProperty(name);
    if (value !== usual) to.style.setProperty(name, value);
  };
  INHERITED.forEach(name => write(name, outer?.getPropertyValue(name)));
  if (outer) Object.entries(OWN).forEach(([name, initial]) => write(name, initial));
  to.removeAttribute("class");
  [...from.children].forEach((child, at) => writeStyle(child, to.children[at], style));
};
const paperOf = element => {
  for (let behind = element; behind; behind = behind.parentElement) {
    const colour = getComputedStyle(behind).backgroundColor;
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(colour)) return colour;
  }
  return "white";
};
const sizeOf = svg => {
  const box = svg.getBoundingClientRect();
  return [box.width, box.height].map(Math.round);
};
const setAll = (element, attributes) => Object.entries(attributes).forEach(
  ([name, value]) => element.setAttribute(name, value));
const alone = svg => {
  const clone = svg.cloneNode(true), { x, y } = svg.viewBox.baseVal ?? { x: 0, y: 0 };
  const [width, height] = sizeOf(svg);
  writeStyle(svg, clone);
  const paper = document.createElementNS(svg.namespaceURI, "rect");
  setAll(paper, { x, y, width: "100%", height: "100%", fill: paperOf(svg) });
  clone.querySelector(":scope > :not(title, desc)")?.before(paper);
  setAll(clone, { width, height });
  return { text: new XMLSerializer().serializeToString(clone), width, height };
};
const save = (blob, name) => {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
const painted = async ({ text, width, height }) => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = make("canvas", { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise(done => canvas.toBlob(done, "image/png"));
};
const DOWNLOADS = {
  SVG: async svg => new Blob([alone(svg).text], { type: "image/svg+xml" }),
  PNG: async svg => painted(alone(svg)),
};
const titleOf = svg => tidy(
  svg.parentElement.querySelector("svg > title, figcaption")?.textContent ?? "") || "figure";
const fileName = title =>
  title.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join("-").slice(0, 60) ?? "figure";
const makeDownloads = svg => {
  const title = titleOf(svg), status = make("output");
  const download = async kind => {
    try { save(await DOWNLOADS[kind](svg), `${fileName(title)}.${kind.toLowerCase()}`); }
    catch { status.textContent = `The browser made no ${kind}.`; }
  };
  const kinds = Object.keys(DOWNLOADS).map(kind => button(
    kind, `Download ${title} as ${kind}`, () => download(kind)));
  svg.parentElement.append(
    make("div", { className: "tools" }, make("span", {}, "Download ", ...kinds), status));
};

const makeTips = () => {
  const tip = make("div", { className: "tip", hidden: true });
  tip.setAttribute("role", "tooltip");
  document.body.append(tip);
  const hide = () => { tip.hidden = true; };
  const show = event => {
    const owner = event.target.closest?.("[data-tip]");
    if (!owner) return hide();
    tip.textContent = owner.dataset.tip;
    tip.hidden = false;
    const place = owner.getBoundingClientRect();
    const left = Math.min(place.left, innerWidth - tip.offsetWidth - 8);
    const above = place.top - tip.offsetHeight - 6;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${above < 0 ? place.bottom + 6 : above}px`;
  };
  document.addEventListener("pointerover", show);
  document.addEventListener("focusin", show);
  document.addEventListener("scroll", hide, { capture: true, passive: true });
  document.addEventListener("keydown", event => { if (event.key === "Escape") hide(); });
};

document.querySelectorAll("table[data-sort]").forEach(makeSortable);
document.querySelectorAll(".scroll table").forEach(makeTools);
document.querySelectorAll("figure > svg").forEach(makeDownloads);
if (document.querySelector("[data-tip]")) makeTips();
})();
