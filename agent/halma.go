package agent

import (
	"errors"
	"fmt"
	"time"

	feathalma "evolab/features/halma"
	"evolab/game"
	"evolab/game/halma"
	protocol "evolab/protocol/halma"
	"evolab/search"
	"evolab/search/decide"
	searchhalma "evolab/search/halma"
)

func halmaParts() Parts[halma.State] {
	return Parts[halma.State]{
		Look:  search.Limits{Nodes: 3000}, // about two plies, and races are planned
		Rules: halma.Rules(), Set: feathalma.Set(), Hand: feathalma.Hand(), Tactics: feathalma.Tactics(), Files: halmaFiles(),
		Knows:   halmaRace,
		MaxLead: 400, // of about 420 that each side has to go
		Speeds: Speeds{
			Rules:  []RulePace{{Perft: 3}, {Moves: true}, {Variant: "original", Moves: true}},
			Search: []SearchPace{{Reference: 1.5e6}},
		},
		// The assignment has no draws; without these a game may never end.
		Draws: Draws[halma.State]{Repetition: 3, PlyCap: halma.PlyLimit},
	}
}

func halmaRace(_ bool, clock func() time.Duration) decide.Knower[halma.State] {
	return searchhalma.NewRace(clock)
}

func halmaFiles() Files[halma.State] {
	return Files[halma.State]{
		Input: func(s *halma.State, c Clock) []byte {
			single, left := toldTime(c)
			in := protocol.InputOf(s, single, left)
			return protocol.AppendInput(nil, &in)
		},
		Answer: func(s *halma.State, output []byte) (game.Move, error) {
			m, err := protocol.ParseOutput(s, output)
			if errors.Is(err, protocol.ErrIllegal) {
				err = fmt.Errorf("%w: %w", errOffBoard, err)
			}
			return m, err
		},
	}
}
