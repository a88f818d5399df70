package konane

import (
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/game"
	"evolab/game/gametest"
	"evolab/game/konane"
	"evolab/internal/longtest"
	"evolab/search"
	"evolab/search/cputime/cputimetest"
)

// start is the full board of a size after some moves.
func start(t *testing.T, variant string, moves ...string) konane.State {
	t.Helper()
	rules := konane.Rules()
	s, err := konane.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range moves {
		m, err := rules.ParseMove(&s, text)
		if err != nil || !slices.Contains(s.Moves(nil), m) {
			t.Fatalf("%s is not legal (%v)", text, err)
		}
		s.Play(m, &s)
	}
	return s
}

// The known values of perfect play: who removes the first stone loses on all
// small boards but 5x5.
func TestKnownWinners(t *testing.T) {
	boards := []string{"4x4", "4x5", "5x4", "4x6", "6x4", "5x5", "5x6", "6x5"}
	if longtest.Enabled() {
		boards = append(boards, "6x6")
	}
	for _, variant := range boards {
		s := start(t, variant)
		z := NewSolver(s.Rows(), s.Cols(), 20, nil)
		won, known := z.Wins(&s, search.Limits{})
		if !known || won != (variant == "5x5") {
			t.Errorf("%s: won %v, known %v", variant, won, known)
		}
		t.Logf("%s: %d nodes", variant, z.Nodes)
	}
}

// On 5x5 the first side wins with every pair of removals.
func TestEveryOpeningOf5x5Wins(t *testing.T) {
	s := start(t, "5x5")
	z := NewSolver(5, 5, 18, nil)
	pairs := 0
	for _, first := range s.Moves(nil) {
		var second, third konane.State
		s.Play(first, &second)
		for _, answer := range second.Moves(nil) {
			second.Play(answer, &third)
			pairs++
			if won, _ := z.Wins(&third, search.Limits{}); !won {
				t.Errorf("lost after %v, %v", first, answer)
			}
		}
	}
	if pairs != 4*2+4 {
		t.Errorf("%d pairs", pairs)
	}
}

// On 4x4 and 6x6 the removal of a corner loses. That of a centre stone loses if
// another centre stone goes next, and wins if one outward does. The other
// openings are these, reflected.
func TestOpenings(t *testing.T) {
	type opening struct {
		variant, first, second string
		won                    bool
	}
	tests := []opening{
		{"4x4", "[0:0]", "[0:1]", false},
		{"4x4", "[1:1]", "[1:2]", false},
		{"4x4", "[1:1]", "[2:1]", false},
		{"4x4", "[1:1]", "[0:1]", true},
		{"4x4", "[1:1]", "[1:0]", true},
		{"4x4", "[1:2]", "[2:2]", false},
		{"4x4", "[1:2]", "[1:3]", true},
	}
	if longtest.Enabled() {
		tests = append(tests, []opening{
			{"6x6", "[0:0]", "[0:1]", false},
			{"6x6", "[2:2]", "[2:3]", false},
			{"6x6", "[2:2]", "[3:2]", false},
			{"6x6", "[2:2]", "[1:2]", true},
			{"6x6", "[2:2]", "[2:1]", true},
		}...)
	}
	solvers := map[string]*Solver{"4x4": NewSolver(4, 4, 12, nil), "6x6": NewSolver(6, 6, 22, nil)}
	for _, x := range tests {
		s, z := start(t, x.variant, x.first, x.second), solvers[x.variant]
		if won, known := z.Wins(&s, search.Limits{}); !known || won != x.won {
			t.Errorf("%s %s %s: won %v, known %v", x.variant, x.first, x.second, won, known)
		}
	}
}

// Solve lists all winning moves.
func TestSolve(t *testing.T) {
	for _, x := range []struct{ doc, rows, side, moves string }{
		{"nothing to lose", `
			. . . . .
			. X O . .
			. . . . .
			. . . . .`, "b", "[1:1]:[1:3]"},
		{"a short jump lets the enemy jump back", `
			X O . O .
			. . . X .
			. . . . .
			. . . . .`, "b", "[0:0]:[0:4]"},
		{"one jump each: who is to move has lost", `
			X O . . .
			. . . . .
			. . . . .
			. . . X O`, "b", ""},
		{"two jumps against one", `
			X O . . .
			. . . . .
			X O . . .
			. . . . .
			. . . . .
			. . . X O`, "b", "[0:0]:[0:2] [2:0]:[2:2]"},
	} {
		rows := strings.Join(strings.Fields(strings.ReplaceAll(strings.TrimSpace(x.rows), " ", "")), "/")
		s, err := konane.Parse("", rows+" "+x.side)
		if err != nil {
			t.Errorf("%s: %v", x.doc, err)
			continue
		}
		got := Solve(&s, search.Limits{}, nil)
		var texts []string
		for _, m := range got.Moves {
			texts = append(texts, konane.Rules().FormatMove(&s, m))
		}
		if text := strings.Join(texts, " "); !got.Known || text != x.moves {
			t.Errorf("%s: %s, want %s", x.doc, text, x.moves)
		}
	}
}

// All winning moves of random positions, against a search of its own that knows
// neither symmetry nor ranks.
func TestSolveAgainstPlainSearch(t *testing.T) {
	known := map[uint64]bool{}
	var plain func(s *konane.State) bool
	plain = func(s *konane.State) bool {
		if won, ok := known[s.Hash()]; ok {
			return won
		}
		var next konane.State
		won := false
		for _, m := range s.Moves(nil) {
			s.Play(m, &next)
			won = won || !plain(&next)
		}
		known[s.Hash()] = won
		return won
	}
	for _, x := range []struct {
		variant string
		plies   int
	}{{"4x4", 0}, {"4x4", 4}, {"4x5", 6}, {"5x4", 6}, {"5x5", 10}, {"6x4", 9}, {"6x6", 20}, {"4x9", 18}, {"8x8", 46}} {
		for seed := range uint64(12) {
			s, r := start(t, x.variant), game.NewRand(seed)
			game.Playout[konane.State, *konane.State](&s, &r, x.plies, nil)
			if s.Outcome().Over() {
				continue
			}
			var want []game.Move
			for _, m := range s.Moves(nil) {
				var next konane.State
				s.Play(m, &next)
				if !plain(&next) {
					want = append(want, m)
				}
			}
			got := Solve(&s, search.Limits{}, nil)
			if !got.Known || !slices.Equal(got.Moves, want) || (got.Value == 1) != (len(want) > 0) {
				t.Errorf("%s: %+v, want %v", konane.Rules().Format(&s), got, want)
			}
		}
	}
}

// The keys that follow a game are those of its positions, and a position seen
// from another side has the same key.
func TestKeys(t *testing.T) {
	for _, variant := range []string{"4x4", "4x5", "5x5", "6x8", "7x7", "18x18"} {
		s, r := start(t, variant), game.NewRand(7)
		z := look(s.Rows(), s.Cols())
		k := z.of(&s)
		for !s.Outcome().Over() {
			m := gametest.Pick(&s, &r)
			if s.Removals() > 0 {
				s.Play(m, &s)
				k = z.of(&s)
				continue
			}
			var next keys
			z.after(&k, s.Mover(), m.From(), m.To(), &next)
			s.Play(m, &s)
			if k = next; k != z.of(&s) {
				t.Fatalf("%s: other keys than its stones'", konane.Rules().Format(&s))
			}
			if turned := upside(t, &s); z.of(&turned) == k || keyOf(z, &turned) != k.least() {
				t.Fatalf("%s: upside down it has another key", konane.Rules().Format(&s))
			}
		}
	}
}

func keyOf(z *seen, s *konane.State) uint64 {
	k := z.of(s)
	return k.least()
}

// upside is the position turned upside down. Where that puts stones on cells of
// the other colour, the colours change places.
func upside(t *testing.T, s *konane.State) konane.State {
	t.Helper()
	rows, side, _ := strings.Cut(konane.Rules().Format(s), " ")
	list := strings.Split(rows, "/")
	slices.Reverse(list)
	text, player := strings.Join(list, "/"), 1+s.Turn()
	if len(list)%2 == 0 {
		text = strings.NewReplacer("X", "O", "O", "X").Replace(text)
		side = strings.NewReplacer("b", "w", "w", "b").Replace(side[:1])
	}
	turned, err := konane.Parse("", text+" "+side[:1]+" "+string('0'+rune(player)))
	if err != nil {
		t.Fatal(err)
	}
	return turned
}

func TestLimits(t *testing.T) {
	s := start(t, "8x8")
	if got := Solve(&s, search.Limits{Nodes: 5000}, nil); got.Known || got.Nodes < 5000 || got.Nodes > 5100 || got.Moves != nil {
		t.Errorf("%+v", got)
	}
	now := time.Duration(0)
	clock := func() time.Duration { now += time.Millisecond; return now }
	if got := Solve(&s, search.Limits{Time: 20 * time.Millisecond}, clock); got.Known {
		t.Errorf("%+v", got)
	}
	if now > 30*time.Millisecond {
		t.Errorf("the clock was read at %v", now)
	}
}

func BenchmarkSolve(b *testing.B) {
	s, err := konane.Start("5x6")
	if err != nil {
		b.Fatal(err)
	}
	var nodes uint64
	cpu := cputimetest.Start(b)
	for b.Loop() {
		z := NewSolver(5, 6, 20, nil)
		z.Wins(&s, search.Limits{})
		nodes += z.Nodes
	}
	b.ReportMetric(float64(nodes)/cpu.Seconds()/1e6, "Mnodes/s")
}
