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

// An illegal move comes with the rule that it breaks, in every game.
func TestBrokenRules(t *testing.T) {
	for _, c := range []struct{ game, position, move, want string }{
		{"littlego", "..X../...../..X../...../..... w 3 -", "2,2", "the point is taken"},
		{"littlego", ".XO../X.XO./.XO../...../..... w 9 .XO../XO.O./.XO../...../.....", "1,1", "it takes back a ko at once: the board would be the one before the opponent's move"},
		{"littlego", ".X.../X..../...../...../..... w 3 -", "0,0", "the stone would have no liberty"},
		{"littlego", "...../...../...../...../..... w 1 ...../...../...../...../..... end", "0,0", "the game is over"},
		{"checkers", "start", "E c3 b4", "no piece of the side to move stands there"},
		{"checkers", ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w. b", "E h8 g7", "who can capture has to"},
		{"checkers", "start", "E b6 b6", "a piece moves to a free square beside it, men only forwards; who can capture has to, and to the end of the jumps"},
		{"halma", "start", "E 8,8 9,9", "no piece of the side to move stands there"},
		{"halma", "start", "E 0,0 0,1", "the square is taken"},
		{"konane", "start", "[3:3]", "the first stone is removed in a corner or in the middle"},
		{"tictactoe", "X../.../... o", "0,0", "the square is taken"},
	} {
		g, err := FindGame(c.game)
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.Board("", c.position)
		if err != nil {
			t.Fatal(err)
		}
		m, err := b.ParseMove(c.move)
		if err != nil || Legal(b, m) || b.Broken(m) != c.want {
			t.Errorf("%s: %s in %s breaks the rule %q, %v; want %q", c.game, c.move, c.position, b.Broken(m), err, c.want)
		}
		if want := c.move + " in " + b.Position() + ": " + c.want; Illegal(b, m) != want {
			t.Errorf("%q, want %q", Illegal(b, m), want)
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
