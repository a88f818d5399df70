package agent

import (
	"context"
	"strings"
	"testing"

	"evolab/game"
)

// rowsOf is a drawn board as the rows of a position.
func rowsOf(board string) string {
	var rows []string
	for _, line := range strings.Split(strings.TrimSpace(board), "\n") {
		rows = append(rows, strings.ReplaceAll(strings.TrimSpace(line), " ", ""))
	}
	return strings.Join(rows, "/")
}

// ended plays a game to its end by the rules, repetition included, and returns
// its result and length.
func ended(t *testing.T, name, position string, first, second string, most int) (result string, plies int) {
	t.Helper()
	g, err := FindGame(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Board("", position)
	if err != nil {
		t.Fatal(err)
	}
	var players [2]Player
	for i, text := range []string{first, second} {
		players[i] = playerOf(t, g, text, uint64(i)+1)
	}
	seen := map[uint64]int{b.Same(): 1}
	for ; !b.Outcome().Over() && plies < most; plies++ {
		c, err := players[b.Turn()].Choose(context.Background(), b, Clock{PliesLeft: b.PliesLeft()})
		if err != nil {
			t.Fatal(err)
		}
		b.Play(c.Move)
		if seen[b.Same()]++; seen[b.Same()] == g.Info().Repetition {
			return game.Draw.String(), plies + 1
		}
	}
	return b.Outcome().Result.String(), plies
}

func playerOf(t *testing.T, g Game, agent string, seed uint64) Player {
	t.Helper()
	spec, err := ParseSpec(agent)
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(spec, Env{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Player(seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The shipped weights turn a piece more into a win against a search of four
// plies, as the course's reference is one; a single king does not get away from
// a better one either.
func TestCheckersEndingsAreWon(t *testing.T) {
	for _, x := range []struct {
		about, board string
		plies        int  // at most
		both         bool // also against the hand-set weights
	}{
		{"two kings drive one out of the double corner", `
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . B . .
			. . . . . . . .
			. . . . . B . .
			. . . . . . W .`, 25, true},
		{"three kings against one in the double corner", `
			. . . . . . . .
			. . B . . . . .
			. . . . . . . .
			B . . . . . B .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . W
			. . . . . . . .`, 25, true},
		{"three kings against one in each double corner", `
			. W . . . . . .
			. . . . . . . .
			. . . . . B . .
			. . . . B . . .
			. . . . . B . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . W .`, 50, false},
		{"four kings against three: two are given for one", `
			. W . . . . . .
			. . . . . . W .
			. . . B . . . .
			. . B . . . . .
			. . . B . . . .
			. . . . B . . .
			. . . . . . . W
			. . . . . . . .`, 100, false},
		{"two kings and a man against two kings", `
			. . . . . . . .
			W . . . . . . .
			. . . B . . . .
			. . . . b . . .
			. . . B . . . .
			. . . . . . . .
			. . . . . . . W
			. . . . . . . .`, 60, false},
	} {
		enemies := []string{"minimax:depth=4", "hand:nodes=3000"}
		if !x.both {
			enemies = enemies[:1]
		}
		for _, enemy := range enemies {
			got, plies := ended(t, "checkers", rowsOf(x.board)+" b", "frozen:nodes=100000", enemy, x.plies+1)
			t.Logf("%s, %s: %s after %d plies", x.about, enemy, got, plies)
			if got != "first" {
				t.Errorf("%s, against %s: %s after %d plies", x.about, enemy, got, plies)
			}
		}
	}
}

// Games of the shipped weights come to an end by the rules, with nobody's pieces
// going round in the middle or beside the goal.
func TestHalmaGamesEnd(t *testing.T) {
	for _, x := range []struct{ first, second string }{
		{"frozen:nodes=400", "random"}, {"greedy", "frozen:nodes=400"}, {"frozen:nodes=400", "alphabeta:branch=5"},
		{"frozen:nodes=400", "frozen:nodes=300"},
	} {
		got, plies := ended(t, "halma", "start", x.first, x.second, 300)
		t.Logf("%s, %s: %s after %d plies", x.first, x.second, got, plies)
		if plies == 300 || got == "draw" {
			t.Errorf("%s, %s: %s after %d plies", x.first, x.second, got, plies)
		}
	}
}
