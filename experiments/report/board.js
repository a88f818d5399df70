"use strict";
// Draws boards from the rows of their positions.

const element = (name, parent, classes) => {
  const e = document.createElement(name);
  e.className = classes || "";
  parent.append(e);
  return e;
};

// Names of the columns and of the rows, as moves have them.
const columnName = (look, c) => look.chess ? "abcdefghijklmnopqrstuvwxyz"[c] : c;
const rowName = (look, r, rows) => look.down ? r + 1 : look.chess ? rows - r : r;

// The name of a column or a row.
const named = (scope, line, text) => {
  const head = element("th", line);
  head.scope = scope;
  head.textContent = text;
};

// The name of a square, as moves have it.
const squareName = (look, r, c, rows) => look.chess ? columnName(look, c) + rowName(look, r, rows) : look.across ? c + "," + r : r + "," + c;

// What the ground of a square is called, as a class and for readers.
const grounds = { b: ["camp of-black", "black's camp"], w: ["camp of-white", "white's camp"], "+": ["star", ""] };

// What the last move did on a square, by what stood there before and stands there now. The
// mover's colour is that of the piece that came to a square.
const trace = (look, rows, old) => {
  const colour = sign => (look.signs && look.signs[sign] || "").split(" ")[0];
  const changes = [];
  rows.forEach((row, r) => [...row].forEach((sign, c) => {
    if (old[r][c] !== sign) changes.push({ r, c, was: colour(old[r][c]), is: colour(sign) });
  }));
  const mover = (changes.find(x => !x.was && x.is) || {}).is;
  const of = x => x.was && x.is ? "changed" : x.is || !x.was ? "to" : x.was === mover ? "from" : mover ? "captured" : "removed";
  return new Map(changes.map(x => [x.r + "," + x.c, of(x)]));
};

// A board as a table. What the last move did is marked if the board before is given, and
// the path that it took; a turned board has its last row at the top. Readers who do not
// see it are told what stands on a square.
function boardTable(look, board, { before = null, path = [], turned = false } = {}) {
  const t = document.createElement("table");
  const rows = board.split("/"), columns = rows[0].length;
  t.className = "board " + look.game;
  t.style.setProperty("--columns", columns);
  t.style.setProperty("--rows", rows.length);
  const marks = before ? trace(look, rows, before.split("/")) : new Map();
  for (const [r, c] of before ? path.slice(1, -1) : []) if (!marks.has(r + "," + c)) marks.set(r + "," + c, "via");
  const inOrder = n => [...Array(n).keys()].map(i => turned ? n - 1 - i : i);
  const head = t.insertRow();
  element("td", head, "corner");
  for (const c of inOrder(columns)) named("col", head, columnName(look, c));
  for (const r of inOrder(rows.length)) {
    const line = t.insertRow();
    named("row", line, rowName(look, r, rows.length));
    for (const c of inOrder(columns)) {
      const style = look.signs && look.signs[rows[r][c]] || "", mark = marks.get(r + "," + c) || "";
      const [ground, area] = look.ground && grounds[look.ground[r][c]] || ["", ""];
      const cell = element("td", line, [style || "empty", mark, ground, (r + c) % 2 ? "odd" : ""].filter(Boolean).join(" "));
      cell.dataset.at = r + "," + c;
      element("span", cell, "said").textContent = [squareName(look, r, c, rows.length), style || "empty", area, mark].filter(Boolean).join(" ");
      element("i", cell);
    }
  }
  return t;
}
