package agent

import (
	"context"
	"flag"
	"strconv"
	"testing"

	"evolab/agent/frozen/books"
	"evolab/game"
	"evolab/game/littlego"
	"evolab/internal/longtest"
	"evolab/search"
	searchlg "evolab/search/littlego"
)

var (
	lostFlag      = flag.Int("lost", 100, "lost positions of White, with -long")
	lostPlyFlag   = flag.Int("lost-ply", 15, "plies played in them")
	lostSeedFlag  = flag.Uint64("lost-seed", 500, "what they are drawn by")
	lostNodesFlag = flag.Int("lost-nodes", 22_000, "White's nodes for a move")
)

// askedOf is an agent that is asked about positions, by a new player each.
type askedOf struct {
	game  Game
	agent Agent
	known map[string]Choice // of positions that were asked about
}

func newAskedOf(t *testing.T, g Game, text string) *askedOf {
	t.Helper()
	spec, err := ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(spec, Env{})
	if err != nil {
		t.Fatal(err)
	}
	return &askedOf{g, a, map[string]Choice{}}
}

func (a *askedOf) choose(t *testing.T, b Board) Choice {
	t.Helper()
	text := b.Position()
	if c, ok := a.known[text]; ok {
		return c
	}
	fresh, err := a.game.Board("", text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.agent.Player(game.Mix(1, b.Hash(), 7))
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Choose(context.Background(), fresh, Clock{PliesLeft: b.PliesLeft()})
	if err != nil {
		t.Fatal(err)
	}
	a.known[text] = c
	return c
}

// whiteWins plays a position of White to its end, or until White has proven a win.
func whiteWins(t *testing.T, g Game, position string, white, black *askedOf) bool {
	t.Helper()
	b, err := g.Board("", position)
	if err != nil {
		t.Fatal(err)
	}
	for !b.Outcome().Over() {
		player := black
		if b.Turn() == game.Second {
			player = white
		}
		c := player.choose(t, b)
		if player == white && c.Exact && c.Score == search.Win {
			return true
		}
		b.Play(c.Move)
	}
	return b.Outcome().Result == game.SecondWins
}

// lostByWhite draws positions that White reaches by plausible moves against the book and
// a player that wins on.
func lostByWhite(t *testing.T, plies, count int, seed uint64) []string {
	t.Helper()
	book, r, met := books.Littlego(), game.NewRand(seed), map[searchlg.Key]bool{}
	var list []string
	for len(list) < count {
		s, err := littlego.Start("")
		if err != nil {
			t.Fatal(err)
		}
		for s.Ply() < plies && !s.Outcome().Over() {
			m := book.Win(&s)
			if s.Ply()&1 == 1 {
				m = searchlg.DrawPlausible(&s, &r)
			} else if m == game.NoMove {
				m, _, _ = searchlg.NewSolver(20, nil).Wins(&s, search.Limits{})
			}
			s.Play(m, &s)
		}
		if key := searchlg.KeyOf(&s); !s.Outcome().Over() && !met[key] {
			met[key] = true
			list = append(list, littlego.Rules().Format(&s))
		}
	}
	return list
}

// In positions that White has lost its traps win against opponents that look a few plies
// ahead. With -long it logs how many of those that are drawn White wins.
func TestTrapsWinLostGames(t *testing.T) {
	g, err := FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	for _, position := range []string{
		"XOOX./.X.XO/OXX../XX.XO/O.O.O w 17 XOOX./...XO/OXX../XX.XO/O.O.O",
		"OO..O/XXOO./.XX.O/X.XX./.X.X. w 17 OO..O/XXOO./.XX.O/X.XX./.XO..",
	} {
		for _, foe := range []string{"alphabeta", "alphabeta:depth=4"} {
			if !whiteWins(t, g, position, newAskedOf(t, g, "frozen:nodes=20000"), newAskedOf(t, g, foe)) {
				t.Errorf("%s: %s wins", position, foe)
			}
		}
	}
	if !longtest.Enabled() {
		return
	}
	list := lostByWhite(t, *lostPlyFlag, *lostFlag, *lostSeedFlag)
	all, foes := 0, []string{
		"alphabeta:depth=1", "alphabeta", "alphabeta:depth=4", "minimax", "minimax:depth=3", "minimax:depth=4", "aggressive",
		"hand:depth=2", "hand:depth=3", "hand:nodes=600", "frozen:depth=2", "frozen:nodes=600,book=off", "frozen:nodes=2000,book=off",
	}
	for _, foe := range foes {
		spec := Spec{Name: "frozen"}.With("nodes", strconv.Itoa(*lostNodesFlag)).With("book", "off").With("table", "1")
		white, black, won := newAskedOf(t, g, spec.String()), newAskedOf(t, g, foe), 0
		for _, position := range list {
			if whiteWins(t, g, position, white, black) {
				won++
			}
		}
		all += won
		t.Logf("%-27s %d of %d", foe, won, len(list))
	}
	t.Logf("%d of %d", all, len(foes)*len(list))
}

// Where the book has no answer to a plausible reply after its last whole ply, whatever frozen
// chooses with few nodes keeps the win.
func TestHurriedChoicesKeepTheWin(t *testing.T) {
	const plies, checked = 12, 100
	g, err := FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	const tableBits = 20
	solver, list := searchlg.NewSolver(tableBits, nil), lostByWhite(t, plies, checked, 1)
	for _, nodes := range []string{"277", "833", "2500"} {
		hurried := newAskedOf(t, g, "frozen:nodes="+nodes)
		for _, position := range list {
			b, err := g.Board("", position)
			if err != nil {
				t.Fatal(err)
			}
			b.Play(hurried.choose(t, b).Move)
			lost := b.Outcome().Result == game.SecondWins
			if !b.Outcome().Over() {
				s, err := littlego.Parse("", b.Position())
				if err != nil {
					t.Fatal(err)
				}
				_, lost, _ = solver.Wins(&s, search.Limits{})
			}
			if lost {
				t.Errorf("%s: with %s nodes the win is lost", position, nodes)
			}
		}
	}
}
