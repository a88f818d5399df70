package doctor

import (
	"slices"
	"testing"
	"time"

	"evolab/agent"
	"evolab/course"
)

// Every ply of every course is a position of its game, with an input, and an
// answer that is recognised; the answer to another question is not.
func TestCourses(t *testing.T) {
	for _, c := range course.All() {
		g, err := agent.FindGame(c.Game)
		if err != nil {
			t.Fatal(err)
		}
		e := exam{Options: Options{Course: &c, Year: shortened(c.Years[0])}}
		for _, p := range c.Exam.Plies {
			b, err := g.Board("", p.Position)
			if err != nil {
				t.Fatalf("%s: %s: %v", c.Game, p.Name, err)
			}
			if in, _, err := b.FileInput(e.clock(p.Single, e.Year.Whole)); err != nil || len(in) == 0 || b.Outcome().Over() {
				t.Errorf("%s: %s: %q, %v", c.Game, p.Name, in, err)
			}
			if _, err := b.FileMove([]byte("nothing\n")); err == nil {
				t.Errorf("%s: %s: an answer that is none is taken", c.Game, p.Name)
			}
		}
	}
}

// What a submission has to keep: the assignments say 150 and 60 games in 90
// minutes. Where a whole game is timed, an examination shortens it.
func TestYears(t *testing.T) {
	type limits struct {
		year        int
		move, whole time.Duration
		games       int
		total       time.Duration
	}
	for game, want := range map[string][]limits{
		"littlego": {
			{year: 2021, move: 10 * time.Second, games: 150, total: 5400 * time.Second},
			{year: 2023, move: 54 * time.Second, games: 60, total: 5400 * time.Second},
		},
		"checkers": {{year: 2021, move: time.Second, whole: 30 * time.Second}},
		"halma":    {{year: 2019, move: time.Second, whole: 30 * time.Second}},
	} {
		c := find(game)
		var got []limits
		for _, y := range c.Years {
			y = shortened(y)
			l := limits{year: y.Year, move: y.Move, whole: y.Whole}
			if len(y.Rehearsal) > 0 {
				l.games, l.total = y.Rehearsal[0].Games(), y.Rehearsal[0].CPU
			}
			got = append(got, l)
		}
		if !slices.Equal(got, want) || (c.GameClock() > 0) != (want[0].whole > 0) {
			t.Errorf("%s: %+v", game, got)
		}
	}
}
