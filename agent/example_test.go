package agent_test

import (
	"fmt"

	"evolab/agent"
	"evolab/agent/nimtest"
	"evolab/features"
)

// Rules and a feature make a game that commands find by its name.
func ExampleBind() {
	g := agent.Bind[nimtest.State](agent.Parts[nimtest.State]{
		Rules: nimtest.Rules(),
		Set: features.Set[nimtest.State]{
			Game: "nim", List: []features.Feature{{Name: "moves", Doc: "legal moves", Scale: 1}},
			Extract: func(s *nimtest.State, v *features.Vector) { v[0] = int32(len(s.Moves(nil))) },
		},
		Hand: features.Weights{Game: "nim", Features: []string{"moves"}, Values: []float64{1}},
	})
	board, err := g.Board("", "start")
	fmt.Println(g.Info().Name, g.Info().Features[0].Name, len(board.Moves(nil)), err)
	// Output: nim moves 3 <nil>
}
