package tictactoe

import (
	"fmt"
	"strings"

	"evolab/game"
)

// variant is the name of the only rules there are.
const variant = "standard"

// Rules is tic-tac-toe for the rest of the lab.
func Rules() game.Rules[State] {
	return game.Rules[State]{
		Name:     "tictactoe",
		Doc:      "three in a row on 3x3, X moves first",
		Sides:    [2]string{"x", "o"},
		Variants: []string{variant},
		PlyLimit: Squares,

		Start:      Start,
		Parse:      Parse,
		Format:     format,
		ParseMove:  parseMove,
		FormatMove: formatMove,
		Draw:       draw,
		PliesLeft:  func(s *State) int { return Squares - s.Ply() },
		IsPass:     func(game.Move) bool { return false },
		Count:      count,
	}
}

// Start is the empty board; the variant is "" or "standard".
func Start(name string) (State, error) {
	if name != "" && name != variant {
		return State{}, fmt.Errorf("tictactoe: variant %q (allowed: %s)", name, variant)
	}
	return State{}, nil
}

// Parse reads a position, or "start".
func Parse(name, text string) (State, error) {
	s, err := Start(name)
	if err != nil || strings.TrimSpace(text) == "start" {
		return s, err
	}
	return parse(text)
}

func count(s *State) int {
	if s.Outcome().Over() {
		return 0
	}
	return s.Empty().Count()
}
