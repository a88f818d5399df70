package doctor

import (
	"testing"

	"evolab/agent"
)

// Every ply of every course is a position of its game, with an input, and an
// answer that is recognised; the answer to another question is not.
func TestCourses(t *testing.T) {
	for _, c := range courses() {
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
			if _, err := c.Answer(b.Position(), []byte("nothing\n")); err == nil || c.Plain(b.Position(), []byte("nothing\n")) {
				t.Errorf("%s: %s: an answer that is none is taken", c.Game, p.Name)
			}
		}
	}
}
