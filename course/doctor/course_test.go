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
	for i, c := range courses() {
		if known := course.All()[i]; c.Game != known.Game || len(c.Years) != len(known.Years) || c.Years[0].Year != known.Years[0].Year {
			t.Errorf("%s, %+v: not in the order of the table of courses", c.Game, c.Years)
		}
		g, err := agent.FindGame(c.Game)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range c.Plies {
			b, err := g.Board("", p.Position)
			if err != nil {
				t.Fatalf("%s: %s: %v", c.Game, p.Name, err)
			}
			if in, err := c.Input(b.Position(), c.Years[0].clock(p.Single, c.Years[0].Whole)); err != nil || len(in) == 0 || b.Outcome().Over() {
				t.Errorf("%s: %s: %q, %v", c.Game, p.Name, in, err)
			}
			if _, plain, err := c.Answer(b.Position(), []byte("nothing\n")); err == nil || plain {
				t.Errorf("%s: %s: an answer that is none is taken", c.Game, p.Name)
			}
		}
	}
}

// What a submission has to keep: the assignments say 150 and 60 games in 90
// minutes. Where a whole game is timed, an examination shortens it.
func TestYears(t *testing.T) {
	for game, want := range map[string][]Year{
		"littlego": {
			{Year: 2021, Move: 10 * time.Second, Games: 150, Total: 5400 * time.Second},
			{Year: 2023, Move: 54 * time.Second, Games: 60, Total: 5400 * time.Second},
		},
		"checkers": {{Year: 2021, Move: time.Second, Whole: 30 * time.Second}},
		"halma":    {{Year: 2019, Move: time.Second, Whole: 30 * time.Second}},
	} {
		c, err := FindCourse(game)
		if err != nil || !slices.Equal(c.Years, want) || c.Told != (want[0].Whole > 0) {
			t.Errorf("%s: %+v, %v", game, c.Years, err)
		}
	}
}
