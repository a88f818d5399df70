"use strict";
// Steps through the games. The boards are drawn from the rows of their
// positions; on paper each game shows its first mistake, or its end.

const element = (name, parent, classes) => {
  const e = document.createElement(name);
  e.className = classes || "";
  parent.append(e);
  return e;
};

// Names of the columns and of the rows, as moves have them.
const columnName = (look, c) => look.chess ? "abcdefghijklmnopqrstuvwxyz"[c] : c;
const rowName = (look, r, rows) => look.chess ? rows - r : r;

// The name of a column or a row.
const named = (scope, line, text) => {
  const head = element("th", line);
  head.scope = scope;
  head.textContent = text;
};

// A board as a table; squares that differ from the board before are framed.
function table(look, board, before) {
  const t = document.createElement("table");
  t.className = "board " + look.game;
  t.style.setProperty("--columns", board.split("/")[0].length);
  const rows = board.split("/"), old = (before || board).split("/");
  const head = t.insertRow();
  element("td", head, "corner");
  for (let c = 0; c < rows[0].length; c++) named("col", head, columnName(look, c));
  rows.forEach((row, r) => {
    const line = t.insertRow();
    named("row", line, rowName(look, r, rows.length));
    [...row].forEach((sign, c) => {
      const style = look.signs && look.signs[sign] || "";
      element("td", line, style + (old[r][c] !== sign ? " changed" : ""));
    });
  });
  return t;
}

for (const game of document.querySelectorAll(".game")) {
  const look = JSON.parse(game.closest(".games").dataset.look);
  const steps = [...game.querySelectorAll(".step")];
  const field = element("div", game.querySelector(".steps"), "field");
  let now = 0;
  const show = to => {
    now = Math.max(0, Math.min(steps.length - 1, to));
    steps.forEach((s, i) => s.classList.toggle("shown", i === now));
    game.querySelector("output").textContent = now + " of " + (steps.length - 1);
    const before = now > 0 ? steps[now - 1].dataset.board : null;
    field.replaceChildren(table(look, steps[now].dataset.board, before));
  };
  const mistake = from => steps.findIndex((s, i) => i >= from && s.classList.contains("mistake"));
  const ways = {
    first: () => 0, back: () => now - 1, next: () => now + 1, last: () => steps.length - 1,
    mistake: () => mistake(now + 1) >= 0 ? mistake(now + 1) : mistake(0),
  };
  for (const button of game.querySelectorAll("button")) {
    button.addEventListener("click", () => show(ways[button.dataset.to]()));
  }
  game.addEventListener("keydown", e => {
    const way = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[e.key];
    if (way) { e.preventDefault(); show(ways[way]()); }
  });
  show(mistake(0) >= 0 ? mistake(0) : steps.length - 1);
}

// Paper cannot be clicked.
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details:not([open])")];
  closed.forEach(d => { d.open = true; });
});
addEventListener("afterprint", () => closed.forEach(d => { d.open = false; }));
