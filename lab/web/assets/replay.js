// Steps through a recorded game by buttons, keys and swipes, and asks the engine.
import { byId, post, tell } from "./api.js";
import { Grid } from "./grid.js";

const page = byId("replay"), look = JSON.parse(page.dataset.look);
const steps = [...document.querySelectorAll(".step")];
const grid = new Grid(byId("field"), look, () => {});
let now = -1, best = [];

const fromAddress = () => Math.min(steps.length - 1, Math.max(0, parseInt(location.hash.slice(1), 10) || 0));

function show(to, quiet) {
  to = Math.max(0, Math.min(steps.length - 1, to));
  if (to !== now) { best = []; say(""); }
  now = to;
  const step = steps[now];
  grid.show(step.dataset.board, { before: now ? steps[now - 1].dataset.board : null, path: JSON.parse(step.dataset.path) }, (r, c) => best.some(s => s[0] === r && s[1] === c) ? ["hinted"] : []);
  steps.forEach((s, i) => { i === now ? s.setAttribute("aria-current", "step") : s.removeAttribute("aria-current"); });
  const list = step.closest(".moves");
  list.scrollTop = step.offsetTop - list.offsetTop - list.clientHeight / 2;
  byId("at").textContent = now + " of " + (steps.length - 1);
  if (quiet) return;
  history.replaceState(null, "", "#" + now);
  tell(step.textContent.trim());
}

const mistake = from => steps.findIndex((s, i) => i >= from && s.classList.contains("mistake"));
const ways = {
  first: () => 0, back: () => now - 1, next: () => now + 1, last: () => steps.length - 1,
  mistake: () => { const m = mistake(now + 1); return m >= 0 ? m : Math.max(0, mistake(0)); },
};
byId("buttons").addEventListener("click", e => { const way = ways[e.target.dataset.to]; if (way) show(way()); });
document.querySelector(".moves").addEventListener("click", e => { const s = e.target.closest(".step"); if (s) { e.preventDefault(); show(steps.indexOf(s)); } });
addEventListener("hashchange", () => show(fromAddress(), true));
addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey || /INPUT|SELECT|TEXTAREA/.test(e.target.tagName)) return;
  const way = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[e.key];
  if (way) { e.preventDefault(); e.stopPropagation(); show(ways[way]()); }
  if (e.key === "e") think();
  if (e.key === "m") judge();
  if (e.key === "f") flip();
}, true);

let touched = null;
byId("field").addEventListener("touchstart", e => { touched = e.changedTouches[0].clientX; }, { passive: true });
byId("field").addEventListener("touchend", e => {
  const way = e.changedTouches[0].clientX - touched;
  if (Math.abs(way) > 40) show(now + (way < 0 ? 1 : -1));
}, { passive: true });

// Says what the engine does or has found.
function say(text, busy) {
  byId("thought").textContent = text;
  byId("thought").classList.toggle("busy", Boolean(busy));
}

function flip() { grid.turned = !grid.turned; show(now, true); }

// Moves are written as people type them, or as in the course's files.
function notation() {
  for (const m of document.querySelectorAll(".move")) [m.textContent, m.dataset.filed] = [m.dataset.filed, m.textContent];
}

async function think() {
  say("thinking ...", true);
  const at = now;
  try {
    const t = await post("/api/analyze", { game: page.dataset.game, variant: page.dataset.variant, position: steps[at].dataset.position, seconds: 1 });
    if (at !== now) return;
    const score = t.score === null ? "" : typeof t.score === "number" ? ", evaluation " + t.score.toFixed(3) + " for the side to move" : ", a proven " + t.score;
    best = t.squares;
    show(now, true);
    say("best move " + t.shown + score + (t.depth ? ", depth " + t.depth : "") + (t.pv.length > 1 ? "; then " + t.pv.slice(1).join(" ") : ""));
  } catch (e) { say(e.message); }
}

function mark(ply, mistake, note) {
  steps[ply].classList.toggle("mistake", mistake);
  steps[ply].querySelector(".note").textContent = note;
}

async function judge() {
  say("looking for proven mistakes ...", true);
  try {
    const found = await post("/api/judge", { file: page.dataset.file, game: Number(page.dataset.number) });
    for (const j of found.moves) mark(j.ply, j.mistake, (j.mistake ? "mistake: " : "") + j.note);
    if (found.ply && found.ply < steps.length && !found.moves.some(j => j.ply === found.ply)) mark(found.ply, true, "an estimate, no proof");
    const n = found.moves.filter(j => j.mistake).length, known = found.moves.length;
    document.querySelector('[data-to="mistake"]').hidden = mistake(0) < 0;
    say([
      known ? n + (n === 1 ? " proven mistake in " : " proven mistakes in ") + known + " moves whose value is known" : "no move's exact value is known",
      found.loss && "where it was lost: " + found.loss, found.cut && "there was no time for the rest",
    ].filter(Boolean).join("; "));
  } catch (e) { say(e.message); }
}
byId("think").addEventListener("click", think);
byId("judge").addEventListener("click", judge);
byId("flip").addEventListener("click", flip);
byId("filed").addEventListener("change", notation);
byId("filed").checked = false;
show(fromAddress(), true);
