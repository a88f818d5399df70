package search_test

import (
	"slices"
	"testing"
	"time"

	"evolab/features"
	featcheckers "evolab/features/checkers"
	feathalma "evolab/features/halma"
	featkonane "evolab/features/konane"
	featlg "evolab/features/littlego"
	feattt "evolab/features/tictactoe"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/game/halma"
	"evolab/game/konane"
	"evolab/game/littlego"
	"evolab/game/tictactoe"
	"evolab/search"
)

// sample is positions of a game with what searches them.
type sample[S comparable, P game.Position[S]] struct {
	rules  game.Rules[S]
	set    features.Set[S]
	hand   features.Weights
	states []S
	depth  int // that minimax can afford in all of them
}

// tests is what every game is asked.
type tests interface {
	equalsMinimax(t *testing.T)
	dependsOnArgumentsOnly(t *testing.T)
	allocatesNothing(t *testing.T)
	searchesAlikeAgain(t *testing.T)
	nodes(t *testing.T) uint64
}

// everyGame has positions from random games, and some that are about draws.
func everyGame(t *testing.T) map[string]tests {
	return map[string]tests{
		"littlego": from[littlego.State](t, littlego.Rules(), featlg.Set(), featlg.Hand(), 4, "start", 14, 15, 16, 17, 18, 19, 20),
		"checkers": from[checkers.State](t, checkers.Rules(), featcheckers.Set(), featcheckers.Hand(), 5, "start", 0, 10, 20, 30, 40),
		"checkers near the draw": from[checkers.State](t, checkers.Rules(), featcheckers.Set(), featcheckers.Hand(), 5,
			".B...B../......../...W...W/......../......../......../.w...b../........ b 46", 0, 1, 2),
		"halma":                from[halma.State](t, halma.Rules(), feathalma.Set(), feathalma.Hand(), 2, "start", 0, 40),
		"halma past the camps": from[halma.State](t, halma.Rules(), feathalma.Set(), feathalma.Hand(), 1, "start", 200),
		"halma at its end": from[halma.State](t, halma.Rules(), feathalma.Set(), feathalma.Hand(), 3,
			"WWWWW.........../WWWWW.........../WWW............./WWW.W.........../WW............../................/"+
				"................/................/................/................/................/..........B...BB/"+
				".............BBB/.............BBB/...........BBBBB/...........BBBBB w", 0),
		"konane":       from[konane.State](t, konane.Rules(), featkonane.Set(), featkonane.Hand(), 4, "X.XO/O.OX/XOXO/OXOX b", 0),
		"konane 18x18": from[konane.State](t, konane.Rules(), featkonane.Set(), featkonane.Hand(), 3, "start", 2, 10, 60, 120),
		"tictactoe":    from[tictactoe.State](t, tictactoe.Rules(), feattt.Set(), feattt.Hand(), 7, "start", 1, 2, 3, 4),
	}
}

// from is the positions that so many random plies lead to.
func from[S comparable, P game.Position[S]](
	t *testing.T, rules game.Rules[S], set features.Set[S], hand features.Weights, depth int, position string, plies ...int,
) tests {
	t.Helper()
	g := &sample[S, P]{rules: rules, set: set, hand: hand, depth: depth}
	for i, n := range plies {
		s, err := rules.Parse("", position)
		if err != nil {
			t.Fatal(err)
		}
		r := game.NewRand(uint64(i))
		game.Playout[S, P](&s, &r, n, nil)
		if !P(&s).Outcome().Over() {
			g.states = append(g.states, s)
		}
	}
	if len(g.states) == 0 {
		t.Fatalf("%s: every game is over", rules.Name)
	}
	return g
}

func (g *sample[S, P]) engine(t *testing.T) (*search.Engine[S, P], *features.Linear[S]) {
	t.Helper()
	eval, err := features.NewLinear(g.set, g.hand)
	if err != nil {
		t.Fatal(err)
	}
	ticks := time.Duration(0)
	clock := func() time.Duration { ticks += time.Millisecond; return ticks }
	return search.New[S, P](eval, clock), &eval
}

// A plain search has minimax's value at its depth, with a table or without.
func TestPlainSearchEqualsMinimax(t *testing.T) {
	for name, g := range everyGame(t) {
		t.Run(name, g.equalsMinimax)
	}
}

func (g *sample[S, P]) equalsMinimax(t *testing.T) {
	e, eval := g.engine(t)
	for i := range g.states {
		s := &g.states[i]
		for depth := 1; depth <= g.depth; depth++ {
			_, want := search.Minimax[S, P](s, eval, depth)
			for _, mb := range []int{-1, 1, 0} {
				got := e.Search(s, search.Limits{Depth: depth, Plain: true, TableMB: mb, Seed: uint64(i)})
				if got.Score != want && (got.Depth == depth || !got.Exact) {
					t.Fatalf("%s: depth %d with a table of %d MB scores %d, minimax %d", g.rules.Format(s), depth, mb, got.Score, want)
				}
			}
		}
	}
}

// What an engine has searched before changes nothing, nor do the sizes that
// its table has had.
func TestResultsDependOnArgumentsOnly(t *testing.T) {
	for name, g := range everyGame(t) {
		t.Run(name, g.dependsOnArgumentsOnly)
	}
}

func (g *sample[S, P]) dependsOnArgumentsOnly(t *testing.T) {
	used, _ := g.engine(t)
	for i := range g.states {
		s := &g.states[i]
		for _, limits := range []search.Limits{
			{Nodes: 3000}, {Nodes: 12_000, Seed: 3}, {Depth: g.depth, Plain: true}, {Nodes: 3000, TableMB: -1}, {Nodes: 5000, TableMB: 1},
		} {
			fresh, _ := g.engine(t)
			want := fresh.Search(s, limits)
			used.Search(s, search.Limits{Time: 8 * time.Millisecond})
			used.Search(&g.states[(i+1)%len(g.states)], search.Limits{Nodes: 2000})
			got := used.Search(s, limits)
			if got.Move != want.Move || got.Score != want.Score || got.Nodes != want.Nodes || !slices.Equal(got.PV, want.PV) {
				t.Errorf("%s: %+v, and by a used engine %+v", g.rules.Format(s), want, got)
			}
		}
	}
}

func TestNoSearchAllocates(t *testing.T) {
	for name, g := range everyGame(t) {
		t.Run(name, g.allocatesNothing)
	}
}

func (g *sample[S, P]) allocatesNothing(t *testing.T) {
	e, _ := g.engine(t)
	past := make([]uint64, 50)
	for _, limits := range []search.Limits{
		{Nodes: 10_000, History: past}, {Time: time.Minute, Depth: g.depth + 1}, {Depth: g.depth, Plain: true},
	} {
		all := func() {
			for i := range g.states {
				e.Search(&g.states[i], limits)
			}
		}
		all()
		if n := testing.AllocsPerRun(2, all); n != 0 {
			t.Errorf("%v allocations under %+v", n, limits)
		}
	}
}

// nodes is what it takes to search all positions two plies deeper than minimax
// could, with all that the engine has.
func (g *sample[S, P]) nodes(t *testing.T) (sum uint64) {
	e, _ := g.engine(t)
	for i := range g.states {
		sum += e.Search(&g.states[i], search.Limits{Depth: g.depth + 2}).Nodes
	}
	return sum
}

// pinned is the nodes of the searches of each game with the weights set by
// hand. A change of rules, features or search that is meant to change nothing
// leaves them as they are.
var pinned = map[string]uint64{
	"littlego":               24305,
	"checkers":               7459,
	"checkers near the draw": 5573,
	"halma":                  6646,
	"halma past the camps":   24734,
	"halma at its end":       17,
	"konane":                 153,
	"konane 18x18":           44585,
	"tictactoe":              2936,
}

func TestPinnedNodes(t *testing.T) {
	for name, g := range everyGame(t) {
		if got := g.nodes(t); got != pinned[name] {
			t.Errorf("%q: %d, // pinned: %d", name, got, pinned[name])
		}
	}
}
