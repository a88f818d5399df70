package pdn

import (
	"errors"
	"fmt"
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
	for _, other := range s.Moves(nil) {
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

// ParseMove finds the legal move of a text: all squares of its path, or the first and
// the last if only one move goes there. Hyphens and x are equivalent, and marks such
// as ! and ? at the end are ignored.
func ParseMove(s *checkers.State, text string) (game.Move, error) {
	squares, err := parseRoute(strings.TrimRight(text, "!?"))
	if err != nil {
		return 0, fmt.Errorf("move %.40q: %w", text, err)
	}
	var found []game.Move
	for _, m := range s.Moves(nil) {
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
	return 0, fmt.Errorf("move %.40q: %d captures go there (expected: all squares, as in %s)", text, len(found), join(route(found[0]), "x"))
}

var errRoute = errors.New("expected: squares with - or x between them, as in 11-15 or 22x15x8")

func parseRoute(text string) ([]int, error) {
	var squares []int
	for rest, more := text, true; more; {
		number := rest
		if at := strings.IndexAny(rest, "-x"); at >= 0 {
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
