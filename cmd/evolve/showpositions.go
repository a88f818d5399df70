package main

import (
	"fmt"

	"evolab/agent"
	"evolab/game"
)

// positionsFormat is the --format of show-game that other commands read.
const positionsFormat = "positions"

// showFormats lists the values of show-game's --format.
func showFormats() string { return notationNames() + ", " + positionsFormat }

// printPositions prints the positions of games, before each move.
func (a *app) printPositions(list []gameRecord) error {
	for _, r := range list {
		b, err := r.game.Board(r.variant, r.Opening)
		if err != nil {
			return err
		}
		before := b.Position()
		_, err = replay(r.game, r.variant, &r.Line, func(_ int, _ game.Side, _ string, b agent.Board) error {
			_, err := fmt.Fprintln(a.out, before)
			before = b.Position()
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
