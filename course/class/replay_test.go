package class

import (
	"fmt"
	"slices"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/review"
	"evolab/course/intake"
)

// Won, drawn and lost games can all be stepped through. Many are on several pages, whose
// addresses stay.
func TestEveryGameIsReplayed(t *testing.T) {
	s := &Submission{Handin: intake.Handin{Name: "ann", Hash: "abc"}}
	line := func(game int, winner string, plies int) arena.Line {
		return arena.Line{Game: game, First: s.key(), Second: "random", Winner: winner, Moves: make([]string, plies), Plies: plies}
	}
	c := &Class{reviews: &reviews{known: map[reviewLine]*review.Loss{}}}
	var titles []string
	var shown [][]Replayed
	c.Replay = func(_ agent.Game, title string, games []Replayed) ([]byte, error) {
		titles, shown = append(titles, title), append(shown, games)
		return []byte(title), nil
	}
	m := &Mark{Submission: s, lines: []arena.Line{line(0, s.key(), 20), line(1, arena.DrawName, 20), line(2, "random", 20), line(3, arena.NoneName, 0)}}
	lost := &m.lines[2]
	c.reviews.store(reviewLine{s.key(), lost.Game, lost.Key(), &review.Loss{Game: 2, Player: s.key(), Ply: 5}})
	pages, err := c.writeReplays(m)
	if err != nil || len(shown) != 1 || len(shown[0]) != 4 || titles[0] != "Games of ann" || !slices.Equal(pages, []replayPage{{"ann-49915e0d-games.html", "all games"}}) {
		t.Fatalf("%+v %q %v", pages, titles, err)
	}
	for i, winner := range []string{"ann", "draw", "random", "none"} {
		g := shown[0][i]
		if g.Line.Winner != winner || g.Line.First != "ann" || g.Line.Game != i+1 || (g.Loss != nil) != (i == 2) {
			t.Errorf("%+v", g)
		}
	}
	if loss := shown[0][2].Loss; loss.Player != "ann" || loss.Game != 3 {
		t.Errorf("%+v", loss)
	}

	shown = nil
	m.lines = []arena.Line{line(0, "ann", pageOfGames*2)} // longer than a page
	for i := range 100 {
		m.lines = append(m.lines, line(i+1, arena.DrawName, 299))
	}
	pages, err = c.writeReplays(m)
	want := []replayPage{{"ann-49915e0d-games.html", "game 1"}, {"ann-49915e0d-games-2.html", "games 2 to 51"}, {"ann-49915e0d-games-3.html", "games 52 to 101"}}
	if err != nil || !slices.Equal(pages, want) {
		t.Errorf("%+v %v", pages, err)
	}
	if got := fmt.Sprint(len(shown[0]), len(shown[1]), len(shown[2])); got != "1 50 50" {
		t.Error(got)
	}
}
