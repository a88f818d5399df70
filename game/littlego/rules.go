// Package littlego holds the rules and the text notation of Little-Go: Go on a
// 5x5 board that ends after 24 plies, with a komi of 2.5 for White.
package littlego

import (
	"fmt"
	"strings"

	"evolab/game"
)

var variants = []string{"host", "two-pass", "passes", "placements"}

// Rules is Little-Go for the rest of the lab.
func Rules() game.Rules[State] {
	return game.Rules[State]{
		Name:      "littlego",
		Doc:       "Go on 5x5, 24 plies, komi 2.5, as the CSCI-561 host plays it",
		Sides:     [2]string{"black", "white"},
		Variants:  variants,
		PlyLimit:  LastPly,
		MaxMargin: 2 * Points,

		Start:        Start,
		Parse:        Parse,
		Format:       format,
		ParseMove:    parseMove,
		FormatMove:   formatMove,
		Broken:       broken,
		Draw:         draw,
		PliesLeft:    func(s *State) int { return LastPly - s.Ply() },
		MovesPastEnd: (*State).MovesPastEnd,
		IsPass:       func(m game.Move) bool { return m == Pass },
		Count:        (*State).Count,
		Packing:      game.Packing[State]{Size: 18, Pack: pack, Unpack: unpack},
	}
}

// broken is the rule that an illegal move breaks.
func broken(s *State, m game.Move) string {
	point := At(m.To()/Stride, m.To()%Stride)
	switch {
	case s.Outcome().Over():
		return "the game is over"
	case point&(s.Own()|s.Opp()) != 0:
		return "the point is taken"
	case point == s.Ko():
		return "it takes back a ko at once: the board would be the one before the opponent's move"
	}
	return "the stone would have no liberty"
}

// Start is the empty board of a variant; "" is the host's.
func Start(variant string) (State, error) {
	v, err := game.ParseVariant("littlego", variants, variant)
	if err != nil {
		return State{}, err
	}
	return New(Setup{Variant: Variant(v)})
}

// Parse reads a position of a variant, or "start".
func Parse(variant, text string) (State, error) {
	v, err := game.ParseVariant("littlego", variants, variant)
	if err != nil {
		return State{}, err
	}
	if strings.TrimSpace(text) == "start" {
		return New(Setup{Variant: Variant(v)})
	}
	var s State
	set, err := parseFields(strings.Fields(text))
	if err == nil {
		set.Variant = Variant(v)
		s, err = New(set)
	}
	if err != nil {
		return State{}, fmt.Errorf("littlego: position %q: %w", text, err)
	}
	return s, nil
}
