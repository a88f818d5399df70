// Plays a game against an agent. The page has the moves; the server checks and keeps them.
import { byId, post, element, tell } from "./api.js";
import { Grid } from "./grid.js";
import { Picker, turns } from "./pick.js";

const setup = byId("setup"), sides = [setup.dataset.first, setup.dataset.second];
let game = null, now = null, waiting = false, fresh = true;
const grid = new Grid(byId("field"), JSON.parse(setup.dataset.look), touch), turning = turns(setup.dataset.game, grid);

const mine = () => now && !now.over && now.turn === (game.second ? 1 : 0) && !waiting;

const refuse = text => { byId("refused").textContent = text; };

const picker = new Picker({ ways: () => mine() ? now.ways : [], choose: way => send({ add: way.move }), refuse, why: setup.dataset.why, draw });

function touch(r, c, rough) {
  if (!mine()) { refuse(now?.over ? "The game is over." : "It is not your move yet: wait for the answer."); return; }
  picker.touch(r, c, rough);
}

function draw() {
  const open = picker.targets(), hint = now.hint ? now.hint.squares.map(String) : [], ground = grid.look.ground;
  const goal = now.colour === "black" ? "w" : "b"; // the camp that the person has to fill
  grid.show(now.board, { before: now.before, path: now.path }, (r, c) => [
    ...picker.marks(r, c, open), hint.includes(`${r},${c}`) && "hinted", ground && ground[r][c] === goal && "goal",
  ].filter(Boolean));
}

// Says what goes on; busy while the engine works.
function say(text, busy) {
  byId("said").textContent = text;
  byId("said").classList.toggle("busy", Boolean(busy));
}

function listMoves() {
  const list = byId("filed").checked ? now.moves : now.shown;
  byId("moves").replaceChildren(...list.map((m, i) => element("li", sides[i % 2] + " " + m)));
  byId("moves").lastElementChild?.setAttribute("aria-current", "step");
  const field = byId("moves").parentElement;
  field.scrollTop = field.scrollHeight;
}

function show(answer) {
  now = answer;
  game.moves = now.moves;
  keep(now.id);
  picker.clear();
  waiting = false;
  if (fresh) turning.begin(now.turned);
  fresh = false;
  draw();
  say([now.said, now.over || mine() && "your move", now.hint && "hint: " + now.hint.shown].filter(Boolean).join("; "));
  const side = sides[game.second ? 1 : 0];
  byId("you").textContent = "You are " + (!now.colour || now.colour === side ? side : `${now.colour} (${side})`) + ".";
  byId("standing").textContent = now.state;
  listMoves();
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
async function send({ add, moves = game.moves, typed = "", hint = false, resign = false, back = false }) {
  if (waiting) { refuse("The engine still works: wait for it."); return; }
  waiting = true;
  document.body.dataset.turn = "theirs";
  refuse("");
  say(hint ? "looking for a hint ..." : "playing ...", true);
  const ask = more => post("/api/play", { ...game, moves, typed: "", answer: false, hint: false, ...more });
  try {
    if (add) moves = [...moves, add];
    show(await ask({ typed, hint, resign, back }));
    byId("typing").reset();
    while (!now.over && now.turn !== (game.second ? 1 : 0)) {
      waiting = true;
      moves = now.moves;
      say([now.said, game.against + " is thinking ..."].filter(Boolean).join("; "), true);
      show(await ask({ answer: true }));
    }
    if (now.over) tell(now.over);
  } catch (e) {
    waiting = false;
    document.body.dataset.turn = "mine";
    say(now?.said || "");
    refuse(e.message);
  }
}

// A game has an address from its first move on.
function keep(id) {
  if (id && id !== game.id) history.replaceState(null, "", "/play/" + id);
  game.id = id;
  byId("kept").hidden = !id;
  const file = `played/${id}.jsonl?game=1`;
  byId("review").href = `/games/${file}#${now.moves.length}`;
  for (const a of document.querySelectorAll("[data-format]")) a.href = `/export/${file}&format=${a.dataset.format}`;
}

function begin() {
  const f = setup.elements;
  if (game?.id) history.pushState(null, "", "/play?game=" + setup.dataset.game);
  start({ id: "", keep: true, game: setup.dataset.game, variant: f.variant ? f.variant.value : "", against: f.against.value, strength: f.strength.value,
    second: f.side.value === "second", seed: crypto.getRandomValues(new Uint32Array(1))[0], moves: [] });
}

function start(chosen) {
  if (waiting) { refuse("The engine still works: wait for it."); return; }
  game = chosen;
  fresh = true;
  send({});
}

// Shows the game in the address in the form, as far as that has its settings.
function resume(saved) {
  const { id, keep, game: name, variant, against, strength, second, seed, moves } = saved;
  const f = setup.elements;
  for (const [field, is] of [[f.variant, variant], [f.strength, strength], [f.side, second ? "second" : "first"]]) if (field && is) field.value = is;
  start({ id, keep, game: name, variant, against, strength, second, seed, moves });
}

// Takes back the own last move and what came after it.
function takeBack() {
  const own = game.second ? 1 : 0;
  let n = game.moves.length - 1;
  while (n >= 0 && n % 2 !== own) n--;
  if (n >= 0) send({ moves: game.moves.slice(0, n), back: true }); else refuse("You have not moved yet.");
}

setup.addEventListener("submit", e => { e.preventDefault(); begin(); });
byId("back").addEventListener("click", takeBack);
byId("hint").addEventListener("click", () => now?.over ? refuse("The game is over.") : send({ hint: true }));
byId("flip").addEventListener("click", () => { turning.flip(); draw(); });
byId("filed").addEventListener("change", listMoves);
byId("field").addEventListener("keydown", e => { if (e.key === "Escape" && picker.picked.length) { picker.clear(); draw(); } });
byId("typing").addEventListener("submit", e => { e.preventDefault(); const typed = e.target.elements.move.value.trim();
  if (now?.over) refuse("The game is over."); else if (typed) send({ typed }); else refuse("Type a move first.");
});
byId("resign").addEventListener("click", () => {
  if (now?.over) refuse("The game is over."); else if (!game.moves.length) refuse("The game has not begun."); else send({ resign: true });
});
addEventListener("popstate", () => location.reload());
if (setup.dataset.saved) resume(JSON.parse(setup.dataset.saved)); else begin();
