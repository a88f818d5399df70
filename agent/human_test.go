package agent

import (
	"context"
	"strings"
	"testing"
)

func TestHuman(t *testing.T) {
	for _, c := range []struct{ input, want, shown string }{
		{"2,2\n", "2,2", "black> "},
		{"legal\n0,0\n", "0,0", "4,4  PASS"},
		{"9,9\n2,3\n", "2,3", "expected: row,column"},
		{"help\nPASS\n", "PASS", "all legal moves"},
	} {
		var out strings.Builder
		a, err := littlegoGame(t).Agent(Spec{Name: "human"}, Env{In: strings.NewReader(c.input), Out: &out})
		if err != nil {
			t.Fatal(err)
		}
		b, err := littlegoGame(t).Board("", "start")
		if err != nil {
			t.Fatal(err)
		}
		p, err := a.Player(0)
		if err != nil {
			t.Fatal(err)
		}
		choice, err := p.Choose(context.Background(), b, Clock{})
		if err != nil || b.FormatMove(choice.Move) != c.want || !strings.Contains(out.String(), c.shown) {
			t.Errorf("%q plays %v, %v, want %s; shown:\n%s", c.input, choice.Move, err, c.want, out.String())
		}
		if _, err := p.Choose(context.Background(), b, Clock{}); err != ErrQuit {
			t.Errorf("at the end of the input: %v", err)
		}
	}
}
