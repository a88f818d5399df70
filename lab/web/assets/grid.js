// A board that is used by touch, mouse and keys.
import { boardTable } from "./board.js";

// Draws a board; choose(row, column) is called for the squares that mark allows.
// The focus stays on its square when the board is drawn again.
export class Grid {
  constructor(field, look, choose) {
    this.field = field;
    this.look = look;
    this.choose = choose;
    this.at = [0, 0];
    field.addEventListener("click", e => { const to = this.placeOf(e.target); if (to) this.take(to); });
    field.addEventListener("keydown", e => this.key(e));
  }

  cells() { return [...this.field.querySelectorAll("tr")].slice(1).map(line => [...line.querySelectorAll("td")]); }

  placeOf(target) {
    const cell = target.closest("td");
    const rows = this.cells();
    for (let r = 0; r < rows.length; r++) { const c = rows[r].indexOf(cell); if (c >= 0) return [r, c]; }
    return null;
  }

  take(to) {
    this.move(to, false);
    this.choose(to[0], to[1]);
  }

  // marks(row, column) is the list of classes of a square.
  show(board, before, marks) {
    const had = this.field.contains(document.activeElement);
    const table = boardTable(this.look, board, before || undefined);
    table.setAttribute("role", "grid");
    table.setAttribute("aria-label", "board of " + this.look.game);
    this.field.replaceChildren(table);
    const rows = this.cells();
    this.at = [Math.min(this.at[0], rows.length - 1), Math.min(this.at[1], rows[0].length - 1)];
    for (const line of table.rows) line.setAttribute("role", "row");
    for (const head of table.querySelectorAll("th")) head.setAttribute("role", head.scope === "col" ? "columnheader" : "rowheader");
    rows.forEach((cells, r) => cells.forEach((cell, c) => {
      const classes = marks(r, c);
      cell.classList.add(...classes);
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = r === this.at[0] && c === this.at[1] ? 0 : -1;
      const said = cell.querySelector(".said");
      said.textContent = [said.textContent, ...classes].join(" ");
    }));
    if (had) rows[this.at[0]][this.at[1]].focus();
  }

  move(to, focus = true) {
    const rows = this.cells();
    if (!rows.length) return;
    const r = Math.max(0, Math.min(rows.length - 1, to[0])), c = Math.max(0, Math.min(rows[0].length - 1, to[1]));
    rows[this.at[0]]?.[this.at[1]]?.setAttribute("tabindex", "-1");
    this.at = [r, c];
    rows[r][c].tabIndex = 0;
    if (focus) rows[r][c].focus();
  }

  key(e) {
    const [r, c] = this.at;
    const to = { ArrowUp: [r - 1, c], ArrowDown: [r + 1, c], ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1], Home: [r, 0], End: [r, 999] }[e.key];
    if (to) { e.preventDefault(); this.move(to); }
    if (e.key === "Enter" || e.key === " ") { e.preventDefault(); this.choose(r, c); }
  }
}
