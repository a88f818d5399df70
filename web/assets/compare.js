// Lets the champions of the compared runs play each other.
import { byId, post, row, interval, tell } from "./api.js";

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
