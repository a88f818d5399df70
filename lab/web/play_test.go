package web

import (
	"encoding/json"
	"net/http"
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
	moves := []string{}
	for {
		q, _ := json.Marshal(playRequest{Game: "tictactoe", Against: "random", Strength: "easy", Moves: moves, Answer: true, Hint: len(moves) == 0})
		status, text := l.ask("POST", "/api/play", string(q))
		var now standing
		if err := json.Unmarshal([]byte(text), &now); err != nil || status != 200 {
			t.Fatalf("%d %s", status, text)
		}
		if len(moves) == 0 && (now.Hint == nil || len(now.Hint.Squares) != 1) {
			t.Errorf("the hint is %v", now.Hint)
		}
		if moves = now.Moves; now.Over != "" {
			break
		}
		if now.Turn == 0 {
			moves = append(moves, now.Ways[0].Move)
		}
	}
	q, _ := json.Marshal(playRequest{Game: "tictactoe", Against: "random", Strength: "easy", Moves: moves})
	status, text := l.ask("POST", "/api/save", string(q))
	var saved struct{ Address string }
	if err := json.Unmarshal([]byte(text), &saved); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s", status, text)
	}
	if status, text := l.ask("GET", saved.Address, "", "Accept", "text/html"); status != 200 || !strings.Contains(text, "x "+moves[0]) {
		t.Errorf("%d %s", status, text)
	}
	file := strings.TrimSuffix(strings.TrimPrefix(saved.Address, "/games/"), "?game=1")
	q, _ = json.Marshal(judgeRequest{File: file, Game: 1})
	var found judgement
	if _, text := l.ask("POST", "/api/judge", string(q)); json.Unmarshal([]byte(text), &found) != nil || len(found.Moves) != len(moves) {
		t.Errorf("judged %d of %d moves: %s", len(found.Moves), len(moves), text)
	}
	lines, err := run.ReadLines[arena.Line](filepath.Join(l.options.Runs, filepath.FromSlash(file)))
	if err != nil || len(lines) != 1 || lines[0].Agents != [2]string{"human", "random"} {
		t.Errorf("%v %v", lines, err)
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
		if _, err := s.restore(&q); err != nil {
			b.Fatal(err)
		}
	}
}
