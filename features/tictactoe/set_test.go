package tictactoe_test

import (
	"math"
	"testing"

	"evolab/features"
	. "evolab/features/tictactoe"
	"evolab/game"
	"evolab/game/tictactoe"
)

// Each row is a board with the values of the features that it is about, for
// the side to move.
var boards = []struct {
	about    string
	position string
	want     map[string]int32
}{
	{"X in the centre leaves O four lines, X keeps all eight",
		".../.X./... o",
		map[string]int32{"lines_open": -4, "lines_one": -4, "centre": -1, "corners": 0, "edges": 0}},
	{"two X in a row threaten; O on an edge threatens nothing",
		"XX./.../.O. o",
		map[string]int32{"threats_own": 0, "threats_enemy": 1, "corners": -1, "edges": 0}},
	{"X to move wins at once at 0,2, O would at 1,2; X has three open lines, O four",
		"XX./OO./... x",
		map[string]int32{"threats_own": 1, "threats_enemy": 1, "lines_open": -1}},
	{"X holds opposite corners and forks at either of the others; O's centre and edge threaten",
		"X../.O./..X o",
		map[string]int32{"opposite": -1, "forks_enemy": 2, "forks_own": 0, "centre": 1, "corners": -2}},
	{"O holds an edge, X two corners",
		"X../O../..X o",
		map[string]int32{"edges": 1, "corners": -2}},
	{"X threatens on the diagonal: a mark at 0,2 or 1,2 makes a second threat",
		"XO./.../O.X x",
		map[string]int32{"threats_own": 1, "threats_enemy": 0, "forks_own": 2}},
}

func TestFeaturesOnBoards(t *testing.T) {
	set := Set()
	seen := map[string]bool{}
	for _, b := range boards {
		s := parse(t, b.position)
		var v features.Vector
		Extract(&s, &v)
		for name, want := range b.want {
			i := features.Index(set.List, name)
			if i < 0 {
				t.Fatalf("no feature %q", name)
			}
			seen[name] = true
			if v[i] != want {
				t.Errorf("%s\n%s%s = %d, want %d", b.about, tictactoe.Rules().Draw(&s), name, v[i], want)
			}
		}
	}
	for _, f := range set.List {
		if !seen[f.Name] {
			t.Errorf("no board tests %q", f.Name)
		}
	}
}

func parse(t *testing.T, position string) tictactoe.State {
	t.Helper()
	s, err := tictactoe.Parse("", position)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The scales are the standard deviations over positions from random games.
func TestScales(t *testing.T) {
	set := Set()
	var n float64
	var sum, squares [features.Max]float64
	r := game.NewRand(1)
	var v features.Vector
	for range 20_000 {
		s := parse(t, "start")
		for {
			moves := s.Moves(nil)
			if len(moves) == 0 {
				break
			}
			s.Play(moves[r.Intn(len(moves))], &s)
			if s.Outcome().Over() {
				break
			}
			Extract(&s, &v)
			n++
			for i := range set.List {
				sum[i] += float64(v[i])
				squares[i] += float64(v[i]) * float64(v[i])
			}
		}
	}
	for i, f := range set.List {
		mean := sum[i] / n
		sd := math.Sqrt(squares[i]/n - mean*mean)
		if math.Abs(sd-f.Scale) > .05*sd {
			t.Errorf("%s has the scale %.4g, measured %.4g (mean %.3g)", f.Name, f.Scale, sd, mean)
		}
	}
}

// The side with the better lines wins at once if it can, else it blocks.
func TestGain(t *testing.T) {
	for position, want := range map[string]string{
		"XX./OO./... x": "0,2",
		"XX./O../... o": "0,2",
		"start":         "1,1",
	} {
		s := parse(t, position)
		best, most := game.NoMove, math.MinInt
		for _, m := range s.Moves(nil) {
			if g := Tactics().Gain(&s, m); g > most {
				best, most = m, g
			}
		}
		if got := tictactoe.Rules().FormatMove(&s, best); got != want {
			t.Errorf("%s: the largest gain is at %s, want %s", position, got, want)
		}
	}
}

func TestExtractAllocatesNothing(t *testing.T) {
	s := parse(t, "X../.O./..X o")
	var v features.Vector
	if n := testing.AllocsPerRun(100, func() { Extract(&s, &v) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestHandFits(t *testing.T) {
	if _, err := features.NewLinear(Set(), Hand()); err != nil {
		t.Error(err)
	}
}
