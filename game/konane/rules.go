// Package konane holds the rules and the text notation of Konane, on any
// rectangle from 4x4 to 18x18.
package konane

import (
	"fmt"
	"strings"

	"evolab/game"
)

// Rules is Konane for the rest of the lab. Its variants are the sizes of the
// board; those listed are only the usual ones.
func Rules() game.Rules[State] {
	return game.Rules[State]{
		Name:     "konane",
		Doc:      "Hawaiian checkers on any board from 4x4 to 18x18; who cannot jump has lost",
		Sides:    [2]string{"player 1", "player 2"},
		Variants: []string{"18x18", "8x8", "6x6", "4x4"},
		PlyLimit: MaxSize * MaxSize,

		Start:      Start,
		Parse:      Parse,
		Format:     Format,
		ParseMove:  ParseMove,
		FormatMove: FormatMove,
		Broken:     broken,
		Draw:       draw,
		PliesLeft:  (*State).PliesLeft,
		IsPass:     func(game.Move) bool { return false },
		Count:      (*State).Count,
		Packing:    game.Packing[State]{Size: stoneBytes + 5, Pack: pack, Unpack: unpack},
	}
}

// broken is the rule that an illegal move breaks.
func broken(s *State, _ game.Move) string {
	switch s.Removals() {
	case 2:
		return "the first stone is removed in a corner or in the middle"
	case 1:
		return "the second stone is removed beside the first one"
	}
	return "a stone jumps over enemy stones, in a line, each time onto a free square"
}

// Parse reads a position, or "start". The variant "" leaves the size of the
// board to the position; every other one has to agree with it.
func Parse(variant, text string) (State, error) {
	full, err := Start(variant)
	if err != nil || strings.TrimSpace(text) == "start" {
		return full, err
	}
	var s State
	set, err := parseFields(strings.Fields(text))
	if err == nil {
		s, err = New(set)
	}
	if err != nil {
		return State{}, fmt.Errorf("konane: position %q: %w", text, err)
	}
	if variant != "" && (s.rows != full.rows || s.cols != full.cols) {
		return State{}, fmt.Errorf("konane: position %q: a board of %dx%d (expected: the variant's %s)", text, s.rows, s.cols, variant)
	}
	return s, nil
}
