package report

import (
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/review"
)

// What others have written stays text in the page of games, too.
func TestGamesAreHarmless(t *testing.T) {
	g, err := agent.FindGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	const evil = "<script>x</script>\x1b[2J\u202e"
	line := arena.Line{Opening: "start", First: evil, Second: "b", Winner: "b", Reason: evil, Moves: []string{"1,1"}}
	page, err := GamesHTML("of "+evil, []Played{{Game: g, Line: line, Loss: &review.Loss{Player: evil, Ply: 1, Move: evil, Kept: []string{evil}, Was: evil, Exact: true}}})
	if err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(string(page), "\x1b\u202e") || strings.Contains(string(page), "<script>x") {
		t.Errorf("%q", page[:500])
	}
}

// A page has all games, whoever won; only a lost one has a mistake.
func TestAllGamesAreShown(t *testing.T) {
	g, err := agent.FindGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	won := []string{"1,1", "0,1", "0,0", "2,2", "2,0", "0,2", "1,0"}
	line := func(game int, winner, reason, detail string, moves ...string) arena.Line {
		return arena.Line{Game: game, Opening: "start", First: "ann", Second: "random", Winner: winner, Reason: reason, Detail: detail, Moves: moves, Plies: len(moves)}
	}
	single := line(5, arena.DrawName, arena.PlyLimit, "", "1,1")
	single.Rules.PlyCap = 1
	games := []Played{
		{Line: line(1, "ann", arena.Normal, "", won...)},
		{Line: line(2, arena.DrawName, arena.Normal, "", "1,1")},
		{Line: line(3, "random", arena.Crash, "exit status 3", "1,1", "0,0"), Loss: &review.Loss{Player: "ann", Side: "x", Ply: 3, Reason: arena.Crash}},
		{Line: line(4, arena.NoneName, arena.Void, "the disk is full")},
		{Line: single},
	}
	for i := range games {
		games[i].Game = g
	}
	page, err := GamesHTML("Games of ann", games)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<p>Game 1: ann won as x.</p>", "<p>Game 2: a draw.</p>", "<p>Game 3: ann lost as x: exit status 3.</p>",
		"<p>Game 4: nobody has won: the disk is full.</p>", "<p>Game 5: a legal move in time.</p>", "ann - random: a single move</summary>",
		`data-board="XOO/.X./X.O">6. o 0,2</p>`,
	} {
		if !strings.Contains(string(page), want) {
			shown, _, _ := strings.Cut(string(page), "<script>")
			t.Errorf("no %s in\n%s", want, shown[strings.Index(shown, "<main>"):])
		}
	}
	if n := strings.Count(string(page), `class="step mistake"`); n != 0 {
		t.Errorf("%d mistakes", n)
	}
}
