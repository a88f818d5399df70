// Package featurestest is what the tests of every game's features have in
// common: boards with known values, measured scales, and an extraction that
// leaves nothing behind.
package featurestest

import (
	"math"
	"testing"

	"evolab/features"
	"evolab/game"
)

// Board is a position with the values of the features that it is about, for
// the side to move.
type Board struct {
	About    string
	Position string
	Want     map[string]int32
}

// Boards checks the values of positions. Every feature has to be asked for.
func Boards[S comparable](t *testing.T, set features.Set[S], rules game.Rules[S], boards []Board) {
	t.Helper()
	seen := map[string]bool{}
	for _, b := range boards {
		s := Parse(t, rules, b.Position)
		var v features.Vector
		set.Extract(&s, &v)
		for name, want := range b.Want {
			i := features.Index(set.List, name)
			if i < 0 {
				t.Fatalf("no feature %q", name)
			}
			seen[name] = true
			if v[i] != want {
				t.Errorf("%s\n%s%s = %d, want %d", b.About, rules.Draw(&s), name, v[i], want)
			}
		}
	}
	for _, f := range set.List {
		if !seen[f.Name] {
			t.Errorf("no board tests %q", f.Name)
		}
	}
}

// Parse reads a position.
func Parse[S comparable](t testing.TB, rules game.Rules[S], text string) S {
	t.Helper()
	s, err := rules.Parse("", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Scales checks that each scale is the feature's standard deviation over the
// positions that walk visits, within a twentieth.
func Scales[S comparable](t *testing.T, set features.Set[S], walk func(visit func(s *S))) {
	t.Helper()
	ScalesWithin(t, .05, set, walk)
}

// ScalesWithin is Scales with another tolerance, a part of the measured value.
func ScalesWithin[S comparable](t *testing.T, tolerance float64, set features.Set[S], walk func(visit func(s *S))) {
	t.Helper()
	var n float64
	var sum, squares [features.Max]float64
	var v features.Vector
	walk(func(s *S) {
		set.Extract(s, &v)
		n++
		for i := range set.List {
			sum[i] += float64(v[i])
			squares[i] += float64(v[i]) * float64(v[i])
		}
	})
	for i, f := range set.List {
		mean := sum[i] / n
		sd := math.Sqrt(squares[i]/n - mean*mean)
		if math.Abs(sd-f.Scale) > tolerance*sd {
			t.Errorf("%s has the scale %.4g, measured %.4g (mean %.3g)", f.Name, f.Scale, sd, mean)
		}
	}
}

// Extract checks that a position's features overwrite whatever an earlier one
// has left, that nothing is allocated, and that a feature has the same value
// where the others are left out.
func Extract[S comparable](t *testing.T, set features.Set[S], s *S) {
	t.Helper()
	var fresh, used features.Vector
	for i := range set.List {
		used[i] = 1000
	}
	set.Extract(s, &fresh)
	if n := testing.AllocsPerRun(1, func() { set.Extract(s, &used) }); n != 0 || used != fresh {
		t.Fatalf("%v allocations, %v, want %v", n, used, fresh)
	}
	for i := range set.List {
		if set.Part == nil {
			break
		}
		var part features.Vector
		if set.Part(s, &part, 1<<i); part[i] != fresh[i] {
			t.Fatalf("%s alone is %d, among all %d: it is filled under a need that does not list it", set.List[i].Name, part[i], fresh[i])
		}
	}
}

// Hand checks that the weights set by hand fit the set.
func Hand[S comparable](t *testing.T, set features.Set[S], hand features.Weights) {
	t.Helper()
	if _, err := features.NewLinear(set, hand); err != nil {
		t.Error(err)
	}
}

// Walk plays a game without passes in which every other move, on average, gains
// the most at once, and shows the positions after the fourth ply and later ones.
func Walk[S comparable, P game.Position[S]](t *testing.T, rules game.Rules[S], tactics features.Tactics[S], seed uint64, visit func(s *S)) {
	t.Helper()
	s := Parse(t, rules, "start")
	r := game.NewRand(seed)
	for ply := 1; !P(&s).Outcome().Over(); ply++ {
		moves := P(&s).Moves(nil)
		if n := len(moves); n > 1 && rules.IsPass(moves[n-1]) {
			moves = moves[:n-1]
		}
		best, most := moves[r.Intn(len(moves))], 0
		if r.Intn(2) == 0 {
			for _, m := range moves {
				if g := tactics.Gain(&s, m); g > most {
					best, most = m, g
				}
			}
		}
		P(&s).Play(best, &s)
		if ply >= 4 {
			visit(&s)
		}
	}
}

// Gains plays games and checks what tactics say of the gains of all moves at once.
func Gains[S comparable, P game.Position[S]](t *testing.T, rules game.Rules[S], tactics features.Tactics[S]) {
	t.Helper()
	for seed := range uint64(100) {
		Walk[S, P](t, rules, tactics, seed, func(s *S) {
			most := 0
			var after S
			other := P(s).Turn().Other()
			for _, m := range P(s).Moves(nil) {
				gain := tactics.Gain(s, m)
				most = max(most, gain)
				P(s).Play(m, &after)
				if fell := tactics.Leaf(s, other) - tactics.Leaf(&after, other); tactics.Falls && fell != gain {
					t.Fatalf("%s: a move gains %d, and the other side loses %d", rules.Format(s), gain, fell)
				}
			}
			if tactics.Most != nil && !P(s).Outcome().Over() && tactics.Most(s) != most {
				t.Fatalf("%s: a move gains %d at most, not %d", rules.Format(s), most, tactics.Most(s))
			}
		})
	}
}
