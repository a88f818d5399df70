package nim

import (
	"time"

	"evolab/agent"
	"evolab/features"
	"evolab/game"
	"evolab/search"
)

// Game is Nim, for a table of games. A game of the lab that has a board also
// says how it looks (Layout), and one with programs of its own how they are
// told the position (Files).
func Game() agent.Game {
	return agent.Bind[State](agent.Parts[State]{
		Rules: Rules(), Set: set(), Tactics: tactics(),
		Hand:   features.Weights{Game: "nim", Features: []string{"lost"}, Values: []float64{-1}, Source: "set by hand"},
		Look:   search.Limits{Depth: 2, Plain: true},
		Solve:  solve,
		Speeds: agent.Speeds{Rules: []agent.RulePace{{Perft: 8}, {}}},
	})
}

func set() features.Set[State] {
	return features.Set[State]{
		Game: "nim",
		List: []features.Feature{
			{Name: "left", Doc: "counters on the heap", Scale: 6},
			{Name: "lost", Doc: "1 if every move leaves the other side a win", Scale: .43},
		},
		Extract: func(s *State, v *features.Vector) {
			v[0], v[1] = int32(s.left), 0
			if s.left%(most+1) == 0 {
				v[1] = 1
			}
		},
		Progress: func(s *State) int { return 1000 * (Counters - int(s.left)) / Counters },
		Length:   features.Length{At: [5]int{6, 4, 3, 2, 1}},
	}
}

// tactics: there is nothing to gain before the end.
func tactics() features.Tactics[State] {
	none := func(*State, game.Side) int { return 0 }
	return features.Tactics[State]{
		Gain: func(*State, game.Move) int { return 0 }, Leaf: none, Material: none,
		Centre: func(m game.Move) int { return m.To() },
		Skip:   func(_, _ *State) bool { return false },
	}
}

// solve knows that multiples of four are lost.
func solve(s *State, _ search.Limits, _ func() time.Duration) search.Proof {
	take := int(s.left) % (most + 1)
	if take == 0 {
		return search.Proof{Known: true, Value: -1, Nodes: 1}
	}
	return search.Proof{Known: true, Value: 1, Moves: []game.Move{game.NewMove(0, take)}, Nodes: 1}
}
