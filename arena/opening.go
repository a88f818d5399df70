package arena

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/game"
	"evolab/internal/files"
)

// Opening plays plies uniformly random moves from the start of a variant,
// passes excluded, and returns the position.
func Opening(g agent.Game, variant string, plies int, seed uint64) (string, error) {
	if plies == 0 {
		return "start", nil
	}
	r := game.NewRand(seed)
	for range 1000 { // an opening may end the game, or leave a side without a move
		b, err := g.Board(variant, "start")
		if err != nil {
			return "", err
		}
		if Walk(b, plies, &r, false) {
			return b.Position(), nil
		}
	}
	return "", fmt.Errorf("arena: no opening of %d plies found in %s", plies, g.Info().Name)
}

// Walk plays random moves; it passes only if pass is set and there is no other
// move. It reports whether the game is still open after that many plies.
func Walk(b agent.Board, plies int, r *game.Rand, pass bool) bool {
	for range plies {
		legal := b.Moves(nil)
		moves := slices.DeleteFunc(slices.Clone(legal), b.IsPass)
		if len(moves) == 0 && pass && !b.Outcome().Over() {
			moves = legal
		}
		if len(moves) == 0 {
			return false
		}
		b.Play(moves[r.Intn(len(moves))])
	}
	return !b.Outcome().Over()
}

// ReadOpenings reads a file of positions, one per line; it ignores blank lines.
func ReadOpenings(path string) ([]string, error) {
	data, err := files.Read(path, 1<<28)
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
