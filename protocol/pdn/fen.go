package pdn

import (
	"fmt"
	"strconv"
	"strings"

	"evolab/game"
	"evolab/game/checkers"
)

// A square's number is 1 to 32 here; the package checkers leaves out one number
// after every eight.
func squareOf(number int) int { return number - 1 + (number-1)/8 }
func numberOf(square int) int { return square - square/9 + 1 }

// FormatFEN is a position as the header FEN has it: the side to move, and the
// squares of either side, kings with a K. Quiet plies have no place there.
func FormatFEN(s *checkers.State) string {
	side := "B"
	if s.Turn() == game.Second {
		side = "W"
	}
	return side + ":W" + formatSquares(s.White(), s.Kings()) + ":B" + formatSquares(s.Black(), s.Kings())
}

func formatSquares(pieces, kings checkers.Board) string {
	var list []string
	for rest := pieces; rest != 0; rest &= rest - 1 {
		name := strconv.Itoa(numberOf(rest.First()))
		if rest&-rest&kings != 0 {
			name = "K" + name
		}
		list = append(list, name)
	}
	return strings.Join(list, ",")
}

// ParseFEN reads a position with the given number of quiet plies. A full stop
// at the end and ranges of squares (W21-32) are accepted.
func ParseFEN(text string, quiet int) (checkers.State, error) {
	s, err := parseFEN(text, quiet)
	if err != nil {
		return checkers.State{}, fmt.Errorf("pdn: FEN %.120q: %w", text, err)
	}
	return s, nil
}

func parseFEN(text string, quiet int) (checkers.State, error) {
	parts := strings.Split(strings.TrimSuffix(strings.TrimSpace(text), "."), ":")
	if len(parts) != 3 {
		return checkers.State{}, fmt.Errorf("%d parts (expected: the side to move and the squares of both, as in B:W18,K24:B12)", len(parts))
	}
	set := checkers.Setup{Quiet: quiet}
	switch parts[0] {
	case "W":
		set.Turn = game.Second
	case "B":
	default:
		return checkers.State{}, fmt.Errorf("side to move %.40q (allowed: B, W)", parts[0])
	}
	seen := ""
	for _, part := range parts[1:] {
		if part == "" || part[0] != 'B' && part[0] != 'W' || seen == part[:1] {
			return checkers.State{}, fmt.Errorf("%.40q (expected: W or B, each once, with the numbers of its squares)", part)
		}
		seen = part[:1]
		if err := parseSquares(part[1:], part[0], &set); err != nil {
			return checkers.State{}, err
		}
	}
	return checkers.New(set)
}

// parseSquares puts the pieces of one side on the board.
func parseSquares(text string, side byte, set *checkers.Setup) error {
	if text == "" {
		return nil
	}
	for _, item := range strings.Split(text, ",") {
		number, king := strings.CutPrefix(item, "K")
		low, high, isRange := strings.Cut(number, "-")
		if !isRange {
			high = low
		}
		first, err := parseNumber(low)
		last, err2 := parseNumber(high)
		if err != nil || err2 != nil || first > last {
			return fmt.Errorf("squares %.40q (allowed: 1..%d, ranges of them, kings with a K before)", item, checkers.Squares)
		}
		for n := first; n <= last; n++ {
			put(set, side, king, checkers.Board(1)<<squareOf(n))
		}
	}
	return nil
}

func put(set *checkers.Setup, side byte, king bool, square checkers.Board) {
	if side == 'B' {
		set.Black |= square
	} else {
		set.White |= square
	}
	if king {
		set.Kings |= square
	}
}

// parseNumber reads the number of a square.
func parseNumber(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > checkers.Squares || text[0] == '+' {
		return 0, fmt.Errorf("square %.40q (allowed: 1..%d)", text, checkers.Squares)
	}
	return n, nil
}
