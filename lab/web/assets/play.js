// Plays a game against an agent. The page has the moves; the server checks them.
import { byId, post, element, tell } from "./api.js";
import { Grid } from "./grid.js";

const setup = byId("setup"), sides = [setup.dataset.first, setup.dataset.second];
let game = null, now = null, picked = [], waiting = false;
const grid = new Grid(byId("field"), JSON.parse(setup.dataset.look), touch);

const same = (a, b) => a[0] === b[0] && a[1] === b[1];
const mine = () => now && !now.over && now.turn === (game.second ? 1 : 0) && !waiting;

// The legal moves that go through the picked squares, in their order.
const fitting = path => now.ways.filter(w => {
  if (!w.squares.length || !same(w.squares[0], path[0])) return false;
  let at = 0;
  for (const s of w.squares) if (at < path.length && same(s, path[at])) at++;
  return at === path.length;
});

function touch(r, c) {
  if (!mine()) return;
  const path = [...picked, [r, c]];
  let fit = fitting(path);
  if (!fit.length) { picked = []; fit = fitting([[r, c]]); picked = fit.length ? [[r, c]] : []; } else picked = path;
  const ends = fit.filter(w => same(w.squares[w.squares.length - 1], [r, c]));
  if (ends.length === 1 && (fit.length === 1 || picked.length > 1)) { send({ add: ends[0].move }); return; }
  choices(picked.length > 1 ? ends : []);
  draw();
}

// Several moves between the same squares are chosen by a button.
function choices(list) {
  byId("choice").replaceChildren(...list.map(w => {
    const b = element("button", w.shown, { type: "button" });
    b.addEventListener("click", () => send({ add: w.move }));
    return b;
  }));
}

function draw() {
  const targets = mine() ? (picked.length ? fitting(picked).flatMap(w => w.squares.slice(w.squares.findIndex(s => same(s, picked[picked.length - 1])) + 1)) : now.ways.map(w => w.squares[0]).filter(Boolean)) : [];
  const hint = now.hint ? now.hint.squares : [];
  grid.show(now.board, now.before, (r, c) => [
    picked.some(s => same(s, [r, c])) && "picked", targets.some(s => same(s, [r, c])) && "possible", hint.some(s => same(s, [r, c])) && "hinted",
  ].filter(Boolean));
}

function show(answer) {
  now = answer;
  game.moves = now.moves;
  picked = [];
  choices([]);
  waiting = false;
  draw();
  const turn = now.over || (mine() ? "your move" : sides[now.turn] + " is thinking ...");
  byId("said").textContent = [now.said, turn, now.hint && "hint: " + now.hint.move].filter(Boolean).join("; ");
  byId("standing").textContent = now.state;
  byId("moves").replaceChildren(...now.moves.map((m, i) => element("li", sides[i % 2] + " " + m)));
  byId("moves").lastElementChild?.scrollIntoView({ block: "nearest" });
  byId("legal").textContent = now.ways.map(w => w.shown).join(", ") || "none";
  const pass = now.ways.find(w => !w.squares.length);
  byId("pass").hidden = !pass || !mine();
  byId("pass").onclick = () => send({ add: pass.move });
  document.body.dataset.position = now.position;
  document.body.dataset.plies = now.moves.length;
  document.body.dataset.over = now.over;
  document.body.dataset.turn = mine() ? "mine" : "theirs";
}

// Asks the server, first for the own move and then for the answer.
async function send({ add, moves = game.moves, typed = "", hint = false }) {
  if (waiting) return;
  waiting = true;
  document.body.dataset.turn = "theirs";
  byId("refused").textContent = "";
  const ask = more => post("/api/play", { ...game, moves, typed: "", answer: false, hint: false, ...more });
  try {
    if (add) moves = [...moves, add];
    show(await ask({ typed, hint }));
    byId("typing").reset();
    while (!now.over && now.turn !== (game.second ? 1 : 0)) {
      waiting = true;
      moves = now.moves;
      show(await ask({ answer: true }));
    }
    if (now.over) tell(now.over);
  } catch (e) {
    waiting = false;
    document.body.dataset.turn = "mine";
    byId("refused").textContent = e.message;
  }
}

function begin() {
  const f = setup.elements;
  game = { game: setup.dataset.game, variant: f.variant ? f.variant.value : "", against: f.against.value, strength: f.strength.value,
    second: f.side.value === "second", seed: crypto.getRandomValues(new Uint32Array(1))[0], moves: [] };
  send({});
}

// Takes back the own last move and what came after it.
function takeBack() {
  const own = game.second ? 1 : 0;
  let n = game.moves.length - 1;
  while (n >= 0 && n % 2 !== own) n--;
  if (n >= 0) send({ moves: game.moves.slice(0, n) });
}

setup.addEventListener("submit", e => { e.preventDefault(); begin(); });
byId("back").addEventListener("click", takeBack);
byId("hint").addEventListener("click", () => mine() && send({ hint: true }));
byId("typing").addEventListener("submit", e => { e.preventDefault(); const typed = e.target.elements.move.value.trim(); if (mine() && typed) send({ typed }); });
byId("save").addEventListener("click", async () => {
  try { location.href = (await post("/api/save", { ...game, typed: "", answer: false, hint: false })).address; } catch (e) { byId("refused").textContent = e.message; }
});
begin();
