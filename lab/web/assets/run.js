// Follows a run: each generation is drawn as soon as its line is written.
import { byId, post, row, duration, interval, percent, element, refresh, stream, tell, tellNow } from "./api.js";
import { Chart, ranked, validated, claimed, mean, others, edges } from "./chart.js";

const page = byId("run"), name = page.dataset.run, claims = "claims" in page.dataset, features = page.dataset.features.split(",");
const address = "/runs/" + encodeURIComponent(name), api = "/api" + address;
const learning = new Chart(byId("learning"), "fitness"), opponents = new Chart(byId("opponents"), "score"), weights = new Chart(byId("weights"), "weight");
let points = [], matches = new Map(), mark = "", status = page.dataset.status;

const column = f => points.map(p => { const v = f(p); return v === undefined ? null : v; });

function drawLearning() {
  const x = column(p => p.generation);
  if (!claims) {
    learning.show(x, [...edges("validated", validated), { name: "validated", look: validated }],
      [column(p => p.validated?.high), column(p => p.validated?.low), column(p => p.validated?.value)]);
    return;
  }
  learning.show(x, [
    ...edges("mean of all", others), ...edges("claimed", claimed), ...edges("validated", validated),
    { name: "mean of all", look: mean }, { name: "claimed", look: claimed }, { name: "validated", look: validated },
  ], [
    column(p => p.high), column(p => p.low), column(p => p.interval?.high), column(p => p.interval?.low),
    column(p => p.validated?.high), column(p => p.validated?.low), column(p => p.mean), column(p => p.best), column(p => p.validated?.value),
  ]);
}

// The largest weights, of vectors of length 1; a program's parameters as they are. They are
// chosen anew when twice as many generations are known: a chart that is made anew loses
// what was zoomed into, and takes time.
let largest = [], chosenAt = 0;

const signed = (x, digits) => (x < 0 ? "" : "+") + x.toFixed(digits);

// The bar of a weight, on an axis from -1 to 1.
function bar(x) {
  const of = (name, attributes) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    return e;
  };
  const svg = of("svg", { class: x < 0 ? "weight minus" : "weight", viewBox: "-100 0 200 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(of("line", { class: "zero", x1: 0, x2: 0, y1: 0, y2: 10 }), of("rect", { x: 100 * Math.min(0, x), y: 1, width: 100 * Math.abs(x), height: 8 }));
  return svg;
}

function drawWeights() {
  const last = points[points.length - 1];
  if (!last?.weights?.length) return;
  byId("weights").closest("section").hidden = false;
  const unit = points.map(p => { if (p.parameters) return features.map(f => p.parameters[f]); const n = Math.hypot(...p.weights) || 1; return p.weights.map(w => w / n); });
  const now = unit[unit.length - 1], name = f => features[f] || "weight " + f;
  if (points.length >= 2 * chosenAt) {
    chosenAt = points.length;
    largest = now.map((w, f) => f).sort((a, b) => Math.abs(now[b]) - Math.abs(now[a])).slice(0, 10);
  }
  const scale = Math.max(...now.map(Math.abs)) || 1;
  byId("lastweights").querySelector(".axis").replaceChildren(...[-scale, 0, scale].map(x => element("span", x ? signed(x, 2) : "0")));
  byId("lastweights").tBodies[0].replaceChildren(...now.map((w, f) => {
    const line = row([name(f), "", signed(w, 3)], [2]);
    line.cells[1].append(bar(w / scale));
    return line;
  }));
  weights.show(column(p => p.generation), largest.map((f, i) => ({ name: name(f), look: ranked(i) })), largest.map(f => unit.map(u => u[f])));
}

// Scores of the training by opponent; the table has the last of each purpose.
function drawMatches() {
  const of = new Map(), last = new Map();
  for (const m of matches.values()) {
    if (m.purpose === "train" || m.purpose === "validate") {
      const key = m.opponent + (m.purpose === "train" ? "" : " (validated)");
      if (!of.has(key)) of.set(key, new Map());
      of.get(key).set(m.generation, m.score.value);
    }
    last.set([m.purpose, m.opponent, m.opening_plies].join(), m);
  }
  const wanted = [...of.keys()].filter(k => !k.endsWith("(validated)"));
  const x = [...new Set(wanted.flatMap(k => [...of.get(k).keys()]))].sort((a, b) => a - b);
  byId("opponents").hidden = !x.length;
  if (x.length) opponents.show(x, wanted.map((k, i) => ({ name: k, look: ranked(i) })), wanted.map(k => x.map(g => of.get(k).get(g) ?? null)));
  byId("opponents").closest("section").hidden = !last.size;
  const words = { train: "training", validate: "validation", choose: "the choice", test: "the test", progress: "progress" };
  byId("scores").tBodies[0].replaceChildren(...[...last.values()].map(m => row([m.opponent, words[m.purpose] || m.purpose, m.generation, m.score.low === m.score.high ? percent(m.score.value) : interval(m.score)], [2, 3])));
}

function numbers(from) {
  const body = byId("numbers").tBodies[0];
  if (!from) body.replaceChildren();
  for (const p of points.slice(from)) {
    const v = p.validated;
    body.append(row([p.generation, p.games.toLocaleString("en"), claims ? p.best.toFixed(3) : "-", claims ? p.mean.toFixed(3) : "-", v ? v.value.toFixed(3) : "-", v ? "[" + v.low.toFixed(3) + ", " + v.high.toFixed(3) + "]" : "-"], [0, 1, 2, 3, 4, 5]));
  }
}

function addPoints(fresh) {
  const known = new Set(points.map(p => p.generation)), from = points.length;
  fresh = fresh.filter(p => !known.has(p.generation));
  points.push(...fresh);
  if (!fresh.length) return;
  const last = points[points.length - 1], validated = points.findLast(p => p.validated);
  byId("games").textContent = last.games.toLocaleString("en");
  if (validated) byId("validated").textContent = validated.validated.value.toFixed(3);
  drawLearning();
  drawWeights();
  numbers(from);
  page.dataset.points = points.length;
  const said = [...claims ? [`claimed ${last.best.toFixed(3)}`] : [], ...last.validated ? [`validated ${last.validated.value.toFixed(3)}`] : []].join(", ");
  if (from) tellNow(`generation ${last.generation}` + (said && ": " + said));
}

// Whether this page has asked the run to stop, and whether this server works on it, or did.
let stopping = false, ours = false, shown = null;

function showState(s) {
  shown = s;
  stopping &&= s.status === "running";
  byId("status").textContent = stopping ? "stopping" : s.status;
  byId("status").className = "status " + s.status;
  byId("problem").textContent = stopping ? "It saves what it has reached." : s.problem || "";
  byId("generation").textContent = Math.max(0, s.generation) + (s.generations ? " of " + s.generations : "");
  if (s.generations) byId("progress").value = Math.max(0, s.generation);
  else byId("progress").removeAttribute("value"); // a budget of CPU time ends the run
  byId("rate").textContent = s.rate ? Math.round(s.rate).toLocaleString("en") : "-";
  const players = Object.entries(s.players || {}).sort();
  byId("workers").textContent = players.length ? players.length + " of a cluster" : s.workers || "-";
  byId("players").hidden = !players.length;
  byId("players").querySelector("tbody").replaceChildren(...players.map(([who, games]) => row([who, games.toLocaleString("en")], [1])));
  byId("seconds").textContent = duration(s.seconds);
  byId("left").textContent = s.status === "running" && s.generations ? duration(s.left) : "-";
  byId("remarks").hidden = !s.notes;
  byId("notes").replaceChildren(...(s.notes || []).map(n => element("li", n)));
  ours ||= s.stoppable;
  byId("stop").hidden = !s.stoppable || stopping;
  byId("stop").textContent = s.sweep ? "Stop the sweep" : "Stop";
  if (byId("whole")) byId("whole").hidden = !s.sweep;
  byId("elsewhere").hidden = s.status !== "running" || ours;
  const over = ["running", "finished", "deleted"].includes(s.status);
  byId("resume").hidden = over || !!byId("held");
  if (byId("held")) byId("held").hidden = over;
  if (s.status !== status) {
    if (s.status !== "running") showEnd();
    tell("the run is " + (status = s.status));
  }
}

// The champion, its figures and its games are there now; what is looked at stays where it is.
async function showEnd() {
  await refresh("headline");
  await refresh("ended");
  showKnownWorth();
}

stream(() => address + "/events" + (mark ? "?after=" + mark : ""), {
  points: e => { mark = e.lastEventId; addPoints(JSON.parse(e.data)); },
  again: () => { points = []; chosenAt = 0; matches.clear(); numbers(0); },
  matches: e => {
    for (const m of JSON.parse(e.data)) matches.set([m.purpose, m.generation, m.player, m.opponent, m.opening_plies].join(), m);
    drawMatches();
  },
  state: e => showState(JSON.parse(e.data)),
}, broken => { byId("offline").hidden = !broken; });

async function ask(button, address, body) {
  button.disabled = true;
  byId("refused").textContent = "";
  try { return await post(address, body); } catch (e) { byId("refused").textContent = e.message; } finally { button.disabled = false; }
}
byId("stop").addEventListener("click", async e => {
  stopping = true;
  if (shown) showState(shown);
  tell(shown?.sweep ? "stopping the sweep" : "stopping the run");
  if (!await ask(e.target, api + "/stop", {})) { stopping = false; showState(shown); }
});
byId("resume").addEventListener("click", e => { stopping = false; ask(e.target, api + "/resume", {}); });

function showWorth(list) {
  const worth = new Map(list.map(w => [w.feature, w]));
  for (const line of byId("champion").querySelectorAll("tr[data-feature]")) {
    const w = worth.get(line.dataset.feature);
    line.querySelector(".worth")?.remove();
    line.cells[0].append(element("small", w ? "Score with it " + interval(w.score) + (w.verdict ? ", " + w.verdict : "") : "not measured", { class: "worth" }));
  }
}
function showKnownWorth() { if (byId("champion")?.dataset.worth) showWorth(JSON.parse(byId("champion").dataset.worth)); }

document.addEventListener("click", async e => {
  if (e.target.id !== "worth") return;
  e.target.classList.add("busy");
  const list = await ask(e.target, api + "/worth", {});
  e.target.classList.remove("busy");
  if (!list) return;
  showWorth(list);
  tell("measured what each feature is worth");
});
showKnownWorth();
