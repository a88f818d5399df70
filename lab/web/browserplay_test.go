package web

import (
	"fmt"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// playsAGame plays to the end against an agent that moves at random: tic-tac-toe by
// keys, the others by touching squares, with moves that the engine finds.
func (p *tab) playsAGame(game string) {
	p.t.Helper()
	p.open("/play?game=" + game)
	p.run(`document.querySelector("[name=against]").value = "random"; document.querySelector("[name=strength]").value = "easy"; document.querySelector("#setup button").click()`)
	p.Until("the board", `document.body.dataset.plies === "0" && document.body.dataset.turn === "mine"`)
	p.inspect("play-" + game)
	if game == "konane" { // half of the squares, and of the time
		p.run(`document.querySelector("[name=variant]").value = "8x8"; document.querySelector("#setup button").click()`)
		p.Until("the small board", `document.querySelectorAll("#field tr").length === 9 && document.body.dataset.turn === "mine"`)
	}
	if game == "tictactoe" {
		p.playsByKeys()
	}
	for !value[bool](p, `Boolean(document.body.dataset.over)`) {
		if bad := value[string](p, someMoves); bad != "" {
			p.t.Fatalf("%s: after %s moves: %s", game, value[string](p, `document.body.dataset.plies`), bad)
		}
	}
	p.t.Logf("%s: %s", game, value[string](p, `document.body.dataset.plies + " plies, " + document.body.dataset.over`))
}

// someMoves asks the engine for a few moves and touches their squares. It comes to
// what the page refuses.
const someMoves = `(async () => {
	const form = document.getElementById("setup"), state = document.body.dataset, refused = document.getElementById("refused");
	const variant = form.elements.variant ? form.elements.variant.value : "";
	const quiet = () => state.turn === "mine" || state.over || refused.textContent;
	const settled = () => new Promise(done => {
		const look = () => { if (quiet()) { watch.disconnect(); done(); } };
		const watch = new MutationObserver(look);
		watch.observe(document.body, { attributes: true, subtree: true, childList: true });
		look();
	});
	const touch = ([r, c]) => [...document.querySelectorAll("#field tr")][r + 1].querySelectorAll("td")[c].click();
	for (let i = 0; i < 10 && !state.over && !refused.textContent; i++) {
		const body = JSON.stringify({ game: form.dataset.game, variant, position: state.position, seconds: .01 }), plies = state.plies;
		const answer = await fetch("/api/analyze", { method: "POST", headers: { "Content-Type": "application/json" }, body });
		const best = await answer.json();
		if (!answer.ok) return best.error;
		if (!best.squares.length) document.getElementById("pass").click();
		for (const s of best.squares) if (state.plies === plies && state.turn === "mine") touch(s);
		const choice = document.querySelector("#choice button");
		if (choice && state.turn === "mine") choice.click();
		await settled();
		if (state.plies === plies && !refused.textContent) return "nothing happens at " + JSON.stringify(best.squares);
	}
	return refused.textContent;
})()`

// wayToASquare are the keys that lead over the board to the first square that can be
// chosen.
const wayToASquare = `(() => {
	const rows = [...document.querySelectorAll("#field tr")].slice(1).map(line => [...line.querySelectorAll("td")]);
	const find = wanted => { for (let r = 0; r < rows.length; r++) { const c = rows[r].findIndex(wanted); if (c >= 0) return [r, c]; } };
	const [r, c] = find(s => s === document.activeElement), [to, across] = find(s => s.classList.contains("possible"));
	const steps = (n, forth, back) => Array(Math.abs(n)).fill(n > 0 ? forth : back);
	return steps(to - r, "down", "up").concat(steps(across - c, "right", "left"), "enter");
})()`

// playsByKeys moves over the board with the arrow keys and chooses with Enter.
func (p *tab) playsByKeys() {
	p.t.Helper()
	keys := map[string]string{"down": kb.ArrowDown, "up": kb.ArrowUp, "left": kb.ArrowLeft, "right": kb.ArrowRight, "enter": kb.Enter}
	p.run(`document.querySelector("#field td[tabindex='0']").focus()`)
	for !value[bool](p, `Boolean(document.body.dataset.over)`) {
		before := value[string](p, `document.body.dataset.plies`)
		for _, key := range value[[]string](p, wayToASquare) {
			p.Do(chromedp.KeyEvent(keys[key]))
		}
		p.Until("the answer", fmt.Sprintf(`document.body.dataset.plies !== %q && (document.body.dataset.turn === "mine" || document.body.dataset.over)`, before))
	}
}
