package books

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"evolab/agent/frozen"
	featlg "evolab/features/littlego"
	"evolab/game"
	"evolab/game/littlego"
	"evolab/internal/longtest"
	"evolab/search"
	"evolab/search/decide"
	searchlg "evolab/search/littlego"
)

var narrowFlag = flag.Int("narrow", 0, "make testdata/narrow.txt anew, with so many positions")

const narrowFile = "testdata/narrow.txt"

// narrow is a position just after the book, with Black to move, and the one or two moves that win.
type narrow struct {
	state littlego.State
	moves []string
}

// With the nodes that the shipped C++ visits in a quarter of a second a win is proven in every
// position just after the book that has only one or two winning moves.
func TestNarrowWinsAreProven(t *testing.T) {
	const nodes, parts = 720_000, 12
	if *narrowFlag > 0 {
		makeNarrow(t, *narrowFlag)
	}
	for i, n := range readNarrow(t) {
		if i%parts > 0 && !longtest.Enabled() {
			continue
		}
		r, known := searchlg.NewEndgame(searchlg.Book{}, nil).Win(&n.state, game.NoMove, search.Limits{Nodes: nodes})
		won := known && r.Exact
		if m := littlego.Rules().FormatMove(&n.state, r.Move); !won || !slices.Contains(n.moves, m) {
			t.Errorf("%s: %s, %v; %v win", littlego.Rules().Format(&n.state), m, won, n.moves)
		}
	}
}

// With fewer nodes than a proof takes a win is kept, too, in all but two of 1,000 such positions,
// and what fewer nodes have kept is not lost with more. The nodes are what a slow language has
// with .5, 1, 2 and 4 s.
func TestNarrowWinsAreKeptWithFewerNodes(t *testing.T) {
	const parts, most = 12, 2
	eval, err := frozen.Evaluation(featlg.Set())
	if err != nil {
		t.Fatal(err)
	}
	kept := map[int]bool{}
	for _, nodes := range []uint64{10_000, 30_000, 70_000, 160_000} {
		lost := 0
		for i, n := range readNarrow(t) {
			if i%parts > 0 && !longtest.Enabled() {
				continue
			}
			d := decide.New[littlego.State](eval, searchlg.NewEndgame(searchlg.Book{}, nil), nil)
			d.Begin(&n.state, decide.Ply{Nodes: nodes})
			m := littlego.Rules().FormatMove(&n.state, d.Run().Move)
			if slices.Contains(n.moves, m) {
				kept[i] = true
				continue
			}
			lost++
			if kept[i] {
				t.Errorf("%s: %s with %d nodes; %v win", littlego.Rules().Format(&n.state), m, nodes, n.moves)
			}
		}
		t.Logf("%d lost with %d nodes", lost, nodes)
		if lost > most {
			t.Errorf("%d lost with %d nodes, want at most %d", lost, nodes, most)
		}
	}
}

func readNarrow(t *testing.T) (list []narrow) {
	text, err := os.ReadFile(narrowFile)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		position, moves, _ := strings.Cut(strings.TrimSpace(line), "\t")
		s, err := littlego.Parse("", position)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, narrow{s, strings.Fields(moves)})
	}
	return list
}

// makeNarrow draws games of the book against plausible moves, and of each last reply of White
// looks at the most plausible alternatives, too: they share most of a proof.
func makeNarrow(t *testing.T, count int) {
	const replies, tableBits = 4, 22
	var text []byte
	b, r, met := Littlego(), game.NewRand(1), map[searchlg.Key]bool{}
	for found := 0; found < count; {
		before := lastReply(t, &b, &r)
		if met[searchlg.KeyOf(&before)] {
			continue
		}
		met[searchlg.KeyOf(&before)] = true
		z, wins := searchlg.NewSolver(tableBits, nil), map[game.Move]int{}
		for i, m := range plausible(&before) {
			if i == replies || found == count {
				break
			}
			var s littlego.State
			before.Play(m, &s)
			if s.Outcome().Over() || b.Win(&s) != game.NoMove || met[searchlg.KeyOf(&s)] {
				continue
			}
			met[searchlg.KeyOf(&s)] = true
			if moves := few(&s, z, wins); len(moves) > 0 {
				text = fmt.Appendf(text, "%s\t%s\n", littlego.Rules().Format(&s), strings.Join(moves, " "))
				found++
			}
		}
	}
	if err := os.WriteFile(narrowFile, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// few are the winning moves, if there are no more than two. Those that have won before are
// tried first.
func few(s *littlego.State, z *searchlg.Solver, wins map[game.Move]int) (moves []string) {
	const most = 2
	order := plausible(s)
	slices.SortStableFunc(order, func(x, y game.Move) int { return wins[y] - wins[x] })
	for _, m := range order {
		var after littlego.State
		s.Play(m, &after)
		if _, won, _ := z.Wins(&after, search.Limits{}); won {
			continue
		}
		wins[m]++
		moves = append(moves, littlego.Rules().FormatMove(s, m))
		if len(moves) > most {
			return nil
		}
	}
	return moves
}

// lastReply is the position before the reply to which the book has no answer, in a game that
// is not over before.
func lastReply(t *testing.T, b *searchlg.Book, r *game.Rand) littlego.State {
	start, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	for {
		before := start
		for s := start; !s.Outcome().Over(); {
			m := b.Win(&s)
			if s.Ply()&1 == 1 {
				before, m = s, searchlg.DrawPlausible(&s, r)
			}
			if m == game.NoMove {
				return before
			}
			s.Play(m, &s)
		}
	}
}

// plausible are the legal moves, the most plausible first.
func plausible(s *littlego.State) (moves []game.Move) {
	searchlg.Plausible(s, func(m game.Move, _ float64) { moves = append(moves, m) })
	return moves
}
