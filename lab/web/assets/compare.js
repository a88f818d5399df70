// Draws the curves of the compared runs, follows those at work, and lets their champions
// play each other.
import { byId, element, post, row, interval, paced, refresh, stream, tell } from "./api.js";
import { Chart, ranked, others, edges } from "./chart.js";

const data = () => JSON.parse(byId("compared").dataset.curves);
const chart = new Chart(byId("curves"), "validated fitness", data().across);

// How many curves have bands, the best: more would hide each other.
const banded = 4;

function draw() {
  const { curves, each } = data();
  byId("curves").hidden = !curves.length;
  if (!curves.length) return;
  const x = [...new Set([...curves, ...each].flatMap(c => c.x))].sort((a, b) => a - b);
  const at = (c, values) => { const known = new Map(c.x.map((g, i) => [g, values[i]])); return x.map(g => known.get(g) ?? null); };
  const lines = [], columns = [];
  const add = (list, ...values) => { lines.push(...list); columns.push(...values); };
  curves.forEach((c, i) => {
    if (c.low.length && i < banded) add(edges(c.name, ranked(i)), at(c, c.high), at(c, c.low));
    add([{ name: c.name, look: ranked(i) }], at(c, c.value));
  });
  for (const c of each) add([{ name: "each run", thin: true, look: others }], at(c, c.value));
  chart.show(x, lines, columns);
}
draw();

stream(() => "/compare/events?" + byId("compared").dataset.query, { grown: paced(async () => { await refresh("compared"); draw(); }) });

for (const choice of byId("view")?.querySelectorAll("select") || []) choice.addEventListener("change", () => byId("view").requestSubmit());

byId("meet").addEventListener("click", async () => {
  const runs = [...document.querySelectorAll("[name=meets]:checked")].map(box => box.value);
  byId("meet").disabled = true;
  byId("meeting").textContent = "playing ...";
  byId("meeting").classList.add("busy");
  try {
    const { matches, file } = await post("/api/compare", { runs, games: Number(byId("matchgames").value) });
    byId("met").hidden = false;
    byId("met").tBodies[0].replaceChildren(...matches.map(m => {
      const line = row([m.a, m.b, "", interval(m.score)], [2, 3]);
      line.cells[2].append(element("a", m.games, { href: m.address }));
      return line;
    }));
    const warnings = [...new Set(matches.flatMap(m => m.warnings || []))].join("; ");
    byId("meeting").replaceChildren("The games are kept: ", element("a", file, { href: "/games/" + file }), warnings && ". " + warnings);
    tell(matches.length + " matches played");
  } catch (e) {
    byId("meeting").textContent = e.message;
  }
  byId("meeting").classList.remove("busy");
  byId("meet").disabled = false;
});
