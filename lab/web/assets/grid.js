// A board that is used by touch, mouse and keys.
import { boardTable } from "./board.js";

// Draws a board; choose(row, column, rough) is called for the squares that people choose,
// rough if by a finger, which may hit the square beside. The focus stays on its square
// when the board is drawn again.
export class Grid {
  constructor(field, look, choose) {
    this.field = field;
    this.look = look;
    this.choose = choose;
    this.turned = field.dataset.turned === "true";
    this.at = null; // of the focus; at first the upper left
    field.addEventListener("click", e => {
      const cell = e.target.closest("td[data-at]");
      if (cell) { this.move(cell, false); this.take(e.pointerType === "touch"); }
    });
    field.addEventListener("keydown", e => this.key(e));
  }

  // The squares as they lie on the screen.
  cells() { return [...this.field.querySelectorAll("tr")].slice(1).map(line => [...line.querySelectorAll("td")]); }

  take(rough) { this.choose(...this.at.split(",").map(Number), rough); }

  // marks(row, column) is the list of classes of a square.
  show(board, last, marks) {
    const had = this.field.contains(document.activeElement);
    const table = boardTable(this.look, board, { ...last, turned: this.turned });
    table.setAttribute("role", "grid");
    table.setAttribute("aria-label", "board of " + this.look.game);
    this.field.replaceChildren(table);
    for (const line of table.rows) line.setAttribute("role", "row");
    for (const head of table.querySelectorAll("th")) head.setAttribute("role", head.scope === "col" ? "columnheader" : "rowheader");
    const squares = this.cells().flat();
    for (const cell of squares) {
      const classes = marks(...cell.dataset.at.split(",").map(Number));
      cell.classList.add(...classes);
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = -1;
      const said = cell.querySelector(".said");
      said.textContent = [said.textContent, ...classes].join(" ");
    }
    this.move(squares.find(cell => cell.dataset.at === this.at) || squares[0], had);
  }

  move(cell, focus) {
    this.field.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    this.at = cell.dataset.at;
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  key(e) {
    const rows = this.cells(), r = rows.findIndex(line => line.some(cell => cell.dataset.at === this.at));
    const c = rows[r].findIndex(cell => cell.dataset.at === this.at);
    const to = { ArrowUp: [r - 1, c], ArrowDown: [r + 1, c], ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1], Home: [r, 0], End: [r, rows[0].length - 1] }[e.key];
    const cell = to && rows[to[0]]?.[to[1]];
    if (to) e.preventDefault();
    if (cell) this.move(cell, true);
    if (e.key === "Enter" || e.key === " ") { e.preventDefault(); this.take(false); }
  }
}
