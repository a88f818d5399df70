package agent

import (
	"context"
	"slices"
	"testing"

	"evolab/game"
)

// Every game has agents that play it to its end by its rules.
func TestGamesArePlayed(t *testing.T) {
	// Settings with which the slow ones are fast.
	settings := map[string]string{"alphabeta": ":branch=3", "minimax": ":depth=1", "reference": ":depth=1", "hand": ":depth=1,ties=random", "frozen": ":nodes=200", "evolved": ":nodes=200", "champion": ":nodes=200"}
	// Agents of some games only.
	special := []string{"champion", "perfect", "qlearning", "smart"}
	for _, g := range Games() {
		for _, k := range Kinds() {
			if !k.Builtin() {
				continue
			}
			text := k.Name + settings[k.Name]
			spec, err := ParseSpec(text)
			if err != nil {
				t.Fatal(err)
			}
			a, err := g.Agent(spec, Env{})
			if err != nil && slices.Contains(special, k.Name) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %s: %v", g.Info().Name, text, err)
			}
			t.Run(g.Info().Name+"/"+text, func(t *testing.T) {
				defer a.Close()
				playSome(t, g, a)
			})
		}
	}
}

// playSome plays the first plies of a game by an agent against itself.
func playSome(t *testing.T, g Game, a Agent) {
	t.Helper()
	b, err := g.Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Player(1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	const most = 30
	for ply := 0; ply < most && !b.Outcome().Over(); ply++ {
		choice, err := p.Choose(context.Background(), b, Clock{})
		if err != nil || !Legal(b, choice.Move) {
			t.Fatalf("%s: %s, %v", b.Position(), b.FormatMove(choice.Move), err)
		}
		if m, err := b.ParseMove(b.FormatMove(choice.Move)); err != nil || m != choice.Move {
			t.Errorf("%s reads as %x, %v", b.FormatMove(choice.Move), m, err)
		}
		b.Play(choice.Move)
		again, err := g.Board("", b.Position())
		if err != nil || again.Hash() != b.Hash() {
			t.Fatalf("%s does not read back: %v", b.Position(), err)
		}
	}
}

// The agents of tic-tac-toe never lose and seldom lose.
func TestPerfectNeverLoses(t *testing.T) {
	g, err := FindGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	var players []Player
	for _, name := range []string{"perfect", "smart"} {
		a, err := g.Agent(Spec{Name: name}, Env{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := a.Player(3)
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	won := 0
	for n := range 200 {
		b, err := g.Board("", "start")
		if err != nil {
			t.Fatal(err)
		}
		perfect := game.Side(n % 2)
		for !b.Outcome().Over() {
			choice, err := players[b.Turn()^perfect].Choose(context.Background(), b, Clock{})
			if err != nil {
				t.Fatal(err)
			}
			b.Play(choice.Move)
		}
		switch b.Outcome().Result {
		case game.Win(perfect):
			won++
		case game.Win(perfect.Other()):
			t.Fatalf("perfect lost game %d", n)
		}
	}
	if won < 20 || won > 180 {
		t.Errorf("perfect won %d of 200 against smart", won)
	}
}
