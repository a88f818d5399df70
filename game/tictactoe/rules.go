// Package tictactoe holds the rules and the text notation of tic-tac-toe: 3x3
// squares, X moves first, three in a row win.
package tictactoe

import (
	"fmt"
	"strings"

	"evolab/game"
)

var variants = []string{"standard"}

// Rules is tic-tac-toe for the rest of the lab.
func Rules() game.Rules[State] {
	return game.Rules[State]{
		Name:     "tictactoe",
		Doc:      "three in a row on 3x3, X moves first",
		Sides:    [2]string{"x", "o"},
		Variants: variants,
		PlyLimit: Squares,

		Start:      Start,
		Parse:      Parse,
		Format:     format,
		ParseMove:  parseMove,
		FormatMove: formatMove,
		Broken:     broken,
		Draw:       draw,
		PliesLeft:  func(s *State) int { return Squares - s.Ply() },
		IsPass:     func(game.Move) bool { return false },
		Count: func(s *State) int {
			if s.Outcome().Over() {
				return 0
			}
			return s.Empty().Count()
		},
		Packing: game.Packing[State]{Size: 4, Pack: pack, Unpack: unpack},
	}
}

// broken is the rule that an illegal move breaks.
func broken(*State, game.Move) string { return "the square is taken" }

// Start is the empty board; the variant is "" or "standard".
func Start(variant string) (State, error) {
	_, err := game.ParseVariant("tictactoe", variants, variant)
	return State{}, err
}

// Parse reads a position, or "start".
func Parse(name, text string) (State, error) {
	s, err := Start(name)
	if err != nil || strings.TrimSpace(text) == "start" {
		return s, err
	}
	s, err = parseFields(strings.Fields(text))
	if err != nil {
		return State{}, fmt.Errorf("tictactoe: position %q: %w", text, err)
	}
	return s, nil
}
