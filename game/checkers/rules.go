package checkers

import (
	"fmt"
	"strings"

	"evolab/game"
)

// maxEvents is the number of captures and crownings that a game can have: 23
// pieces can be taken and 24 men crowned.
const maxEvents = 2*Pieces - 1 + 2*Pieces

var variants = []string{"english"}

// Rules is checkers for the rest of the lab.
func Rules() game.Rules[State] {
	return game.Rules[State]{
		Name:     "checkers",
		Doc:      "English draughts on 8x8, as the CSCI-561 host plays it",
		Sides:    [2]string{"black", "white"},
		Variants: variants,
		PlyLimit: QuietLimit * (maxEvents + 1),

		Start:      Start,
		Parse:      Parse,
		Format:     format,
		ParseMove:  parseMove,
		FormatMove: formatMove,
		Draw:       draw,
		PliesLeft:  (*State).PliesLeft,
		IsPass:     func(game.Move) bool { return false },
		Count:      (*State).Count,
	}
}

// Start is the position with twelve men on either side; the only variant is
// the default one, "".
func Start(variant string) (State, error) {
	if err := checkVariant(variant); err != nil {
		return State{}, err
	}
	return New(Initial())
}

// Parse reads a position, or "start".
func Parse(variant, text string) (State, error) {
	if strings.TrimSpace(text) == "start" {
		return Start(variant)
	}
	if err := checkVariant(variant); err != nil {
		return State{}, err
	}
	return parse(text)
}

func checkVariant(name string) error {
	if name == "" || name == variants[0] {
		return nil
	}
	return fmt.Errorf("checkers: variant %q (allowed: %s)", name, strings.Join(variants, ", "))
}
