package agent

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"testing"

	"evolab/game"
)

// The Q-learner of tic-tac-toe never loses, whatever the other side plays.
func TestQLearnerNeverLoses(t *testing.T) {
	g, err := FindGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(Spec{Name: "qlearning"}, Env{})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(4) {
		player, err := a.Player(seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []game.Side{game.First, game.Second} {
			if lost, games := everyReply(t, g, player, side, nil); lost != "" || games < 40 {
				t.Errorf("seed %d, side %d: %d games, lost%s", seed, side, games, lost)
			}
		}
	}
}

// everyReply plays all games of a player after some moves and returns a lost one.
func everyReply(t *testing.T, g Game, p Player, side game.Side, moves []game.Move) (lost string, games int) {
	b, err := g.Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	line := ""
	for _, m := range moves {
		line += " " + b.FormatMove(m)
		b.Play(m)
	}
	if o := b.Outcome(); o.Over() {
		if o.Result == game.Win(side.Other()) {
			return line, 1
		}
		return "", 1
	}
	next := b.Moves(nil)
	if b.Turn() == side {
		c, err := p.Choose(context.Background(), b, Clock{})
		if err != nil {
			t.Fatal(err)
		}
		next = []game.Move{c.Move}
	}
	for _, m := range next {
		l, n := everyReply(t, g, p, side, append(moves[:len(moves):len(moves)], m))
		if games += n; l != "" {
			lost = l
		}
	}
	return lost, games
}

// What is measured against the assignments' opponents stays true only while they
// are these. A new version gets a new name.
func TestOpponentsArePinned(t *testing.T) {
	for file, want := range map[string]string{
		"champion/littlego.json":   "02f2bd9c86b0436d",
		"qlearning/littlego.json":  "3e8c427c8237c215",
		"qlearning/tictactoe.json": "92988f130a46c10d",
	} {
		data, err := os.ReadFile("frozen/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(data))[:16]; got != want {
			t.Errorf("%s has changed: its sum begins with %s, not %s", file, got, want)
		}
	}
}

// The champion looks up Black's moves alone; book=on would look up White's too.
func TestChampionsBookIsForBlack(t *testing.T) {
	g, err := FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	searched := func(book string) (game.Move, bool) {
		t.Helper()
		spec := Spec{Name: "champion"}.With("nodes", "100")
		if book != "" {
			spec = spec.With("book", book)
		}
		a, err := g.Agent(spec, Env{})
		if err != nil {
			t.Fatal(err)
		}
		player, err := a.Player(1)
		if err != nil {
			t.Fatal(err)
		}
		c, err := player.Choose(context.Background(), b, Clock{})
		if err != nil {
			t.Fatal(err)
		}
		return c.Move, c.Nodes > 0
	}
	black, without := searched("")
	b.Play(black)
	_, white := searched("")
	_, looked := searched("on")
	if without || !white || looked {
		t.Errorf("Black searches: %v (want false), White: %v (want true), with book=on: %v (want false)", without, white, looked)
	}
}

// Other games have no such agents, and say so.
func TestOpponentsOfTheirGamesAlone(t *testing.T) {
	for _, g := range Games() {
		for _, name := range []string{"qlearning", "champion"} {
			has := g.Info().Name == "littlego" || g.Info().Name == "tictactoe" && name == "qlearning"
			_, err := g.Agent(Spec{Name: name}, Env{})
			if want := fmt.Sprintf("agent: %s has no agent %q", g.Info().Name, name); has != (err == nil) || !has && err.Error() != want {
				t.Errorf("%s/%s: %v", g.Info().Name, name, err)
			}
		}
	}
}
