// Steps through a recorded game by buttons, keys and swipes, tries other moves, and has the
// engine analyse and review it.
import { byId, element, post, tell } from "./api.js";
import { Grid } from "./grid.js";
import { Picker, turns } from "./pick.js";

const page = byId("replay"), { game: name, variant, file } = page.dataset, number = Number(page.dataset.number);
const known = JSON.parse(page.dataset.known), game = known.steps, sides = [page.dataset.first, page.dataset.second];
const items = [...document.querySelectorAll(".step")];
const grid = new Grid(byId("field"), JSON.parse(page.dataset.look), touch), turning = turns(name, grid);
const picker = new Picker({ ways: () => ways.get(here().position)?.ways || [], choose: way => tryMove(way.move), refuse, why: "", draw });

// Where we are: at a ply of the game, and in a variation after so many of its moves.
let now = -1, line = null, at = 0;
let review = known.review, variations = known.tried.map(v => ({ ...v, kept: true })), hints = [];
const ways = new Map(); // the legal moves of positions that somebody has touched

const here = () => line && at ? line.steps[at - 1] : game[now];
const before = () => !(line && at) ? game[now - 1] : at > 1 ? line.steps[at - 2] : game[line.from];
const fromAddress = () => Math.min(game.length - 1, Math.max(0, parseInt(location.hash.slice(1), 10) || 0));

function refuse(text) { byId("refused").textContent = text; }

function draw() {
  const open = picker.picked.length ? picker.targets() : [];
  grid.show(here().board, { before: before()?.board || null, path: here().path }, (r, c) => [...picker.marks(r, c, open), hints.includes(`${r},${c}`) && "hinted"].filter(Boolean));
}

// Shows a ply of the game, or of the variation.
function show(to, { quiet = false, inLine = null, ply = 0 } = {}) {
  const place = [now, line, at].join();
  now = Math.max(0, Math.min(game.length - 1, to));
  [line, at] = inLine ? [inLine, ply] : [line, 0];
  const moved = [now, line, at].join() !== place;
  picker.clear();
  refuse("");
  if (moved) hints = [];
  draw();
  items.forEach((s, i) => { i === now && !at ? s.setAttribute("aria-current", "step") : s.removeAttribute("aria-current"); });
  const item = items[now], list = item.closest(".moves");
  list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
  byId("at").textContent = at ? `variation, ply ${line.from + at}` : `${now} of ${game.length - 1}`;
  const last = at ? at === line.steps.length : now === game.length - 1;
  for (const [way, end] of [["first", !now && !at], ["back", !now && !at], ["next", last], ["last", last]]) byId("buttons").querySelector(`[data-to=${way}]`).setAttribute("aria-disabled", String(end));
  byId("pass").hidden = true;
  listVariations();
  drawGraph();
  showValue(at ? null : review.points[now]?.value ?? null);
  if (moved && now >= 0 && analysing) analyse();
  else if (moved) clearLines();
  if (quiet) return;
  if (!at) history.replaceState(null, "", "#" + now);
  tell(at ? `${here().side} ${here().shown}, in a variation` : item.textContent.trim());
}

const mistake = from => items.findIndex((s, i) => i >= from && s.classList.contains("mistake"));
const main = to => () => show(to());
const go = {
  first: main(() => 0),
  back: () => at > 1 ? show(now, { inLine: line, ply: at - 1 }) : at ? show(line.from) : now ? show(now - 1) : refuse("This is where the game begins."),
  next: () => at ? at < line.steps.length ? show(now, { inLine: line, ply: at + 1 }) : refuse("The variation ends here.") : now < game.length - 1 ? show(now + 1) : refuse("The game ends here."),
  last: () => at ? show(now, { inLine: line, ply: line.steps.length }) : show(game.length - 1),
  mistake: main(() => { const m = mistake(now + 1); return m >= 0 ? m : Math.max(0, mistake(0)); }),
};
byId("buttons").addEventListener("click", e => go[e.target.dataset.to]?.());
document.querySelector(".moves").addEventListener("click", e => {
  const better = e.target.closest(".better"), s = e.target.closest(".step");
  if (better) { e.preventDefault(); show(Number(better.dataset.from)); tryMove(better.dataset.move); }
  else if (s) { e.preventDefault(); show(items.indexOf(s)); }
});
addEventListener("hashchange", () => show(fromAddress(), { quiet: true }));
addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey || /INPUT|SELECT|TEXTAREA/.test(e.target.tagName)) return;
  if (e.key === "Escape" && picker.picked.length) { picker.clear(); draw(); return; }
  const onBoard = byId("field").contains(e.target) && picker.picked.length; // arrows lead to where the piece goes
  const way = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[e.key];
  if (way && !onBoard) { e.preventDefault(); e.stopPropagation(); go[way](); }
  if (e.key === "e") toggleAnalysis();
  if (e.key === "m") judge();
  if (e.key === "f") flip();
}, true);

let touched = null;
byId("field").addEventListener("touchstart", e => { touched = e.changedTouches[0].clientX; }, { passive: true });
byId("field").addEventListener("touchend", e => {
  const way = e.changedTouches[0].clientX - touched;
  if (Math.abs(way) > 40) go[way < 0 ? "next" : "back"]();
}, { passive: true });

// Says what the engine does or has found.
function say(text, busy) {
  byId("thought").textContent = text;
  byId("thought").classList.toggle("busy", Boolean(busy));
}

function flip() { turning.flip(); draw(); }

// Moves are written as people type them, or as in the course's files.
function notation() {
  for (const m of document.querySelectorAll(".moves .move")) [m.textContent, m.dataset.filed] = [m.dataset.filed, m.textContent];
}

// Other moves are tried on the board: the first touch of a position asks for its moves.
async function touch(r, c, rough) {
  const { position } = here();
  if (!ways.has(position)) {
    try { ways.set(position, await post("/api/position", { game: name, variant, position })); } catch (e) { refuse(e.message); return; }
    if (here().position !== position) return;
  }
  const { ways: list, over } = ways.get(position);
  if (over) { refuse(over); return; }
  const pass = list.find(w => !w.squares.length);
  byId("pass").hidden = !pass;
  byId("pass").onclick = () => tryMove(pass.move);
  picker.touch(r, c, rough);
}

// Goes on in the game or in a variation that has this move, or begins another one.
async function tryMove(move) {
  picker.clear();
  if (at && line.steps[at]?.move === move) { show(now, { inLine: line, ply: at + 1 }); return; }
  if (!at && game[now + 1]?.move === move) { show(now + 1); return; }
  const other = !at && variations.find(v => v.from === now && v.steps[0].move === move);
  if (other) { show(now, { inLine: other, ply: 1 }); return; }
  const place = here();
  try {
    const step = await post("/api/position", { game: name, variant, position: place.position, move });
    if (here() !== place) return;
    ways.set(step.position, step);
    if (at && at === line.steps.length) { line.steps.push(step); line.kept = false; }
    else {
      const own = { from: at ? line.from : now, steps: [...(at ? line.steps.slice(0, at) : []), step], kept: false };
      variations.push(own);
      line = own;
    }
    show(now, { inLine: line, ply: at + 1 });
    if (step.over) refuse(step.over);
  } catch (e) { refuse(e.message); }
}

function listVariations() {
  byId("variations").hidden = !variations.length;
  byId("tried").replaceChildren(...variations.map(v => {
    const p = element("p", `after ply ${v.from}: `, { class: "variation" });
    v.steps.forEach((s, i) => {
      const b = element("button", s.shown, { type: "button", class: "plain", "aria-label": `${s.side} ${s.shown}, ply ${v.from + i + 1} of a variation` });
      if (v === line && i + 1 === at) b.setAttribute("aria-current", "step");
      b.addEventListener("click", () => show(v.from, { inLine: v, ply: i + 1 }));
      p.append(b, " ");
    });
    const remove = element("button", "remove", { type: "button" });
    remove.addEventListener("click", () => {
      variations = variations.filter(other => other !== v);
      if (line === v) { line = null; at = 0; }
      if (v.kept) keep(); else show(now);
    });
    if (!v.kept) {
      const b = element("button", "keep", { type: "button" });
      b.addEventListener("click", () => { v.kept = true; keep(v); });
      p.append(b, " ");
    }
    p.append(remove);
    return p;
  }));
}

// The kept variations are stored with the game.
async function keep(fresh) {
  try {
    await post("/api/variations", { file, game: number, tried: variations.filter(v => v.kept).map(v => ({ ply: v.from, moves: v.steps.map(s => s.move) })) });
    tell(fresh ? "the variation is kept with the game" : "the variation is removed");
  } catch (e) {
    if (fresh) fresh.kept = false;
    refuse(e.message);
  }
  show(now, { inLine: line, ply: at });
}

// The analysis of what is shown goes on until something else is shown.

let analysing = false, source = null;

function toggleAnalysis() {
  analysing = !analysing;
  byId("think").setAttribute("aria-pressed", String(analysing));
  if (analysing) analyse(); else { source?.close(); source = null; say(""); }
}

function clearLines() {
  byId("lines").replaceChildren();
  if (!reviewing) say("");
}

function analyse() {
  source?.close();
  clearLines();
  say("thinking ...", true);
  const own = new EventSource("/analysis/events?" + new URLSearchParams({ game: name, variant, position: here().position }));
  source = own;
  let exact = "", found = "";
  const close = () => { own.close(); if (source === own) source = null; };
  const state = busy => say([found, exact].filter(Boolean).join("; "), busy);
  own.addEventListener("exact", e => {
    const v = JSON.parse(e.data);
    exact = `exactly a ${v.value} for the side to move` + (v.kept.length ? `, kept by ${v.kept.slice(0, 8).map(k => k.shown).join(", ")}${v.kept.length > 8 ? " and others" : ""}` : "");
    showValue(sided(v.value));
    state(true);
  });
  own.addEventListener("lines", e => {
    const { depth, nodes, lines } = JSON.parse(e.data), best = lines[0];
    found = `best move ${best.shown}, ${worth(best.score)}, depth ${depth}, ${nodes.toLocaleString("en")} ${nodes === 1 ? "node" : "nodes"}`;
    if (!exact || typeof best.score !== "number") showValue(sided(best.score));
    hints = best.squares.map(String);
    if (!picker.picked.length) draw();
    showLines(lines);
    state(true);
  });
  own.addEventListener("over", e => { close(); say(JSON.parse(e.data)); });
  own.addEventListener("end", e => { close(); state(false); tell("analysed " + JSON.parse(e.data)); });
  own.addEventListener("error", async () => {
    close();
    say("");
    // The stream cannot say why it was refused: the same question by another way can.
    try { await post("/api/analyze", { game: name, variant, position: here().position, seconds: .01 }); if (!found) say("the connection is lost"); } catch (x) { say(x.message); }
  });
}

// A value for the side to move as one for the first side, and in words.
function sided(score) {
  const first = here().turn === 0;
  if (score === "draw") return "draw";
  if (typeof score === "number") return first ? score : -score;
  return (score === "win") === first ? "first" : "second";
}
const worth = score => typeof score === "number" ? "evaluation " + (score < 0 ? "" : "+") + score.toFixed(2) + " for the side to move" : score === null ? "" : "a proven " + score;

function showLines(lines) {
  byId("lines").replaceChildren(...lines.map(l => {
    const li = element("li"), b = element("button", "", { type: "button", class: "plain" });
    const score = typeof l.score === "number" ? (l.score < 0 ? "" : "+") + l.score.toFixed(2) : l.score;
    b.append(element("strong", score), " " + l.pv.join(" "));
    b.addEventListener("click", () => tryMove(l.move));
    li.append(b);
    return li;
  }));
}

// The bar has the share of the first side.
const share = value => value === "first" ? 1 : value === "second" ? -1 : value === "draw" ? 0 : Math.tanh(value / 2);
const words = value => value === "first" ? sides[0] + " wins" : value === "second" ? sides[1] + " wins" : value === "draw" ? "a draw" : `${sides[value < 0 ? 1 : 0]} by ${Math.abs(value).toFixed(2)}`;

function showValue(value) {
  byId("bar").hidden = value === null && !analysing && !review.points.length;
  if (value === null) { byId("value").textContent = ""; byId("bar").setAttribute("aria-valuetext", "not known"); return; }
  byId("share").setAttribute("width", 1 + share(value));
  byId("bar").setAttribute("aria-valuenow", share(value).toFixed(2));
  byId("bar").setAttribute("aria-valuetext", words(value));
  byId("value").textContent = words(value);
}

// The graph has the value after each ply; a click leads there.

const svg = (kind, attributes) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
};

function drawGraph() {
  const points = review.points.filter(p => p && p.value !== null && p.value !== undefined);
  byId("graph").hidden = points.length < 2;
  if (points.length < 2) return;
  const wide = game.length - 1, y = p => -share(p.value);
  const all = svg("svg", { viewBox: `0 -1.1 ${wide} 2.2`, preserveAspectRatio: "none", role: "img", "aria-label": `evaluation over the game, ${sides[0]} above` });
  const path = points.map((p, i) => `${i ? "L" : "M"}${p.ply} ${y(p)}`).join(" ");
  all.append(svg("path", { class: "area", d: `${path} L${points[points.length - 1].ply} 0 L${points[0].ply} 0 Z` }), svg("line", { class: "zero", x1: 0, x2: wide, y1: 0, y2: 0 }), svg("path", { class: "curve", d: path }));
  for (const m of review.marks) if (m.mistake) all.append(svg("line", { class: "mistake", x1: m.ply, x2: m.ply, y1: -1.1, y2: 1.1 }));
  all.append(svg("line", { class: "now", x1: at ? line.from : now, x2: at ? line.from : now, y1: -1.1, y2: 1.1 }));
  byId("graph").replaceChildren(all);
}
byId("graph").addEventListener("click", e => {
  const box = byId("graph").getBoundingClientRect();
  show(Math.round((e.clientX - box.left) / box.width * (game.length - 1)));
});

// A review marks the moves that gave something away, and is kept with the game.

let reviewing = false;

function showReview() {
  for (const item of items) { item.classList.remove("mistake"); item.querySelector(".note").textContent = ""; }
  for (const m of review.marks) {
    const item = items[m.ply];
    item.classList.toggle("mistake", m.mistake);
    const note = item.querySelector(".note");
    note.textContent = (m.mistake ? "mistake: " : "") + m.note + (m.better.length ? "; " : "");
    for (const b of m.better) note.append(element("a", b.shown, { class: "better", href: "#" + (m.ply - 1), "data-from": m.ply - 1, "data-move": b.move, title: "try it" }), " ");
  }
  document.querySelector('[data-to="mistake"]').hidden = mistake(0) < 0;
  byId("graphfiles").hidden = review.points.length < 2;
  drawGraph();
}

function judge() {
  if (reviewing) { refuse("The game is being reviewed already."); return; }
  reviewing = true;
  byId("judge").setAttribute("aria-disabled", "true");
  say("reviewing the game ...", true);
  byId("reviewed").hidden = false;
  byId("reviewed").value = 0;
  const own = new EventSource("/reviews/events?" + new URLSearchParams({ file, game: number }));
  const end = text => {
    own.close();
    reviewing = false;
    byId("judge").setAttribute("aria-disabled", "false");
    byId("reviewed").hidden = true;
    say(text);
  };
  own.addEventListener("progress", e => { const { done, total } = JSON.parse(e.data); byId("reviewed").value = done / total; });
  own.addEventListener("point", e => { const p = JSON.parse(e.data); review.points[p.ply] = p; drawGraph(); });
  own.addEventListener("review", e => {
    review = JSON.parse(e.data);
    showReview();
    showValue(at ? null : review.points[now]?.value ?? null);
    const n = review.marks.filter(m => m.mistake && m.note !== "an estimate, no proof").length, all = review.marks.length;
    end([all ? n + (n === 1 ? " proven mistake in " : " proven mistakes in ") + all + " moves whose value is known" : "no move's exact value is known", review.loss && "where it was lost: " + review.loss].filter(Boolean).join("; "));
  });
  own.addEventListener("refused", e => end(JSON.parse(e.data)));
  own.addEventListener("error", () => end("The connection is lost, or the engines are busy: try again in a moment."));
}

byId("think").addEventListener("click", toggleAnalysis);
byId("judge").addEventListener("click", judge);
byId("flip").addEventListener("click", flip);
byId("filed").addEventListener("change", notation);
byId("filed").checked = false;
addEventListener("pagehide", () => source?.close());
turning.begin(page.querySelector(".field").dataset.turned === "true");
showReview();
show(fromAddress(), { quiet: true });
