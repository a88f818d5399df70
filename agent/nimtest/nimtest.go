// Package nimtest is a minimal example of a new game: Nim with one heap. Each
// side takes one to three counters, and whoever takes the last one wins.
// Tests add it to the lab's games.
package nimtest

import (
	"fmt"
	"strconv"
	"strings"
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

// Counters is how many the heap has at the start.
const Counters = 21

// most is how many a side may take at once.
const most = 3

// State is a position.
type State struct {
	left uint8
	turn game.Side
}

// Turn is the side to move.
func (s *State) Turn() game.Side { return s.turn }

// Moves appends the legal moves, the smallest first. A move ends on the number
// that it takes.
func (s *State) Moves(dst []game.Move) []game.Move {
	for n := 1; n <= min(most, int(s.left)); n++ {
		dst = append(dst, game.NewMove(0, n))
	}
	return dst
}

// Play writes the position after m to dst, which may be s itself.
func (s *State) Play(m game.Move, dst *State) {
	dst.left, dst.turn = s.left-uint8(m.To()), s.turn.Other()
}

// Outcome is a win for the side that took the last counter.
func (s *State) Outcome() game.Outcome {
	if s.left > 0 {
		return game.Outcome{}
	}
	return game.Outcome{Result: game.Win(s.turn.Other())}
}

// Hash is the key of the position.
func (s *State) Hash() uint64 { return game.Mix(uint64(s.left), uint64(s.turn)) }

// sides are the letters of the side to move, in a position such as "21 a".
const sides = "ab"

// Rules is Nim for the lab.
func Rules() game.Rules[State] {
	return game.Rules[State]{
		Name: "nim", Doc: "take one to three counters, the last one wins", Sides: [2]string{"a", "b"}, Variants: []string{"standard"}, PlyLimit: Counters,
		Start: start, Parse: parse, Format: format, ParseMove: parseMove, FormatMove: formatMove,
		Draw:      func(s *State) string { return strings.Repeat("|", int(s.left)) + "\n" },
		PliesLeft: func(s *State) int { return int(s.left) },
		IsPass:    func(game.Move) bool { return false },
	}
}

func start(variant string) (State, error) {
	if variant != "" && variant != "standard" {
		return State{}, fmt.Errorf("nim: variant %q (allowed: standard)", variant)
	}
	return State{left: Counters}, nil
}

func parse(variant, text string) (State, error) {
	s, err := start(variant)
	if err != nil || strings.TrimSpace(text) == "start" {
		return s, err
	}
	counters, side, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(counters)
	if err != nil || n < 0 || n > Counters || len(side) != 1 || !strings.Contains(sides, side) {
		return s, fmt.Errorf("nim: position %q (expected: 0..%d and a or b)", text, Counters)
	}
	return State{uint8(n), game.Side(strings.Index(sides, side))}, nil
}

func format(s *State) string { return fmt.Sprintf("%d %c", s.left, sides[s.turn]) }

func parseMove(_ *State, text string) (game.Move, error) {
	if len(text) != 1 || text[0] < '1' || text[0] > '0'+most {
		return game.NoMove, fmt.Errorf("nim: move %q (expected: 1..%d)", text, most)
	}
	return game.NewMove(0, int(text[0]-'0')), nil
}

func formatMove(_ *State, m game.Move) string { return strconv.Itoa(m.To()) }
