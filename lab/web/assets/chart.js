// Curves as the printed figures have them, of the page's width and on its light or dark
// ground.
import { palette } from "./palette.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const ink = () => dark.matches ? "#ddd" : "#222";
const grid = () => ({ stroke: dark.matches ? "#444" : "#ddd", width: 1 });

// A look is an entry of the palette.
const colour = look => dark.matches ? look.dark : look.light;
const dashes = look => look.dashes.length ? look.dashes.map(points => points * 4 / 3) : undefined;

// The look of the best curve is that of rank 0.
export const ranked = i => palette.ranked[i] || palette.others;
export const { validated, claimed, mean, others } = palette;

// The two edges of an interval, around a line that has the look.
export const edges = (name, look) => [{ name: name + " high", edge: true }, { name: name + " low", edge: true, band: look }];

// Between the numbers of an axis: there is no half of a generation or of a game.
const wholeSteps = [...Array(10).keys()].flatMap(k => [1, 2, 5].map(n => n * 10 ** k));

// A curve that is drawn again from whatever its data are now.
export class Chart {
  constructor(place, label, across = "generation") {
    this.place = place;
    this.across = across;
    this.label = label;
    new ResizeObserver(() => this.plot && this.plot.setSize(this.size())).observe(place);
    dark.addEventListener("change", () => { this.key = null; this.last && this.show(...this.last); });
  }

  size() { return { width: Math.max(200, this.place.clientWidth), height: Math.min(340, Math.max(220, this.place.clientWidth * .45)) }; }

  // Lines are {name, look, thin}, or edges {name, edge, band}; a band fills down to the line before.
  show(x, lines, data) {
    this.last = [x, lines, data];
    const key = lines.map(l => l.name).join("|");
    if (this.plot && key === this.key) { this.plot.setData([x, ...data]); this.showLast(x); return; }
    this.key = key;
    this.plot?.destroy();
    const bands = [];
    lines.forEach((l, i) => { if (l.band) bands.push({ series: [i, i + 1], fill: colour(l.band) + "2b" }); });
    this.place.replaceChildren();
    this.plot = new uPlot({
      ...this.size(), bands,
      legend: { live: true },
      hooks: { ready: [() => this.showLast(x)] },
      cursor: { drag: { x: true, y: false } },
      scales: { x: { time: false } },
      axes: [{ stroke: ink, grid: grid(), label: this.across, incrs: wholeSteps }, { stroke: ink, grid: grid(), label: this.label, size: 60 }],
      series: [{ label: this.across }, ...lines.map(l => ({
        label: l.name, stroke: l.edge ? "#0000" : colour(l.look), width: l.edge ? 0 : l.thin ? 1 : l.look.width * 4 / 3, dash: l.edge ? undefined : dashes(l.look),
        points: { show: !l.edge && x.length < 60, size: 5 }, spanGaps: true,
      }))],
    }, [x, ...data], this.place);
    [...this.place.querySelectorAll(".u-series")].forEach((s, i) => { if (i && lines[i - 1].edge) s.hidden = true; });
  }

  // Where nobody points, the legend has the last values.
  showLast(x) { if (x.length && this.plot.cursor.idx == null) this.plot.setLegend({ idx: x.length - 1 }); }
}
