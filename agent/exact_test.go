package agent

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"evolab/agent/frozen/endings"
	"evolab/agent/frozen/endings/endingstest"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/game/konane"
	"evolab/internal/longtest"
	"evolab/internal/tooltest"
	"evolab/search"
	searchcheckers "evolab/search/checkers"
)

// With the endings, those of shipped programs too, an agent wins what is won, against a defender that never shortens its
// own way to the loss. Two against one and three against one are those of the four-piece endings
// themselves. With three against two the agent has to find the endings that captures lead to by a
// search, while the defender knows all five pieces; there it wins most.
func TestKnownWinsAreWon(t *testing.T) {
	games := 6
	if longtest.Enabled() {
		games = 200
	}
	for _, form := range []string{"on", "shipped"} {
		wins(t, wonClass{2, 1, games}, form, endings.Checkers(), 100)
		wins(t, wonClass{3, 1, games}, form, endings.Checkers(), 100)
	}
	if !longtest.Enabled() {
		return
	}
	all := endingstest.Largest(t)
	wins(t, wonClass{3, 2, games}, "on", all, 94)
	wins(t, wonClass{3, 2, games}, "shipped", all, 94)
}

// wins plays won positions of a class, of which Black has to win so many percent. A win that a
// move has given away is lost.
func wins(t *testing.T, class wonClass, form string, defender *searchcheckers.Endings, least int) {
	t.Helper()
	g, err := FindGame("checkers")
	if err != nil {
		t.Fatal(err)
	}
	r, won, longest := game.NewRand(52), 0, 0
	for range class.positions {
		s := class.drawWon(&r, defender)
		b, err := g.Board("", checkers.Rules().Format(&s))
		if err != nil {
			t.Fatal(err)
		}
		player := playerOf(t, g, "frozen:nodes=20000,endings="+form, 1)
		for !b.Outcome().Over() {
			typed, err := typedBoard[checkers.State, *checkers.State](b)
			if err != nil {
				t.Fatal(err)
			}
			if b.Turn() == game.Second {
				m, lost := endingstest.Defence(defender, &typed.state)
				if !lost {
					break
				}
				b.Play(m)
				continue
			}
			c, err := player.Choose(context.Background(), b, Clock{PliesLeft: b.PliesLeft()})
			if err != nil {
				t.Fatal(err)
			}
			b.Play(c.Move)
			if end, over := b.Ended(0); over && end.Reason == Repetition {
				break
			}
		}
		if b.Outcome().Result == game.FirstWins {
			won++
			longest = max(longest, len(b.Played()))
		} else {
			t.Logf("not won: %s: %s", checkers.Rules().Format(&s), strings.Join(b.PlayedText(), " "))
		}
	}
	t.Logf("%v, endings=%s: %d of %d won, in %d plies at most", class, form, won, class.positions, longest)
	if 100*won < least*class.positions {
		t.Errorf("%v, endings=%s: %d of %d won (expected: %d %%)", class, form, won, class.positions, least)
	}
}

// drawWon is a position of the class, drawn until it is a quiet one that Black wins.
func (c wonClass) drawWon(r *game.Rand, e *searchcheckers.Endings) checkers.State {
	for {
		s, ok := c.draw(r)
		v, known := e.Value(&s)
		if ok && known && v != 0 && (v > 0) == (s.Turn() == game.First) {
			return s
		}
	}
}

// What is known is said to be exact, at the root and where the search reaches it; a
// fixed depth, and endings=off, leave the search alone.
func TestEndingsAreExact(t *testing.T) {
	g, err := FindGame("checkers")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		about, position, agent string
		exact                  bool
		sign                   int
		move                   string // "" any
	}{
		{"three kings win", "......../..B...../......../B.....B./......../......../.......W/........ b", "frozen:nodes=100,endings=on", true, 1, ""},
		{"they are too late", "......../..B...../......../B.....B./......../......../.......W/........ b 50", "frozen:nodes=100,endings=on", true, 0, ""},
		{"the same, lost", "......../..B...../......../B.....B./......../......../.......W/........ w", "frozen:nodes=100,endings=on", true, -1, ""},
		{"one against one", ".B....../......../......../......../......../......../......../......W. b", "frozen:nodes=100,endings=on", true, 0, ""},
		{"a capture", "......../......../......../..b...../...w..../......../......../......W. b", "frozen:nodes=100,endings=on", true, 0, "J c5 e3"},
		{"without", ".B....../......../......../......../......../......../......../......W. b", "frozen:nodes=100", false, 0, ""},
		{"off", ".B....../......../......../......../......../......../......../......W. b", "frozen:nodes=100,endings=off", false, 0, ""},
		{"a depth", ".B....../......../......../......../......../......../......../......W. b", "frozen:depth=3,endings=on", false, 0, ""},
	} {
		b, err := g.Board("", x.position)
		if err != nil {
			t.Fatal(err)
		}
		c, err := playerOf(t, g, x.agent, 1).Choose(context.Background(), b, Clock{PliesLeft: b.PliesLeft()})
		if err != nil {
			t.Fatal(err)
		}
		sign := 0
		if c.Score > search.Proven {
			sign = 1
		} else if c.Score < -search.Proven {
			sign = -1
		}
		if c.Exact != x.exact || x.exact && sign != x.sign || x.move != "" && b.FormatMove(c.Move) != x.move {
			t.Errorf("%s: %s, score %d, exact %v", x.about, b.FormatMove(c.Move), c.Score, c.Exact)
		}
	}
}

// The solver looks endings up, and proves with them what is a capture away.
func TestSolveEndings(t *testing.T) {
	g, err := FindGame("checkers")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		position string
		value    int
		nodes    uint64 // at most
	}{
		{"......../..B...../......../B.....B./......../......../.......W/........ b", 1, 20},
		{"......../..B...../......../B.....B./......../......../.......W/........ b 50", 0, 20},
		{".B....../......../......../......../......../......../......../......W. b", 0, 20},
	} {
		b, err := g.Board("", x.position)
		if err != nil {
			t.Fatal(err)
		}
		proof, err := b.Solve(search.Limits{Time: 10 * time.Second})
		if err != nil || !proof.Known || proof.Value != x.value || len(proof.Moves) == 0 || proof.Nodes > x.nodes {
			t.Errorf("%s: %+v, %v", x.position, proof, err)
		}
	}
}

// The assignment of Konane forbids stored endings and openings: the game has none, no
// setting adds them, and its rules, features and solver know nothing of them. That its shipped
// programs have none is for a test of ship/bundle: their Go package is that of several games.
func TestKonaneHasNoEndings(t *testing.T) {
	parts := konaneParts()
	if parts.Endings != nil || parts.Set.Hints.Ending != nil {
		t.Error("konane has endings")
	}
	g, err := FindGame("konane")
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{"on", "5"} {
		spec, err := ParseSpec("frozen:nodes=100,endings=" + value)
		if err == nil {
			_, err = g.Agent(spec, Env{})
		}
		if err == nil || !strings.Contains(err.Error(), "has no endings") {
			t.Errorf("endings=%s: %v", value, err)
		}
	}
	if known, err := g.(*bound[konane.State, *konane.State]).endings(&searchSettings{Endings: "shipped"}, Env{}); known != nil || err != nil {
		t.Errorf("endings=shipped: %v, %v", known, err)
	}
	tooltest.Need(t, "go")
	for _, program := range []string{"evolab/game/konane", "evolab/search/konane", "evolab/features/konane"} {
		out, err := exec.Command("go", "list", "-deps", program).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for _, banned := range []string{"evolab/search/checkers", "evolab/agent/frozen/endings"} {
			if strings.Contains(string(out), banned) {
				t.Errorf("%s imports %s", program, banned)
			}
		}
	}
}
