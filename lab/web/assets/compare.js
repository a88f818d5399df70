// Draws the curves of the compared runs, follows those at work, and lets their champions
// play each other.
import { byId, post, row, interval, paced, refresh, stream, tell } from "./api.js";
import { Chart, ranked, others, edges } from "./chart.js";

const data = () => JSON.parse(byId("compared").dataset.curves);
const chart = new Chart(byId("curves"), "validated fitness", data().across);

function draw() {
  const { curves, each } = data();
  byId("curves").hidden = !curves.length;
  if (!curves.length) return;
  const x = [...new Set([...curves, ...each].flatMap(c => c.x))].sort((a, b) => a - b);
  const at = (c, values) => { const known = new Map(c.x.map((g, i) => [g, values[i]])); return x.map(g => known.get(g) ?? null); };
  chart.show(x, each.map(c => ({ name: c.name, thin: true, look: others })).concat(curves.flatMap((c, i) => [
    ...edges(c.name, ranked(i)), { name: c.name, look: ranked(i) },
  ])), each.map(c => at(c, c.value)).concat(curves.flatMap(c => [at(c, c.high), at(c, c.low), at(c, c.value)])));
}
draw();

stream(() => "/compare/events?" + byId("compared").dataset.query, { grown: paced(async () => { await refresh("compared"); draw(); }) });

byId("meet").addEventListener("click", async () => {
  const runs = [...document.querySelectorAll("#compared tr[data-run]")].map(r => r.dataset.run);
  byId("meet").disabled = true;
  byId("meeting").textContent = "playing ...";
  try {
    const met = await post("/api/compare", { runs, games: Number(byId("matchgames").value) });
    byId("met").hidden = false;
    byId("met").tBodies[0].replaceChildren(...met.map(m => row([m.a, m.b, m.games, interval(m.score)], [2, 3])));
    byId("meeting").textContent = met.flatMap(m => m.warnings || []).join("; ");
    tell(met.length + " matches played");
  } catch (e) {
    byId("meeting").textContent = e.message;
  }
  byId("meet").disabled = false;
});
