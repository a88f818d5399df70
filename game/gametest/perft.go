package gametest

import (
	"fmt"
	"testing"

	"evolab/game"
)

// Perft checks counts of move sequences, want[i] being those of length i+1.
func Perft[S comparable, P game.Position[S]](t *testing.T, rules game.Rules[S], variant, position string, want []uint64) {
	t.Helper()
	s, err := rules.Parse(variant, position)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range want {
		depth := i + 1
		t.Run(fmt.Sprintf("depth=%d", depth), func(t *testing.T) {
			if got := game.Perft[S, P](&s, depth, rules.Count); got != w {
				t.Errorf("perft %d is %d, want %d", depth, got, w)
			}
			if w > 1e6 {
				return
			}
			if got := game.Perft[S, P](&s, depth, nil); got != w {
				t.Errorf("perft %d without counting in bulk is %d, want %d", depth, got, w)
			}
			var sum uint64
			for _, d := range game.PerftDivide[S, P](&s, depth, rules.Count) {
				sum += d.Nodes
			}
			if sum != w {
				t.Errorf("perft %d split by first moves adds up to %d, want %d", depth, sum, w)
			}
		})
	}
}
