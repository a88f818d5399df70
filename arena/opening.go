package arena

import (
	"fmt"

	"evolab/agent"
	"evolab/game"
)

// openingTries bounds how often a random opening that ends the game, or leaves
// a side without a move, is thrown away and drawn again.
const openingTries = 1000

// Opening plays plies uniformly random moves from the start of a variant,
// passes excluded, and returns the position.
func Opening(g agent.Game, variant string, plies int, seed uint64) (string, error) {
	if plies == 0 {
		return "start", nil
	}
	r := game.NewRand(seed)
	for range openingTries {
		b, err := g.Board(variant, "start")
		if err != nil {
			return "", err
		}
		if walk(b, plies, &r) {
			return b.Position(), nil
		}
	}
	return "", fmt.Errorf("arena: no opening of %d plies found in %s", plies, g.Info().Name)
}

// walk plays random moves; false if the game ended or only passes were left.
func walk(b agent.Board, plies int, r *game.Rand) bool {
	var moves []game.Move
	for range plies {
		moves = moves[:0]
		for _, m := range b.Moves(nil) {
			if !b.IsPass(m) {
				moves = append(moves, m)
			}
		}
		if len(moves) == 0 {
			return false
		}
		b.Play(moves[r.Intn(len(moves))])
	}
	return !b.Outcome().Over()
}
