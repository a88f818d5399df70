package agent

import (
	"fmt"
	"slices"
	"strings"
)

// refusal says on one line why no legal move follows the squares.
func (g *grid) refusal(all []candidate, path []square) error {
	from, name := path[0], g.text(path[0])
	single := len(all) > 0 && len(all[0].path) <= 1 &&
		!slices.ContainsFunc(all, func(c candidate) bool { return len(c.path) > 1 }) // moves are single squares
	switch {
	case single && len(path) > 1:
		return fmt.Errorf("%s: one square is enough here", g.whole(path))
	case single && g.at(from) != '.' && g.Own == nil:
		return fmt.Errorf("%s is taken", name)
	case single && g.Own != nil:
		return fmt.Errorf("%s cannot be removed; %s can", name, listed(g.texts(all)))
	case single:
		return fmt.Errorf("%s is not legal here%s", name, g.because(all))
	}
	targets := g.targets(all, from)
	switch {
	case g.at(from) == '.':
		return fmt.Errorf("%s is empty: a move begins at a piece of yours", name)
	case !strings.ContainsRune(g.Own[g.turn], rune(g.at(from))):
		return fmt.Errorf("%s is not a piece of yours", name)
	case len(targets) == 0:
		return fmt.Errorf("%s cannot move now%s; moves lists what can", name, g.because(all))
	case len(path) == 1:
		return fmt.Errorf("%s can go to %s", name, listed(targets))
	}
	return fmt.Errorf("%s is not legal; %s can go to %s", g.whole(path), name, listed(targets))
}

// because is the usual reason for an illegal move, if it applies now.
func (g *grid) because(all []candidate) string {
	if g.Why == "" || g.Forced && (len(all) == 0 || !strings.HasPrefix(all[0].text, "J")) {
		return ""
	}
	return " (" + g.Why + ")"
}

// targets lists where moves from a square go.
func (g *grid) targets(all []candidate, from square) []string {
	var list []string
	for _, c := range all {
		if len(c.path) > 1 && c.path[0] == from {
			list = append(list, g.whole(c.path[1:]))
		}
	}
	return list
}

// mostListed is how many moves an error shows.
const mostListed = 8

// listed joins moves, the first of many.
func listed(texts []string) string {
	if len(texts) > mostListed {
		return strings.Join(texts[:mostListed], "; ") + "; ..."
	}
	return strings.Join(texts, "; ")
}
