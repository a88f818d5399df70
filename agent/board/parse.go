package board

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"evolab/game"
)

// Parse reads a move as people type it: in the game's notation, or as its squares.
// The first and the last square are enough if only one legal move has them. Its
// error fits on one line and names no package.
func Parse(l Layout, p Position, text string) (game.Move, error) {
	if m, err := p.ParseMove(text); err == nil && legal(p, m) {
		return m, nil
	}
	if moves := p.Moves(nil); strings.EqualFold(text, "pass") {
		if i := slices.IndexFunc(moves, p.IsPass); i >= 0 {
			return moves[i], nil
		}
	}
	g := gridOf(&l, p)
	if g == nil {
		return 0, fmt.Errorf("%s is no legal move (expected: one of %s)", quoted(text), listed(Moves(l, p)))
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
	return g.choose(p, path)
}

// quoted is what somebody typed, short enough for a line.
func quoted(text string) string {
	const longest = 20 // bytes
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "?") + "..."
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

var errSquares = errors.New("no squares")

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
			list = append(list, g.squareNamed(m[1][0], n))
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
	return g.squaresNumbered(numbers)
}

// squaresNumbered makes squares of pairs of numbers, or of the numbers of dark squares as
// in PDN, from the top.
func (g *grid) squaresNumbered(numbers []int) (list []square, err error) {
	if !g.Pairs {
		const darkSquares, perRow = 32, 4
		for _, n := range numbers {
			if n < 1 || n > darkSquares {
				return nil, errSquares
			}
			row := (n - 1) / perRow
			list = append(list, square{row, 2*((n-1)%perRow) + 1 - row%2})
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
func (g *grid) choose(p Position, path []square) (game.Move, error) {
	all := g.candidates(p)
	var fit []candidate
	for _, c := range all {
		if slices.Equal(c.path, path) {
			return c.move, nil
		}
		if abbreviates(path, c.path) {
			fit = append(fit, c)
		}
	}
	switch len(fit) {
	case 0:
		if m, err := p.ParseMove(g.jumps(path)); err == nil && len(path) > 2 && legal(p, m) {
			return m, nil // another way for the same jump
		}
		return 0, g.refusal(all, path)
	case 1:
		return fit[0].move, nil
	}
	var texts []string
	for _, c := range fit {
		texts = append(texts, g.pathText(c.path))
	}
	return 0, fmt.Errorf("%s could be %s", g.pathText(path), strings.Join(texts, " or "))
}

// abbreviates reports whether a path of at least two squares begins and ends like a
// longer one and visits no other squares.
func abbreviates(path, long []square) bool {
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

// pathText is a path with all its squares, in a form that Parse understands.
func (g *grid) pathText(path []square) string {
	parts := make([]string, len(path))
	for i, s := range path {
		parts[i] = g.text(s)
	}
	return strings.Join(parts, "-")
}

// refusal says on one line why no legal move follows the squares.
func (g *grid) refusal(all []candidate, path []square) error {
	from, name := path[0], g.text(path[0])
	single := len(all) > 0 && len(all[0].path) <= 1 &&
		!slices.ContainsFunc(all, func(c candidate) bool { return len(c.path) > 1 }) // moves are single squares
	switch {
	case single && len(path) > 1:
		return fmt.Errorf("%s: one square is enough here", g.pathText(path))
	case single && g.at(from) != '.' && g.Own == nil:
		return fmt.Errorf("%s is taken", name)
	case single && g.Own != nil:
		return fmt.Errorf("%s cannot be removed; %s can", name, listed(g.texts(all)))
	case single:
		return fmt.Errorf("%s is not legal here%s", name, g.usualReason(all))
	}
	targets := g.targets(all, from)
	switch {
	case g.at(from) == '.':
		return fmt.Errorf("%s is empty: a move begins at a piece of yours", name)
	case !strings.ContainsRune(g.Own[g.turn], rune(g.at(from))):
		return fmt.Errorf("%s is not a piece of yours", name)
	case len(targets) == 0:
		return fmt.Errorf("%s cannot move now%s; moves lists what can", name, g.usualReason(all))
	case len(path) == 1:
		return fmt.Errorf("%s can go to %s", name, listed(targets))
	}
	return fmt.Errorf("%s is not legal; %s can go to %s", g.pathText(path), name, listed(targets))
}

// usualReason is the usual reason for an illegal move, if it applies now.
func (g *grid) usualReason(all []candidate) string {
	if g.Why == "" || g.Forced && (len(all) == 0 || !strings.HasPrefix(all[0].text, "J")) {
		return ""
	}
	return " (" + g.Why + ")"
}

func (g *grid) targets(all []candidate, from square) []string {
	var list []string
	for _, c := range all {
		if len(c.path) > 1 && c.path[0] == from {
			list = append(list, g.pathText(c.path[1:]))
		}
	}
	return list
}

// maxListed is how many moves an error shows.
const maxListed = 8

// listed joins moves, the first of many.
func listed(texts []string) string {
	if len(texts) > maxListed {
		return strings.Join(texts[:maxListed], "; ") + "; ..."
	}
	return strings.Join(texts, "; ")
}
