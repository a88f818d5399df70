package arena

import (
	"errors"
	"fmt"
	"strings"

	"evolab/agent"
	"evolab/game"
	"evolab/internal/files"
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

// mostOpenings bounds a file of openings, in bytes.
const mostOpenings = 1 << 28

// ReadOpenings reads a file of positions, one a line; blank lines do not count.
func ReadOpenings(path string) ([]string, error) {
	data, err := files.Read(path, mostOpenings)
	if err != nil {
		return nil, fmt.Errorf("arena: openings: %w", err)
	}
	var list []string
	for line := range strings.Lines(string(data)) {
		if text := strings.TrimSpace(line); text != "" {
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("arena: openings: %s holds no position", path)
	}
	return list, nil
}

// CheckOpenings fails if a game cannot begin from one of the positions.
func CheckOpenings(g agent.Game, variant string, list []string) error {
	for i, text := range list {
		b, err := g.Board(variant, text)
		if err == nil && b.Outcome().Over() {
			err = errors.New("the game is over in this position")
		}
		if err != nil {
			return fmt.Errorf("arena: opening %d: %w", i+1, err)
		}
	}
	return nil
}
