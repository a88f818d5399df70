package konane_test

import (
	"slices"
	"testing"

	"evolab/features"
	. "evolab/features/konane"
	"evolab/game"
	"evolab/game/konane"
)

func move(t *testing.T, s *konane.State, text string) game.Move {
	t.Helper()
	m, err := konane.Rules().ParseMove(s, text)
	if err != nil || !slices.Contains(s.Moves(nil), m) {
		t.Fatalf("%s is not legal (%v) in\n%s", text, err, konane.Rules().Draw(s))
	}
	return m
}

// Either jump leaves Black with one more, but the second one opens the board to
// four jumps of White, the first one only to two.
func TestGainIsTheLeadInMobility(t *testing.T) {
	s := drawn(t, `
		X.XO
		O.OX
		XOXO
		OXOX`, "b")
	tactics := Tactics()
	for text, want := range map[string]int{"[3:1]:[1:1]": 1 - 2, "[1:3]:[1:1]": 1 - 4} {
		if got := tactics.Gain(&s, move(t, &s, text)); got != want {
			t.Errorf("gain of %s is %d, want %d", text, got, want)
		}
	}
}

// White has two jumps, Black has one, and one stone more.
func TestLeafAndMaterial(t *testing.T) {
	s := drawn(t, `
		X.XO
		O.OX
		X.XO
		OXOX`, "w")
	tactics := Tactics()
	if black, white := tactics.Leaf(&s, game.First), tactics.Leaf(&s, game.Second); black != -1 || white != 1 {
		t.Errorf("mobility leads %d and %d, want -1 and 1", black, white)
	}
	if black, white := tactics.Material(&s, game.First), tactics.Material(&s, game.Second); black != 1 || white != -1 {
		t.Errorf("leads in stones %d and %d, want 1 and -1", black, white)
	}
}

func TestCentre(t *testing.T) {
	tactics := Tactics()
	for _, c := range []struct {
		variant, removal string
		want             int
	}{
		{"5x5", "[2:2]", 0}, {"4x4", "[1:1]", 2}, {"4x4", "[0:3]", 18}, {"18x18", "[9:8]", 2}, {"5x8", "[4:0]", 16 + 49},
	} {
		s, err := konane.Start(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		if got := tactics.Centre(move(t, &s, c.removal)); got != c.want {
			t.Errorf("%s on %s: %d, want %d", c.removal, c.variant, got, c.want)
		}
	}
}

func TestSkip(t *testing.T) {
	tactics := Tactics()
	var dst konane.State
	for _, position := range []string{"XOXO/OXOX/XOXO/OXOX 1", "XOXO/O.OX/XOXO/OXOX 2"} {
		if s := parse(t, position); tactics.Skip(&s, &dst) {
			t.Errorf("%s: a removal is skipped", position)
		}
	}
	s := parse(t, "..XO/OXOX/XO.O/OX.X b")
	if !tactics.Skip(&s, &dst) || konane.Rules().Format(&dst) != "..XO/OXOX/XO.O/OX.X w" || dst.Turn() == s.Turn() {
		t.Errorf("skipped to %s", konane.Rules().Format(&dst))
	}
	if again := parse(t, "..XO/OXOX/XO.O/OX.X w"); again.Hash() != dst.Hash() {
		t.Errorf("the skipped position has another hash than the same one read")
	}
	if s := parse(t, "XO.O/..O./..../.... b"); tactics.Skip(&s, &dst) {
		t.Errorf("White cannot move, but the game goes on")
	}
}

func TestHandWeightsFit(t *testing.T) {
	eval, err := features.NewLinear(Set(), Hand())
	if err != nil {
		t.Fatal(err)
	}
	s := parse(t, "X.XO/O.OX/XOXO/OXOX b")
	if eval.Score(&s) <= 0 {
		t.Errorf("two jumps against one score %d", eval.Score(&s))
	}
}

// The vector of a position and that of the same one with the colours' turns
// exchanged differ by the sign, in every lead.
func TestLeadsAreAntisymmetric(t *testing.T) {
	oneSided := map[string]bool{"stuck": true, "moves_odd": true}
	for seed := range uint64(5) {
		walk(t, "9x8", seed, func(s *konane.State) {
			var other konane.State
			var v, w features.Vector
			s.Skip(&other)
			Extract(s, &v)
			Extract(&other, &w)
			for i, f := range Set().List {
				if !oneSided[f.Name] && v[i] != -w[i] {
					t.Fatalf("%s is %d for one side, %d for the other", f.Name, v[i], w[i])
				}
			}
		})
	}
}
