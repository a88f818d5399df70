package course

import "testing"

// The assignment's rubric of section 9, with the starter code's results.
func TestBattles(t *testing.T) {
	const games = 500
	for _, x := range []struct {
		about  string
		lost   [3][2]int // of 500 each, against random, smart and perfect
		points float64
	}{
		{"GAME_NUM 1000", [3][2]int{{110, 110}, {355, 355}, {500, 500}}, 0},
		{"GAME_NUM 10000", [3][2]int{{10, 10}, {150, 150}, {250, 250}}, 25},
		{"GAME_NUM 100000", [3][2]int{}, 70},
		{"in between", [3][2]int{{25, 25}, {50, 50}, {75, 74}}, 25 + 90*.15 + 85.1*.1},
	} {
		points := 0.
		for i, b := range Battles() {
			points += b.Points(b.Rate(x.lost[i][0], x.lost[i][1], games))
		}
		if d := points - x.points; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s: %v points, want %v", x.about, points, x.points)
		}
	}
}
