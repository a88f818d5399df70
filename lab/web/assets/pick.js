// Chooses moves on a board by its squares: some go through several, and some between the
// same ones.
import { byId, element } from "./api.js";

const same = (a, b) => a[0] === b[0] && a[1] === b[1];

// ways() are the moves that can be chosen now; choose(way) is called for the chosen one,
// and refuse(text) says why nothing happens.
export class Picker {
  constructor({ ways, choose, refuse, why, draw }) {
    Object.assign(this, { ways, choose, refuse, why, draw, picked: [] });
  }

  // The moves that go through the picked squares, in their order.
  fitting(path) {
    return this.ways().filter(w => {
      if (!w.squares.length || !same(w.squares[0], path[0])) return false;
      let at = 0;
      for (const s of w.squares) if (at < path.length && same(s, path[at])) at++;
      return at === path.length;
    });
  }

  // The squares that can be chosen now.
  targets() {
    const { picked } = this;
    return picked.length ? this.fitting(picked).flatMap(w => w.squares.slice(w.squares.findIndex(s => same(s, picked[picked.length - 1])) + 1)) : this.ways().map(w => w.squares[0]).filter(Boolean);
  }

  // A finger hits the square beside: the only one there that can be chosen is meant.
  meant(r, c) {
    const targets = this.targets(), near = [...new Set(targets.filter(([y, x]) => Math.abs(y - r) <= 1 && Math.abs(x - c) <= 1).map(String))];
    return targets.some(s => same(s, [r, c])) || near.length !== 1 ? [r, c] : near[0].split(",").map(Number);
  }

  touch(r, c, rough) {
    if (rough) [r, c] = this.meant(r, c);
    const path = [...this.picked, [r, c]];
    let fit = this.fitting(path);
    if (fit.length) this.picked = path; else { fit = this.fitting([[r, c]]); this.picked = fit.length ? [[r, c]] : []; }
    this.refuse(this.picked.length ? "" : this.noMove(r, c, path.length > 1));
    const ends = fit.filter(w => same(w.squares[w.squares.length - 1], [r, c]));
    if (ends.length === 1 && (fit.length === 1 || this.picked.length > 1)) { this.choose(ends[0]); return; }
    this.offer(this.picked.length > 1 ? ends : []);
    this.draw();
  }

  // Why nothing happens where somebody has clicked.
  noMove(r, c, onTheWay) {
    const name = byId("field").querySelector(`[data-at="${r},${c}"] .said`).textContent.split(" ")[0];
    return `${onTheWay ? "No legal move goes on to" : "No legal move begins at"} ${name}${this.why && ` (${this.why})`}.`;
  }

  // Several moves between the same squares are chosen by a button.
  offer(list) {
    byId("choice").replaceChildren(...list.map(w => {
      const b = element("button", w.shown, { type: "button" });
      b.addEventListener("click", () => this.choose(w));
      return b;
    }));
  }

  clear() { this.picked = []; this.offer([]); }

  // The classes of a square.
  marks(r, c, targets) { return [this.picked.some(s => same(s, [r, c])) && "picked", targets.some(s => same(s, [r, c])) && "possible"].filter(Boolean); }
}

// Which way round somebody wants the board of a game, kept for the next one.
export function turns(game, grid) {
  const key = "turned:" + game;
  return {
    begin(usual) { grid.turned = usual !== (localStorage.getItem(key) === "1"); },
    flip() {
      grid.turned = !grid.turned;
      localStorage.setItem(key, localStorage.getItem(key) === "1" ? "0" : "1");
    },
  };
}
