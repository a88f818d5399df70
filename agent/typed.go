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

// Typed reads a move as people type it: in the game's notation, or as its squares.
// The first and the last square are enough if only one legal move has them. Its
// error fits on one line and names no package.
func Typed(info Info, b Board, text string) (game.Move, error) {
	if m, err := b.ParseMove(text); err == nil && Legal(b, m) {
		return m, nil
	}
	if moves := b.Moves(nil); strings.EqualFold(text, "pass") {
		if i := slices.IndexFunc(moves, b.IsPass); i >= 0 {
			return moves[i], nil
		}
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
		if s.row < 0 || s.row >= len(g.rows) || s.col < 0 || s.col >= g.cols() {
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

var (
	// negative finds numbers below 0; between two squares a - means from and to.
	negative = regexp.MustCompile(`(^|[ \t,;:\-\[(])-[0-9]`)
	// element is a square such as c3, a number, or the letter of a kind of move, as in
	// J f6 d4.
	element = regexp.MustCompile(`^(?:([a-wyz])?([0-9]+)|([ej])(?: |$))`)
)

// between is what people write between squares.
const between = "x \t,;:-[]()>"

var errSquares = errors.New("agent: no squares")

// squares reads the squares of a text. Names and numbers do not mix.
func (g *grid) squares(text string) (list []square, err error) {
	var numbers []int
	if strings.Contains(text, "-") && negative.MatchString(text) {
		return nil, errSquares
	}
	for rest := strings.TrimLeft(strings.ToLower(text), between); rest != ""; {
		m := element.FindStringSubmatch(rest)
		if m == nil || len(m[2]) > 3 || m[3] != "" && g.Own == nil {
			return nil, errSquares
		}
		rest = strings.TrimLeft(rest[len(m[0]):], between)
		switch n, _ := strconv.Atoi(m[2]); {
		case m[1] != "":
			list = append(list, g.named(m[1][0], n))
		case m[2] != "":
			numbers = append(numbers, n)
		}
	}
	if len(numbers) == 0 {
		return list, nil
	}
	if len(list) > 0 {
		return nil, errSquares
	}
	return g.numbered(numbers)
}

// numbered makes squares of pairs of numbers, or of the numbers of dark squares as
// in PDN, from the top.
func (g *grid) numbered(numbers []int) (list []square, err error) {
	if !g.Pairs {
		for _, n := range numbers {
			if n < 1 || n > 32 {
				return nil, errSquares
			}
			row := (n - 1) / 4
			list = append(list, square{row, 2*((n-1)%4) + 1 - row%2})
		}
		return list, nil
	}
	for pair := range slices.Chunk(numbers, 2) {
		if len(pair) < 2 {
			return nil, errSquares
		}
		if g.Across {
			pair[0], pair[1] = pair[1], pair[0]
		}
		list = append(list, square{pair[0], pair[1]})
	}
	return list, nil
}

// choose finds the only legal move along the squares.
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
// longer one and visits no other squares.
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
