package search_test

import (
	"testing"
	"time"

	"evolab/features"
	featcheckers "evolab/features/checkers"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/search"
)

func parseCheckers(t *testing.T, position string) checkers.State {
	t.Helper()
	s, err := checkers.Parse("", position)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func checkersEngine(t *testing.T) *search.Engine[checkers.State, *checkers.State] {
	t.Helper()
	eval, err := features.NewLinear(featcheckers.Set(), featcheckers.Hand())
	if err != nil {
		t.Fatal(err)
	}
	return search.New[checkers.State](eval, func() time.Duration { return 0 })
}

// Two kings against one: White is far ahead.
const twoAgainstOne = "......../..W...../......../....W.../......../....B.../......../........ w"

// after is what a move leads to, as Hints.Same tells positions apart.
func after(s *checkers.State, m game.Move) uint64 {
	var next checkers.State
	s.Play(m, &next)
	return next.BoardHash()
}

// pastOf is a game in which the given moves have all been played before, with
// other positions in between.
func pastOf(s *checkers.State, moves ...game.Move) (past []uint64) {
	for _, m := range moves {
		past = append(past, after(s, m), 1)
	}
	return append(past, 2)
}

// The side that is ahead does not go back to where it has been. Where all its
// moves lead back it has no more than a draw, which is no proof of one.
func TestComingBackIsADraw(t *testing.T) {
	e, s := checkersEngine(t), parseCheckers(t, twoAgainstOne)
	limits := search.Limits{Depth: 6}
	free := e.Search(&s, limits)
	if free.Score <= 0 {
		t.Fatalf("the side that is ahead scores %d", free.Score)
	}
	limits.History = pastOf(&s, free.Move)
	if got := e.Search(&s, limits); got.Move == free.Move || got.Score <= 0 {
		t.Errorf("%+v goes back", got)
	}
	limits.History = pastOf(&s, s.Moves(nil)...)
	if got := e.Search(&s, limits); got.Score != 0 || got.Exact {
		t.Errorf("all moves lead back, and the result is %+v", got)
	}
	limits.Plain = true
	if got := e.Search(&s, limits); got.Score <= 0 {
		t.Errorf("a plain search knows of the past: %+v", got)
	}
}

// What is drawn by the past of one game is not in another one, though the table
// of a timed search is kept.
func TestDrawsByRepetitionStayInTheirGame(t *testing.T) {
	e, s := checkersEngine(t), parseCheckers(t, twoAgainstOne)
	limits := search.Limits{Depth: 7, Time: time.Minute, History: pastOf(&s, s.Moves(nil)...)}
	drawn := e.Search(&s, limits)
	limits.History = nil
	if free := e.Search(&s, limits); drawn.Score != 0 || free.Score <= 0 {
		t.Errorf("%+v, and without the past %+v", drawn, free)
	}
}

// White waits, Black has to step next to the man, and is taken: a win, unless
// the draw by quiet plies comes before. The kept table knows better than to mix
// up the two.
func TestNoWinBehindTheDraw(t *testing.T) {
	e := checkersEngine(t)
	for _, c := range []struct {
		quiet string
		won   bool
	}{{"0", true}, {"49", false}, {"48", true}, {"50", false}, {"10", true}} {
		s := parseCheckers(t, ".W....../......../......../......../.......b/......../.....w../........ w "+c.quiet)
		got := e.Search(&s, search.Limits{Nodes: 20_000, Time: time.Minute})
		if won := got.Score > search.Proven; won != c.won || !won && got.Score != 0 {
			t.Errorf("after %s quiet plies: %+v", c.quiet, got)
		}
	}
}
