package nim

import (
	"fmt"
	"strconv"
	"strings"

	"evolab/game"
)

// sides are the letters of the side to move, in a position such as "21 a".
const sides = "ab"

// Rules is Nim for the lab.
func Rules() game.Rules[State] {
	return game.Rules[State]{
		Name: "nim", Doc: "take one to three counters, the last one wins", Sides: [2]string{"a", "b"}, Variants: []string{"standard"}, PlyLimit: Counters,
		Start: start, Parse: parse, Format: format, ParseMove: parseMove, FormatMove: formatMove,
		Draw:      func(s *State) string { return strings.Repeat("|", int(s.left)) + "\n" },
		PliesLeft: func(s *State) int { return int(s.left) },
		IsPass:    func(game.Move) bool { return false },
	}
}

func start(variant string) (State, error) {
	if variant != "" && variant != "standard" {
		return State{}, fmt.Errorf("nim: variant %q (allowed: standard)", variant)
	}
	return State{left: Counters}, nil
}

func parse(variant, text string) (State, error) {
	s, err := start(variant)
	if err != nil || strings.TrimSpace(text) == "start" {
		return s, err
	}
	counters, side, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(counters)
	if err != nil || n < 0 || n > Counters || len(side) != 1 || !strings.Contains(sides, side) {
		return s, fmt.Errorf("nim: position %q (expected: 0..%d and a or b)", text, Counters)
	}
	return State{uint8(n), game.Side(strings.Index(sides, side))}, nil
}

func format(s *State) string { return fmt.Sprintf("%d %c", s.left, sides[s.turn]) }

func parseMove(_ *State, text string) (game.Move, error) {
	if len(text) != 1 || text[0] < '1' || text[0] > '0'+most {
		return game.NoMove, fmt.Errorf("nim: move %q (expected: 1..%d)", text, most)
	}
	return game.NewMove(0, int(text[0]-'0')), nil
}

func formatMove(_ *State, m game.Move) string { return strconv.Itoa(m.To()) }
