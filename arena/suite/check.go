package suite

import (
	"errors"
	"fmt"
	"slices"

	"evolab/agent"
)

// Check compares the entries with the rules of the game: the number of legal moves
// has to be right, and the moves that keep the value have to be among them. If the
// rules bound the length of a game, the number of plies has to be possible too.
func (s *Suite) Check(g agent.Game) error {
	start, err := g.Board(s.Variant, "start")
	if err != nil {
		return fmt.Errorf("suite: %w", err)
	}
	bounded := g.Info().Repetition == 0
	for i, e := range s.Entries {
		b, err := g.Board(s.Variant, e.Position)
		if err == nil {
			err = e.check(b)
		}
		if err == nil && bounded {
			err = e.checkPlies(start, b)
		}
		if err != nil {
			return fmt.Errorf("suite: line %d: %w", i+2, err)
		}
	}
	return nil
}

func (e *Entry) check(b agent.Board) error {
	if b.Outcome().Over() {
		return errors.New("the game is over")
	}
	legal := b.Moves(nil)
	if len(legal) != e.Legal {
		return fmt.Errorf("%d legal moves (expected: %d)", e.Legal, len(legal))
	}
	for _, text := range e.Moves {
		m, err := b.ParseMove(text)
		if err != nil {
			return err
		}
		if !slices.Contains(legal, m) {
			return fmt.Errorf("%s is not legal", text)
		}
	}
	return nil
}

// checkPlies refuses a number of plies that cannot lead from the start to a board:
// the sides take turns, and each ply lowers the plies left by at least one.
func (e *Entry) checkPlies(start, b agent.Board) error {
	most, parity := start.PliesLeft()-b.PliesLeft(), "an even number"
	if b.Turn() != start.Turn() {
		parity = "an odd number"
	}
	if e.Plies > most || (e.Plies%2 == 0) != (b.Turn() == start.Turn()) {
		return fmt.Errorf("plies %d (expected: %s, at most %d)", e.Plies, parity, most)
	}
	return nil
}
