package littlego_test

import (
	"testing"

	"evolab/features"
	"evolab/features/featurestest"
	. "evolab/features/littlego"
	"evolab/game/littlego"
	"evolab/search/cputime/cputimetest"
)

// Each row is a board with the values of the features that it is about, for
// the side to move.
var boards = []featurestest.Board{
	{About: "black to move is two stones ahead, 2.5 short of the komi by half a point",
		Position: "X.X.X/...../..O../...../..... b 6 -",
		Want:     map[string]int32{"stones": 2, "stones_late": 12, "ahead": -1, "ahead_late": -6, "groups": 2}},
	{About: "the same stones seen by White",
		Position: "X.X.X/...../..O../...../..... w 7 -",
		Want:     map[string]int32{"stones": -2, "stones_late": -14, "ahead": 1, "ahead_late": 7, "groups": -2}},
	{About: "a bent group has four liberties, two of them shared with its own stones; White's two stones have three each",
		Position: "XX.../X..../...../...../...OO b 6 -",
		Want:     map[string]int32{"liberties": 0, "liberties_sum": 0, "links": 1, "largest": 1, "corners": 0, "edge": 1}},
	{About: "two black groups share the liberty between them: it counts once as a point, twice as a liberty",
		Position: "X.X../...../...../...../....O b 4 -",
		Want:     map[string]int32{"liberties": 2, "liberties_sum": 3, "groups": 1, "liberties_second": 2}},
	{About: "White's two stones in the corner are in atari; two of the black stones have three liberties",
		Position: "OOX../.X.../...../...../O.X.. b 8 -",
		Want:     map[string]int32{"atari_own": 0, "atari_enemy": 1, "atari_stones_enemy": 2, "strong": 2}},
	{About: "two black stones in the corner are in atari",
		Position: "XXO../O..../...../...../..... b 4 -",
		Want:     map[string]int32{"atari_own": 1, "atari_stones_own": 2, "atari_enemy": 0}},
	{About: "a ring has one component and one hole: Euler number 0; the lone white stone has 1",
		Position: ".XXX./.X.X./.XXX./...../O.... b 16 -",
		Want:     map[string]int32{"euler": -1, "eyes": 1, "territory": 1, "centre": 1, "inner": 5}},
	{About: "diagonal stones are one component",
		Position: "X..../.X.../..X../...../O...O b 6 -",
		Want:     map[string]int32{"euler": -1, "centre": 1, "inner": 2, "corners": -1, "edge": -1}},
	{About: "the corner point belongs to Black, everything else to both",
		Position: ".X.../X..../...../....O/..... b 4 -",
		Want:     map[string]int32{"territory": 1, "eyes": 1, "links": 0}},
}

func TestFeaturesOnBoards(t *testing.T) { featurestest.Boards(t, Set(), littlego.Rules(), boards) }

// The scales are the standard deviations over positions from play: half of the
// moves capture what they can, the others are random.
func TestScales(t *testing.T) {
	featurestest.Scales(t, Set(), func(visit func(*littlego.State)) {
		for seed := range uint64(4000) {
			walk(t, seed, visit)
		}
	})
}

func walk(t *testing.T, seed uint64, visit func(*littlego.State)) {
	t.Helper()
	featurestest.Walk(t, littlego.Rules(), Tactics(), seed, visit)
}

func TestGains(t *testing.T) { featurestest.Gains(t, littlego.Rules(), Tactics()) }

func BenchmarkExtract(b *testing.B) {
	s, err := littlego.Parse("", "..X../.XX../..XOO/OO.O./O.X.. b 14 -")
	if err != nil {
		b.Fatal(err)
	}
	var v features.Vector
	cputimetest.Start(b)
	for b.Loop() {
		Extract(&s, &v)
	}
}

func TestExtractLeavesNothing(t *testing.T) {
	walk(t, 1, func(s *littlego.State) { featurestest.Extract(t, Set(), s) })
}

func TestHandFits(t *testing.T) { featurestest.Hand(t, Set(), Hand()) }
