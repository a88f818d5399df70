package agent

import (
	"fmt"
	"testing"

	"evolab/agent/frozen"
	"evolab/features"
	"evolab/game"
	"evolab/search"
	"evolab/search/cputime/cputimetest"
)

// BenchmarkSearch searches positions of games with the weights of each slot. Two
// versions of the code that do the same work report the same nodes.
//
//	go test ./agent -run '^$' -bench Search/halma -cpuprofile cpu.out
func BenchmarkSearch(b *testing.B) {
	for _, board := range []struct{ game, variant string }{
		{"littlego", ""}, {"checkers", ""}, {"halma", ""}, {"konane", "8x8"}, {"konane", ""},
	} {
		for _, slot := range []frozen.Slot{frozen.Frozen, frozen.Evolved} {
			b.Run(fmt.Sprintf("%s%s/%s", board.game, board.variant, slot), func(b *testing.B) {
				g, err := FindGame(board.game)
				if err != nil {
					b.Fatal(err)
				}
				g.(interface {
					benchmarkSearch(b *testing.B, slot frozen.Slot, variant string)
				}).benchmarkSearch(b, slot, board.variant)
			})
		}
	}
}

func (g *bound[S, P]) benchmarkSearch(b *testing.B, slot frozen.Slot, variant string) {
	weights, err := g.Embedded(slot, variant)
	if err != nil {
		b.Fatal(err)
	}
	eval, err := features.NewLinear(g.Set, weights)
	if err != nil {
		b.Fatal(err)
	}
	start, err := g.Rules.Start(variant)
	if err != nil {
		b.Fatal(err)
	}
	engine := search.New[S, P](eval, nil)
	positions := played[S, P](engine, start)
	nodes := uint64(0)
	cpu := cputimetest.Start(b)
	for b.Loop() {
		for i := range positions {
			engine.Restart(eval)
			nodes += engine.Search(&positions[i], search.Limits{Nodes: 10_000}).Nodes
		}
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	b.ReportMetric(float64(nodes)/cpu.Seconds()/1e6, "Mnodes/s")
}

// played is every eighth position of a game that begins at random.
func played[S comparable, P game.Position[S]](engine *search.Engine[S, P], s S) (list []S) {
	r := game.NewRand(1)
	game.Playout[S, P](&s, &r, 6, nil)
	const plies = 120 // of longer games; their ends are races, or solved
	for ply := 0; ply < plies && !P(&s).Outcome().Over(); ply++ {
		if ply%8 == 0 {
			list = append(list, s)
		}
		P(&s).Play(engine.Search(&s, search.Limits{Depth: 2, Seed: uint64(ply + 1)}).Move, &s)
	}
	return list
}
