package web

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments/run"
	"evolab/game"
	"evolab/search/cputime/cputimetest"
)

// A whole game against an agent, which is saved and can be replayed and judged.
func TestPlayAndReview(t *testing.T) {
	l := newLab(t)
	moves, id := []string{}, ""
	for {
		q, _ := json.Marshal(playRequest{ID: id, Keep: true, Game: "tictactoe", Against: "random", Strength: "easy", Moves: moves, Answer: true, Hint: len(moves) == 0})
		status, text := l.ask("POST", "/api/play", string(q))
		var now standing
		if err := json.Unmarshal([]byte(text), &now); err != nil || status != 200 {
			t.Fatalf("%d %s", status, text)
		}
		if len(moves) == 0 && (now.Hint == nil || len(now.Hint.Squares) != 1) {
			t.Errorf("the hint is %v", now.Hint)
		}
		if moves, id = now.Moves, now.ID; now.Over != "" {
			break
		}
		if now.Turn == 0 {
			moves = append(moves, now.Ways[0].Move)
		}
	}
	if status, text := l.ask("GET", "/games/"+playedFile(id)+"?game=1", "", "Accept", "text/html"); status != 200 || !strings.Contains(text, `x <span class="move" data-filed="`+moves[0]) {
		t.Errorf("%d %s", status, text)
	}
	file := playedFile(id)
	found := l.review(file)
	if len(found.Marks) != len(moves) || len(found.Points) != len(moves)+1 {
		t.Errorf("%d marks and %d points of %d moves: %+v", len(found.Marks), len(found.Points), len(moves), found)
	}
	lines, err := run.ReadLines[arena.Line](filepath.Join(l.options.Runs, filepath.FromSlash(file)))
	if err != nil || len(lines) != 1 || lines[0].Agents != [2]string{"human", "random"} {
		t.Errorf("%v %v", lines, err)
	}
}

// A game is kept from its first move on, at an address of its own: it can be continued from
// there, given up, taken back and had in other forms, and a page that lags behind loses
// nothing.
func TestGameIsKept(t *testing.T) {
	l := newLab(t)
	play := func(want int, q playRequest) standing {
		t.Helper()
		body, _ := json.Marshal(q)
		status, text := l.ask("POST", "/api/play", string(body))
		var now standing
		if err := json.Unmarshal([]byte(text), &now); err != nil || status != want {
			t.Fatalf("%+v: %d %s", q, status, text)
		}
		return now
	}
	if now := play(200, playRequest{Keep: true, Game: "littlego", Against: "random", Strength: "easy", Second: true, Seed: 7}); now.ID != "" {
		t.Errorf("a game without moves is kept as %q", now.ID)
	}
	begun := play(200, playRequest{Keep: true, Game: "littlego", Against: "random", Strength: "easy", Second: true, Seed: 7, Answer: true})
	id := begun.ID
	address := "/play/" + id
	has := func(address string, want ...string) {
		t.Helper()
		status, text := l.ask("GET", address, "", "Accept", "text/html")
		for _, w := range want {
			if status != 200 || !strings.Contains(text, w) {
				t.Errorf("%s: %d, and no %q in %s", address, status, w, text)
			}
		}
	}
	has(address, "&#34;against&#34;:&#34;random&#34;", "&#34;second&#34;:true", "&#34;moves&#34;:[&#34;"+begun.Moves[0])
	has("/play", `<a href="`+address+`">littlego against random (easy), 1 ply<`)
	typed := play(200, playRequest{ID: id, Keep: true, Moves: begun.Moves, Typed: "PASS"})
	play(409, playRequest{ID: id, Keep: true, Moves: begun.Moves, Hint: true})    // lags behind
	play(409, playRequest{ID: id, Keep: true, Moves: append(begun.Moves, "0,0")}) // of a page that lags behind
	given := play(200, playRequest{ID: id, Keep: true, Moves: typed.Moves, Resign: true})
	if again := play(200, playRequest{ID: id, Keep: true, Moves: typed.Moves}); !strings.Contains(given.Over, "black wins") || !strings.Contains(again.Over, "black wins") {
		t.Errorf("given up: %q, then %q", given.Over, again.Over)
	}
	has("/export/"+playedFile(id)+"?game=1&format=sgf", "(;", "RE[B+R]")
	has("/export/"+playedFile(id)+"?format=jsonl", `"reason":"resign"`)
	if now := play(200, playRequest{ID: id, Keep: true, Moves: begun.Moves, Back: true}); now.Over != "" || len(now.Moves) != 1 {
		t.Errorf("after taking back: %+v", now)
	}
	has("/games/"+playedFile(id)+"?game=1", `<a href="`+address+`">continue`)
	for _, bad := range []string{"/play/nothing", "/play/..%2Fmatch", "/play/%2e%2e", "/export/" + playedFile(id) + "?format=pdn", "/export/" + playedFile(id) + "?format=", "/export/" + playedFile(id) + "?format=sgf&game=2", "/export/..%2Fx.jsonl?format=jsonl"} {
		if status, text := l.ask("GET", bad, ""); status < 400 || status > 499 {
			t.Errorf("%s: %d %s", bad, status, text)
		}
	}
	l.write(playedFile("other"), drawnGame+"\n")
	if status, text := l.ask("GET", "/play/other", ""); status != 422 || !strings.Contains(text, "no game of a person") {
		t.Errorf("%d %s", status, text)
	}
}

// A long game costs a request little: what it says is of the last move only.
func BenchmarkLongGame(b *testing.B) {
	g, err := agent.FindGame("halma")
	if err != nil {
		b.Fatal(err)
	}
	board, err := g.Board("", "start")
	if err != nil {
		b.Fatal(err)
	}
	q := playRequest{Game: "halma"}
	r := game.NewRand(1)
	for range 300 {
		list := board.Moves(nil)
		m := list[r.Intn(len(list))]
		q.Moves = append(q.Moves, board.FormatMove(m))
		board.Play(m)
	}
	s := &Server{options: Options{Games: agent.Games()}}
	cputimetest.Start(b)
	for b.Loop() {
		if _, err := s.restore(b.Context(), &q); err != nil {
			b.Fatal(err)
		}
	}
}
