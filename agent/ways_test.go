package agent

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each game's moves go through the squares that a person would touch.
func TestWays(t *testing.T) {
	for _, c := range []struct {
		game, position, move string
		want                 Way
	}{
		{"littlego", "start", "2,3", Way{"2,3", "2,3", [][2]int{{2, 3}}}},
		{"littlego", "start", "PASS", Way{"PASS", "PASS", [][2]int{}}},
		{"tictactoe", "start", "0,2", Way{"0,2", "0,2", [][2]int{{0, 2}}}},
		{"konane", "start", "[8:9]", Way{"[8:9]", "8,9", [][2]int{{8, 9}}}},
		{"halma", "start", "E 4,1 5,1", Way{"E 4,1 5,1", "4,1-5,1", [][2]int{{1, 4}, {1, 5}}}},
		{"checkers", "......../......../......../....b.../......../..b...../.w....../........ w", "J b2 d4;J d4 f6", Way{"J b2 d4;J d4 f6", "b2-f6", [][2]int{{6, 1}, {4, 3}, {2, 5}}}},
	} {
		g, err := FindGame(c.game)
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.Board("", c.position)
		if err != nil {
			t.Fatal(err)
		}
		var got *Way
		for _, w := range Ways(g.Info(), b) {
			if w.Move == c.move {
				got = &w
			}
		}
		if got == nil {
			t.Errorf("%s: no %q among %v", c.game, c.move, Ways(g.Info(), b))
		} else if diff := cmp.Diff(c.want, *got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.game, diff)
		}
	}
}
