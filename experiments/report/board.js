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

// A board as a table; squares that differ from the board before are framed.
// Readers who do not see it are told what stands on a square.
function boardTable(look, board, before) {
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
      const cell = element("td", line, style + (old[r][c] !== sign ? " changed" : ""));
      element("span", cell, "said").textContent = squareName(look, r, c, rows.length) + " " + (style || "empty");
    });
  });
  return t;
}
