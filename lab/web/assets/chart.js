// Curves as the printed figures have them, of the page's width and on its light or dark
// ground, with a legend that hides them by mouse and keys.
import { palette } from "./palette.js";
import { element } from "./api.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const ink = () => dark.matches ? "#ddd" : "#222";
const grid = () => ({ stroke: dark.matches ? "#444" : "#ddd", width: 1 });

// A look is an entry of the palette.
const colour = look => dark.matches ? look.dark : look.light;
const dashes = look => look.dashes.length ? look.dashes.map(points => points * 4 / 3) : undefined;

// The look of the best curve is that of rank 0.
export const ranked = i => palette.ranked[i] || palette.others;
export const { validated, claimed, mean, others } = palette;

// The two edges of an interval, around the line of the name, with which they are hidden.
export const edges = (name, look) => [{ name, edge: true, look }, { name, edge: true, band: look }];

// Between the numbers of an axis: there is no half of a generation or of a game.
const wholeSteps = [...Array(10).keys()].flatMap(k => [1, 2, 5].map(n => n * 10 ** k));

// A curve that is drawn again from whatever its data are now. What was zoomed into and
// hidden stays so.
export class Chart {
  constructor(place, label, across = "generation") {
    Object.assign(this, { place, across, label, hidden: new Set(), zoom: null });
    this.canvas = element("div", undefined, { role: "img", "aria-label": place.getAttribute("aria-label") });
    for (const name of ["role", "aria-label"]) place.removeAttribute(name); // it has buttons, too
    this.where = element("span");
    this.whole = element("button", "Show all", { type: "button", hidden: "" });
    this.whole.addEventListener("click", () => { this.zoom = null; this.plot.setData(this.plot.data); });
    this.legend = element("ul", undefined, { class: "legend", role: "list" });
    const bar = element("p", undefined, { class: "small bar" });
    bar.append(this.where, element("span", "Drag over the chart to zoom in.", { class: "hint" }), this.whole);
    place.replaceChildren(this.canvas, bar, this.legend);
    new ResizeObserver(() => this.plot && this.plot.setSize(this.size())).observe(place);
    dark.addEventListener("change", () => { this.key = null; this.last && this.show(...this.last); });
  }

  size() { return { width: Math.max(200, this.place.clientWidth), height: Math.min(340, Math.max(220, this.place.clientWidth * .45)) }; }

  // Lines are {name, look, thin}, or edges {name, edge, band}; a band fills down to the line
  // before. Lines of one name are hidden together.
  show(x, lines, data) {
    this.last = [x, lines, data];
    const key = this.across + "|" + lines.map(l => l.name).join("|");
    if (this.plot && key === this.key) {
      this.plot.setData([x, ...data], !this.zoom);
      if (this.zoom) this.plot.redraw();
      this.value();
      return;
    }
    this.key = key;
    this.lines = lines;
    this.plot?.destroy();
    const bands = [];
    lines.forEach((l, i) => { if (l.band) bands.push({ series: [i, i + 1], fill: colour(l.band) + "2b" }); });
    this.plot = new uPlot({
      ...this.size(), bands,
      legend: { show: false },
      focus: { alpha: .25 },
      hooks: { setCursor: [() => this.value()], setScale: [(_, axis) => axis === "x" && this.zoomed()], setSeries: [(_, i, o) => o.focus !== undefined && this.near(i)] },
      cursor: { drag: { x: true, y: false }, focus: { prox: lines.filter(l => !l.edge && !l.thin).length > palette.ranked.length ? 16 : -1, dist: (_, i, at, value, cursor) => lines[i - 1].edge || lines[i - 1].thin ? Infinity : value - cursor } },
      scales: { x: { time: false } },
      axes: [{ stroke: ink, grid: grid(), label: this.across, incrs: wholeSteps }, { stroke: ink, grid: grid(), label: this.label, size: 60 }],
      series: [{ label: this.across }, ...lines.map(l => ({
        label: l.name, show: !this.hidden.has(l.name), stroke: l.edge ? "#0000" : colour(l.look), width: l.edge ? 0 : l.thin ? 1 : l.look.width * 4 / 3, dash: l.edge ? undefined : dashes(l.look),
        points: { show: !l.edge && !l.thin && x.length < 60, size: 5 }, spanGaps: true,
      }))],
    }, [x, ...data], this.canvas);
    if (this.zoom) this.plot.setScale("x", this.zoom);
    this.list();
    this.value();
  }

  // A part of the axis that somebody has chosen is kept; a double click shows all of it again.
  zoomed() {
    if (!this.plot) return;
    const { min, max } = this.plot.scales.x, x = this.plot.data[0];
    this.zoom = x.length > 1 && (min > x[0] || max < x[x.length - 1]) ? { min, max } : null;
    this.whole.hidden = !this.zoom;
  }

  // The legend has a button for each name, in the order of the lines.
  list() {
    this.items = new Map();
    this.lines.forEach((l, i) => {
      const before = this.items.get(l.name);
      if (before) { if (!l.edge) Object.assign(before, { line: l, at: before.at ?? i + 1, more: before.line && !before.line.edge }); return; }
      this.items.set(l.name, { line: l, at: l.edge ? undefined : i + 1 });
    });
    this.legend.replaceChildren(...[...this.items].map(([name, item]) => {
      const button = element("button", undefined, { type: "button", "aria-pressed": String(!this.hidden.has(name)), title: name });
      item.value = element("span", "", { class: "value" });
      button.append(mark(item.line), element("span", name, { class: "name" }), item.value);
      button.addEventListener("click", () => this.toggle(name, button));
      for (const [event, focus] of [["pointerenter", true], ["focus", true], ["pointerleave", false], ["blur", false]]) {
        button.addEventListener(event, () => item.at && this.plot.setSeries(focus ? item.at : null, { focus }));
      }
      item.button = button;
      const one = element("li");
      one.append(button);
      return one;
    }));
  }

  toggle(name, button) {
    const shown = this.hidden.delete(name);
    if (!shown) this.hidden.add(name);
    button.setAttribute("aria-pressed", String(shown));
    this.lines.forEach((l, i) => { if (l.name === name) this.plot.setSeries(i + 1, { show: shown }); });
  }

  near(at) {
    for (const { at: own, button } of this.items?.values() || []) button?.classList.toggle("near", own === at);
  }

  // The legend has the values at the cursor, or the last ones; of a curve that has ended
  // before, its last one.
  value() {
    if (!this.items || !this.plot) return;
    const x = this.plot.data[0], at = this.plot.cursor.idx ?? x.length - 1;
    if (at < 0) return;
    const text = v => v.toLocaleString("en", v < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 });
    const place = text(x[at]);
    this.where.textContent = /^generations?$/.test(this.across) ? `At generation ${place}:` : `At ${place} ${this.across}:`;
    for (const { at: series, value, more } of this.items.values()) {
      if (!series || more) continue;
      const own = this.plot.data[series];
      let k = at;
      while (k >= 0 && own[k] == null) k--;
      const over = k < at && !own.slice(at).some(v => v != null);
      value.textContent = k < 0 ? "-" : own[k].toFixed(3) + (over ? ` (ended at ${text(x[k])})` : "");
    }
  }
}

// How a line looks, beside its name.
function mark(line) {
  const of = name => document.createElementNS("http://www.w3.org/2000/svg", name);
  const svg = of("svg"), stroke = of("line"), look = line.look || line.band;
  for (const [key, value] of Object.entries({ viewBox: "0 0 28 10", width: 28, height: 10, "aria-hidden": "true", class: "mark" })) svg.setAttribute(key, value);
  for (const [key, value] of Object.entries({ x1: 0, x2: 28, y1: 5, y2: 5, stroke: colour(look), "stroke-width": line.thin ? 1 : Math.max(1.5, look.width * 4 / 3), "stroke-dasharray": (dashes(look) || []).join(" ") || "none" })) stroke.setAttribute(key, value);
  svg.append(stroke);
  return svg;
}
