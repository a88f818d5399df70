package report

import (
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/review"
)

// What others have written stays text in the page of lost games, too.
func TestLostGamesAreHarmless(t *testing.T) {
	g, err := agent.FindGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	const evil = "<script>x</script>\x1b[2J\u202e"
	line := arena.Line{Opening: "start", First: evil, Second: "b", Winner: "b", Reason: evil, Moves: []string{"1,1"}}
	page, err := LostHTML("of "+evil, []Lost{{Game: g, Line: line, Loss: &review.Loss{Player: evil, Ply: 1, Move: evil, Kept: []string{evil}, Was: evil, Exact: true}}})
	if err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(string(page), "\x1b\u202e") || strings.Contains(string(page), "<script>x") {
		t.Errorf("%q", page[:500])
	}
}
