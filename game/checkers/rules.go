// Package checkers holds the rules and the text notation of English draughts
// on 8x8: mandatory captures, men that capture forward only, crowning that
// ends a move.
package checkers

import (
	"fmt"
	"strings"

	"evolab/game"
)

var variants = []string{"english"}

// Rules is checkers for the rest of the lab.
func Rules() game.Rules[State] {
	return game.Rules[State]{
		Name:     "checkers",
		Doc:      "English draughts on 8x8, as the CSCI-561 host plays it",
		Sides:    [2]string{"black", "white"},
		Variants: variants,
		PlyLimit: QuietLimit * 4 * Pieces, // 23 captures and 24 crownings restart the count

		Start:        Start,
		Parse:        Parse,
		Format:       format,
		ParseMove:    parseMove,
		FormatMove:   formatMove,
		Broken:       broken,
		Draw:         draw,
		PliesLeft:    (*State).PliesLeft,
		MovesPastEnd: (*State).MovesPastEnd,
		IsPass:       func(game.Move) bool { return false },
		Count:        (*State).Count,
		Packing:      game.Packing[State]{Size: 14, Pack: pack, Unpack: unpack},
	}
}

// broken is the rule that an illegal move breaks.
func broken(s *State, m game.Move) string {
	switch {
	case s.own>>m.From()&1 == 0:
		return "no piece of the side to move stands there"
	case s.MustCapture() && Jumps(m) == 0:
		return "who can capture has to"
	}
	return "a piece moves to a free square beside it, men only forwards; who can capture has to, and to the end of the jumps"
}

// Start is the position with twelve men on either side; the only variant is
// the default one, "".
func Start(variant string) (State, error) {
	if _, err := game.ParseVariant("checkers", variants, variant); err != nil {
		return State{}, err
	}
	return New(Initial())
}

// Parse reads a position, or "start".
func Parse(variant, text string) (State, error) {
	start, err := Start(variant)
	if err != nil || strings.TrimSpace(text) == "start" {
		return start, err
	}
	var s State
	set, err := parseFields(strings.Fields(text))
	if err == nil {
		s, err = New(set)
	}
	if err != nil {
		return State{}, fmt.Errorf("checkers: position %q: %w", text, err)
	}
	return s, nil
}
