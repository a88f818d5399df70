package agent

import (
	"errors"
	"fmt"

	featcheckers "evolab/features/checkers"
	"evolab/game"
	"evolab/game/checkers"
	protocol "evolab/protocol/checkers"
	"evolab/search"
)

func checkersParts() Parts[checkers.State] {
	return Parts[checkers.State]{
		Look:  search.Limits{Nodes: 5000},
		Rules: checkers.Rules(), Set: featcheckers.Set(), Hand: featcheckers.Hand(), Tactics: featcheckers.Tactics(), Files: checkersFiles(),
		Speeds: Speeds{
			Rules:  []RulePace{{Perft: 11, Note: ", 11 plies", Reference: 240e6}, {}},
			Search: []SearchPace{{Reference: 6e6}},
		},
		MaxLead: 12, // of pieces, so that draws tell something
		Draws: Draws[checkers.State]{
			Repetition: 3, Same: func(s *checkers.State) uint64 { return s.BoardHash() }, Reason: "no-progress",
		},
	}
}

func checkersFiles() Files[checkers.State] {
	return Files[checkers.State]{
		Input: func(s *checkers.State, c Clock) []byte {
			in := protocol.Input{State: *s}
			in.Single, in.Left = toldTime(c)
			return protocol.AppendInput(nil, &in)
		},
		Answer: func(_ *checkers.State, output []byte) (game.Move, error) {
			m, err := protocol.ParseOutput(output)
			if errors.Is(err, protocol.ErrNowhere) {
				err = fmt.Errorf("%w: %w", errOffBoard, err)
			}
			return m, err
		},
	}
}
