package agent

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"evolab/game"
)

// Typed reads a move as people type it: in the game's notation, or as the
// squares that it goes over, of which the first and the last will do if only one
// legal move has them. Its error fits on one line and bears no name of a package.
func Typed(info Info, b Board, text string) (game.Move, error) {
	if m, err := b.ParseMove(text); err == nil && Legal(b, m) {
		return m, nil
	}
	if pass, ok := passOf(b); ok && strings.EqualFold(text, "pass") {
		return pass, nil
	}
	g := gridOf(&info, b)
	if g == nil {
		return 0, fmt.Errorf("%s is no legal move (expected: one of %s)", quoted(text), listed(Shown(info, b)))
	}
	path, err := g.squares(text)
	if err != nil || len(path) == 0 {
		return 0, fmt.Errorf("%s is no move (expected: %s)", quoted(text), g.Short)
	}
	for _, s := range path {
		if !g.has(s) {
			return 0, fmt.Errorf("%s is off the board (expected: %s)", quoted(text), g.Short)
		}
	}
	return g.choose(b, path)
}

// quoted is what somebody typed, short enough for a line.
func quoted(text string) string {
	if len(text) > 20 {
		text = strings.ToValidUTF8(text[:20], "?") + "..."
	}
	return strconv.Quote(text)
}

func passOf(b Board) (game.Move, bool) {
	for _, m := range b.Moves(nil) {
		if b.IsPass(m) {
			return m, true
		}
	}
	return 0, false
}

// negative finds numbers below 0; between two squares a - says from and to.
var negative = regexp.MustCompile(`(^|[ \t,;:\-\[(])-[0-9]`)

var errSquares = errors.New("agent: no squares")

// squares reads the squares of a text: c3, or numbers, with anything that people
// write between them. Letters alone are the kinds of moves, as in J f6 d4.
func (g *grid) squares(text string) ([]square, error) {
	var list []square
	var numbers []int
	if negative.MatchString(text) {
		return nil, errSquares
	}
	for rest := strings.ToLower(text); rest != ""; {
		switch c := rest[0]; {
		case c >= '0' && c <= '9':
			n, after, err := leading(rest)
			if err != nil {
				return nil, err
			}
			numbers, rest = append(numbers, n), after
		case strings.IndexByte(" \t,;:-[]()>", c) >= 0:
			rest = rest[1:]
		case c >= 'a' && c <= 'z' && c != 'x' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
			n, after, err := leading(rest[1:])
			if err != nil {
				return nil, err
			}
			list, rest = append(list, g.named(c, n)), after
		case c == 'x', g.Own != nil && (c == 'e' || c == 'j') && (len(rest) == 1 || rest[1] == ' '):
			rest = rest[1:]
		default:
			return nil, errSquares
		}
	}
	return g.join(list, numbers)
}

// leading reads the number that a text begins with.
func leading(text string) (int, string, error) {
	end := 0
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(text[:end])
	if end > 3 {
		err = errSquares
	}
	return n, text[end:], err
}

// join makes squares of numbers; names and numbers do not mix.
func (g *grid) join(list []square, numbers []int) ([]square, error) {
	switch {
	case len(numbers) == 0:
		return list, nil
	case len(list) > 0 || g.Pairs && len(numbers)%2 != 0:
		return nil, errSquares
	case !g.Pairs:
		for _, n := range numbers {
			if n < 1 || n > 32 {
				return nil, errSquares
			}
			list = append(list, numbered(n))
		}
		return list, nil
	}
	for i := 0; i < len(numbers); i += 2 {
		list = append(list, g.paired(numbers[i], numbers[i+1]))
	}
	return list, nil
}

// choose finds the one legal move that goes over the squares.
func (g *grid) choose(b Board, path []square) (game.Move, error) {
	all := g.candidates(b)
	var fit []candidate
	for _, c := range all {
		if slices.Equal(c.path, path) {
			return c.move, nil
		}
		if within(path, c.path) {
			fit = append(fit, c)
		}
	}
	switch len(fit) {
	case 0:
		if m, err := b.ParseMove(g.jumps(path)); err == nil && len(path) > 2 && Legal(b, m) {
			return m, nil // another way for the same jump
		}
		return 0, g.refusal(all, path)
	case 1:
		return fit[0].move, nil
	}
	var texts []string
	for _, c := range fit {
		texts = append(texts, g.whole(c.path))
	}
	return 0, fmt.Errorf("%s could be %s", g.whole(path), strings.Join(texts, " or "))
}

// within reports whether a path of at least two squares begins and ends like a
// longer one and goes over nothing else.
func within(path, long []square) bool {
	if len(path) < 2 || len(path) > len(long) || path[0] != long[0] || path[len(path)-1] != long[len(long)-1] {
		return false
	}
	at := 0
	for _, s := range long {
		if at < len(path) && s == path[at] {
			at++
		}
	}
	return at == len(path)
}

// jumps is a chain in the notation of Checkers and Halma.
func (g *grid) jumps(path []square) string {
	var parts []string
	for i := 1; i < len(path); i++ {
		parts = append(parts, "J "+g.text(path[i-1])+" "+g.text(path[i]))
	}
	return strings.Join(parts, ";")
}

// whole is a path with all its squares, in a form that Typed understands.
func (g *grid) whole(path []square) string {
	parts := make([]string, len(path))
	for i, s := range path {
		parts[i] = g.text(s)
	}
	return strings.Join(parts, "-")
}
