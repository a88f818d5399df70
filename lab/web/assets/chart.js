// Curves in the colours of the printed figures. They follow the page's width and its
// light or dark colours.
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#8c6d31", "#6b6ecf", "#b5485d", "#637939", "#17a2a2"];
const dark = matchMedia("(prefers-color-scheme: dark)");
const ink = () => dark.matches ? "#ddd" : "#222";
const grid = () => ({ stroke: dark.matches ? "#444" : "#ddd", width: 1 });

export const colour = i => colours[i % colours.length];
export const shade = i => colour(i) + "2b";

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

  // Lines are {name, colour, dashed, faint, thin, band}; a band fills down to the line before.
  show(x, lines, data) {
    this.last = [x, lines, data];
    const key = lines.map(l => l.name).join("|");
    if (this.plot && key === this.key) { this.plot.setData([x, ...data]); this.showLast(x); return; }
    this.key = key;
    this.plot?.destroy();
    const bands = [];
    lines.forEach((l, i) => { if (l.band) bands.push({ series: [i, i + 1], fill: l.band }); });
    this.place.replaceChildren();
    this.plot = new uPlot({
      ...this.size(), bands,
      legend: { live: true },
      hooks: { ready: [() => this.showLast(x)] },
      cursor: { drag: { x: true, y: false } },
      scales: { x: { time: false } },
      axes: [{ stroke: ink, grid: grid(), label: this.across, incrs: wholeSteps }, { stroke: ink, grid: grid(), label: this.label, size: 60 }],
      series: [{ label: this.across }, ...lines.map(l => ({
        label: l.name, stroke: l.colour, width: l.faint ? 0 : l.thin ? 1 : 2, dash: l.dashed ? [6, 4] : undefined,
        points: { show: !l.faint && x.length < 60, size: 5 }, spanGaps: true,
      }))],
    }, [x, ...data], this.place);
    [...this.place.querySelectorAll(".u-series")].forEach((s, i) => { if (i && lines[i - 1].faint) s.hidden = true; });
  }

  // Where nobody points, the legend has the last values.
  showLast(x) { if (x.length && this.plot.cursor.idx == null) this.plot.setLegend({ idx: x.length - 1 }); }
}
