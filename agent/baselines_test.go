package agent

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
)

// chosen returns the moves that an agent plays in a position with many seeds.
func chosen(t *testing.T, spec, position string) []string {
	t.Helper()
	s, err := ParseSpec(spec)
	if err != nil {
		t.Fatal(err)
	}
	a, err := littlegoGame(t).Agent(s, Env{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for seed := range uint64(300) {
		b, err := littlegoGame(t).Board("", position)
		if err != nil {
			t.Fatal(err)
		}
		p, err := a.Player(seed)
		if err != nil {
			t.Fatal(err)
		}
		c, err := p.Choose(context.Background(), b, Clock{})
		if err != nil {
			t.Fatal(err)
		}
		seen[b.FormatMove(c.Move)] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// anywhere is every point but the centre.
const anywhere = "0,0 0,1 0,2 0,3 0,4 1,0 1,1 1,2 1,3 1,4 2,0 2,1 2,3 2,4 3,0 3,1 3,2 3,3 3,4 4,0 4,1 4,2 4,3 4,4"

// Each row is a board and the moves that come up there, in any order.
var baselineBoards = []struct{ about, spec, position, want string }{
	{"random plays every legal placement, and never passes by choice", "random",
		"...../...../..X../...../..... w 1 -", anywhere},
	{"random passes when there is nothing else: every point is suicide", "random",
		".X.X./X.X.X/.X.X./X.X.X/.X.X. w 23 -", "PASS"},
	{"greedy captures the two stones rather than the one", "greedy",
		"OOX../.X.../...../....X/....O b 6 -", "1,0"},
	{"greedy takes any point where nothing can be captured", "greedy",
		"...../...../..X../...../..... w 1 -", anywhere},
	{"aggressive captures the most that it can at once", "aggressive",
		"OOX../.X.../...../....X/....O b 6 -", "1,0"},
	{"aggressive prepares a capture: of the two liberties, the one nearer to the centre", "aggressive",
		"...../...X./..XO./...../..... b 4 -", "3,3"},
	{"with nothing in reach aggressive goes to the centre", "aggressive", "start", "2,2"},
	{"alphabeta breaks ties towards captures", "alphabeta",
		"OOX../.X.../...../...../....O b 6 -", "1,0"},
	{"alphabeta saves the stone that would be taken", "alphabeta",
		"XO.../...../...../...../O.... b 4 -", "1,0"},
	{"alphabeta with a narrow view does not see the danger", "alphabeta:branch=1",
		"XO.../...../...../...../O.... b 4 -", "0,2"},
	{"minimax captures the stone", "minimax:depth=1",
		"OX.../...../...../...../..X.O b 4 -", "1,0"},
}

func TestBaselinesOnBoards(t *testing.T) {
	for _, b := range baselineBoards {
		got := strings.Join(chosen(t, b.spec, b.position), " ")
		if got != b.want {
			t.Errorf("%s\n%s in %s plays %s, want %s", b.about, b.spec, b.position, got, b.want)
		}
	}
}
