// Package halma holds the rules and the text notation of Halma on 16x16
// squares with 19 pieces a side, as the CSCI-561 assignment has them.
//
// A jump changes both coordinates by 0 or 2, so chains of jumps stay within one
// of four classes of squares: even or odd column, even or odd row. A class has
// 64 squares, which fit one machine word: the jumps of a piece are a flood fill
// within that word.
package halma

import (
	"fmt"
	"strings"

	"evolab/game"
)

var variants = []string{"addendum", "original"}

// Rules is Halma for the rest of the lab.
func Rules() game.Rules[State] {
	return game.Rules[State]{
		Name:     "halma",
		Doc:      "Halma on 16x16 with 19 pieces a side, as the CSCI-561 assignment has it",
		Sides:    [2]string{"black", "white"},
		Variants: variants,
		PlyLimit: PlyLimit,

		Start:      Start,
		Parse:      Parse,
		Format:     format,
		ParseMove:  parseMove,
		FormatMove: formatMove,
		Broken:     broken,
		Draw:       draw,
		PliesLeft:  (*State).PliesLeft,
		IsPass:     func(game.Move) bool { return false },
		Count:      (*State).Count,
		Packing:    game.Packing[State]{Size: 2*boardBytes + 1, Pack: pack, Unpack: unpack},
	}
}

// broken is the rule that an illegal move breaks.
func broken(s *State, m game.Move) string {
	occupied := s.own.Or(s.opp)
	switch from, to := m.From()%Squares, m.To()%Squares; {
	case !s.own.Has(from):
		return "no piece of the side to move stands there"
	case occupied.Has(to):
		return "the square is taken"
	}
	return "a piece steps to a free square beside it or jumps over pieces; it may not come back into its camp or leave its goal, " +
		"and pieces leave the camp first"
}

// Start is the position with all pieces in their camps and Black to move; the
// variant "" is the addendum.
func Start(variant string) (State, error) {
	v, err := game.ParseVariant("halma", variants, variant)
	if err != nil {
		return State{}, err
	}
	return New(camps[game.First], camps[game.Second], game.First, Variant(v))
}

// Parse reads a position of a variant, "start", or "start w" with White to open.
func Parse(variant, text string) (State, error) {
	v, err := game.ParseVariant("halma", variants, variant)
	if err != nil {
		return State{}, err
	}
	fields := strings.Fields(text)
	if len(fields) == 1 {
		switch fields[0] {
		case start:
			fields = []string{start, "b"}
		case "b", "w":
			fields = []string{start, fields[0]}
		}
	}
	s, err := parseFields(Variant(v), fields)
	if err != nil {
		return State{}, fmt.Errorf("halma: position %q: %w", text, err)
	}
	return s, nil
}
