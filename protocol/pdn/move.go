package pdn

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"evolab/game"
	"evolab/game/checkers"
)

// route is the squares that a move visits, by their numbers.
func route(m game.Move) []int {
	at := m.From()
	squares := []int{numberOf(at)}
	for i := range checkers.Jumps(m) {
		at = checkers.Landing(m, at, i)
		squares = append(squares, numberOf(at))
	}
	if checkers.Jumps(m) == 0 {
		squares = append(squares, numberOf(m.To()))
	}
	return squares
}

// FormatMove is a legal move as movetext has it: 11-15, 22x18, or 22x15x8 where
// several captures go from 22 to 8.
func FormatMove(s *checkers.State, m game.Move) string {
	squares := route(m)
	if checkers.Jumps(m) == 0 {
		return join(squares, "-")
	}
	for _, other := range s.MovesPastEnd(nil) {
		if other != m && other.From() == m.From() && other.To() == m.To() {
			return join(squares, "x")
		}
	}
	return join([]int{squares[0], squares[len(squares)-1]}, "x")
}

func join(squares []int, sign string) string {
	texts := make([]string, len(squares))
	for i, n := range squares {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, sign)
}

// signs are what stands between squares.
const signs = "-xX:"

// marks are what follows a move to say how good it is.
const marks = "!?*+=~#"

// ParseMove finds the legal move of a text: all squares of its path, or the first and
// the last if only one move goes there. The signs between squares are equivalent, and
// marks at the end are ignored. Quiet plies end no game here.
func ParseMove(s *checkers.State, text string) (game.Move, error) {
	squares, err := parseRoute(strings.TrimRight(text, marks))
	if err != nil {
		return 0, fmt.Errorf("move %.40q: %w", text, err)
	}
	var found []game.Move
	for _, m := range s.MovesPastEnd(nil) {
		visited := route(m)
		if slices.Equal(squares, visited) {
			return m, nil
		}
		if len(squares) == 2 && squares[0] == visited[0] && squares[1] == visited[len(visited)-1] {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("move %.40q is illegal in %s", text, checkers.Rules().Format(s))
	case 1:
		return found[0], nil
	}
	return 0, fmt.Errorf("move %.40q: captures that go there: %d (expected: all squares, as in %s)", text, len(found), join(route(found[0]), "x"))
}

// beginsCapture reports whether a text has the first jumps of a capture, and not all.
func beginsCapture(s *checkers.State, text string) bool {
	squares, err := parseRoute(text)
	return err == nil && slices.ContainsFunc(s.MovesPastEnd(nil), func(m game.Move) bool {
		visited := route(m)
		return checkers.Jumps(m) >= len(squares) && slices.Equal(squares, visited[:len(squares)])
	})
}

var errRoute = errors.New("expected: squares with - or x between them, as in 11-15 or 22x15x8")

func parseRoute(text string) ([]int, error) {
	if len(text) == len("1115") && !strings.ContainsAny(text, signs) {
		text = text[:2] + "-" + text[2:]
	}
	var squares []int
	for rest, more := text, true; more; {
		number := rest
		if at := strings.IndexAny(rest, signs); at >= 0 {
			number, rest = rest[:at], rest[at+1:]
		} else {
			more = false
		}
		n, err := parseNumber(number)
		if err != nil {
			return nil, errRoute
		}
		squares = append(squares, n)
	}
	if len(squares) < 2 {
		return nil, errRoute
	}
	return squares, nil
}

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
// at the end, ranges of squares (W21-32) and the counts of moves that lidraughts adds
// (:H0:F1) are accepted.
func ParseFEN(text string, quiet int) (checkers.State, error) {
	s, err := parseFEN(text, quiet)
	if err != nil {
		return checkers.State{}, fmt.Errorf("FEN %.120q: %w", text, err)
	}
	return s, nil
}

var moveCount = regexp.MustCompile(`^[HF][0-9]+$`)

func parseFEN(text string, quiet int) (checkers.State, error) {
	parts := strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, " ", ""), "."), ":")
	for len(parts) > 3 && moveCount.MatchString(parts[len(parts)-1]) {
		parts = parts[:len(parts)-1]
	}
	if len(parts) != 3 {
		return checkers.State{}, fmt.Errorf("parts: %d (expected: 3, the side to move and the squares of both, as in B:W18,K24:B12)", len(parts))
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

func parseNumber(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > checkers.Squares || text[0] == '+' {
		return 0, fmt.Errorf("square %.40q (allowed: 1..%d)", text, checkers.Squares)
	}
	return n, nil
}
