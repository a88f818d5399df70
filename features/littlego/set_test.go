package littlego_test

import (
	"math"
	"testing"

	"evolab/features"
	. "evolab/features/littlego"
	"evolab/game"
	"evolab/game/littlego"
)

// Each row is a board with the values of the features that it is about, for
// the side to move.
var boards = []struct {
	about    string
	position string
	want     map[string]int32
}{
	{"black to move is two stones ahead, 2.5 short of the komi by half a point",
		"X.X.X/...../..O../...../..... b 6 -",
		map[string]int32{"stones": 2, "stones_late": 12, "ahead": -1, "ahead_late": -6, "groups": 2}},
	{"the same stones seen by White",
		"X.X.X/...../..O../...../..... w 7 -",
		map[string]int32{"stones": -2, "stones_late": -14, "ahead": 1, "ahead_late": 7, "groups": -2}},
	{"a bent group has four liberties, two of them shared with its own stones; White's two stones have three each",
		"XX.../X..../...../...../...OO b 6 -",
		map[string]int32{"liberties": 0, "liberties_sum": 0, "links": 1, "largest": 1, "corners": 0, "edge": 1}},
	{"two black groups share the liberty between them: it counts once as a point, twice as a liberty",
		"X.X../...../...../...../....O b 4 -",
		map[string]int32{"liberties": 2, "liberties_sum": 3, "groups": 1, "liberties_second": 2}},
	{"White's two stones in the corner are in atari; two of the black stones have three liberties",
		"OOX../.X.../...../...../O.X.. b 8 -",
		map[string]int32{"atari_own": 0, "atari_enemy": 1, "atari_stones_enemy": 2, "strong": 2}},
	{"two black stones in the corner are in atari",
		"XXO../O..../...../...../..... b 4 -",
		map[string]int32{"atari_own": 1, "atari_stones_own": 2, "atari_enemy": 0}},
	{"a ring has one component and one hole: Euler number 0; the lone white stone has 1",
		".XXX./.X.X./.XXX./...../O.... b 16 -",
		map[string]int32{"euler": -1, "eyes": 1, "territory": 1, "centre": 1, "inner": 5}},
	{"diagonal stones are one component",
		"X..../.X.../..X../...../O...O b 6 -",
		map[string]int32{"euler": -1, "centre": 1, "inner": 2, "corners": -1, "edge": -1}},
	{"the corner point belongs to Black, everything else to both",
		".X.../X..../...../....O/..... b 4 -",
		map[string]int32{"territory": 1, "eyes": 1, "links": 0}},
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
				t.Errorf("%s\n%s%s = %d, want %d", b.about, littlego.Rules().Draw(&s), name, v[i], want)
			}
		}
	}
	for _, f := range set.List {
		if !seen[f.Name] {
			t.Errorf("no board tests %q", f.Name)
		}
	}
}

func parse(t *testing.T, position string) littlego.State {
	t.Helper()
	s, err := littlego.Parse("", position)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The scales are the standard deviations over positions from play: half of the
// moves capture what they can, the others are random.
func TestScales(t *testing.T) {
	set := Set()
	var n float64
	var sum, squares [features.Max]float64
	for seed := range uint64(4000) {
		walk(t, seed, func(s *littlego.State) {
			var v features.Vector
			Extract(s, &v)
			n++
			for i := range set.List {
				sum[i] += float64(v[i])
				squares[i] += float64(v[i]) * float64(v[i])
			}
		})
	}
	for i, f := range set.List {
		mean := sum[i] / n
		sd := math.Sqrt(squares[i]/n - mean*mean)
		if math.Abs(sd-f.Scale) > .05*sd {
			t.Errorf("%s has the scale %.4g, measured %.4g (mean %.3g)", f.Name, f.Scale, sd, mean)
		}
	}
}

func walk(t *testing.T, seed uint64, visit func(*littlego.State)) {
	t.Helper()
	s := parse(t, "start")
	r := game.NewRand(seed)
	tactics := Tactics()
	for !s.Outcome().Over() {
		moves := s.Moves(nil)
		if len(moves) > 1 {
			moves = moves[:len(moves)-1] // without the pass
		}
		best, most := moves[r.Intn(len(moves))], 0
		if r.Intn(2) == 0 {
			for _, m := range moves {
				if g := tactics.Gain(&s, m); g > most {
					best, most = m, g
				}
			}
		}
		s.Play(best, &s)
		if s.Ply() >= 4 {
			visit(&s)
		}
	}
}

func BenchmarkExtract(b *testing.B) {
	s, err := littlego.Parse("", "..X../.XX../..XOO/OO.O./O.X.. b 14 -")
	if err != nil {
		b.Fatal(err)
	}
	var v features.Vector
	for b.Loop() {
		Extract(&s, &v)
	}
}
