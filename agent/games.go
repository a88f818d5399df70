package agent

import (
	"fmt"
	"strings"

	"evolab/game/checkers"
	"evolab/game/halma"
	"evolab/game/konane"
	"evolab/game/littlego"
	"evolab/game/tictactoe"
)

// Table is some games, each under its own name.
type Table []Game

// Games lists the games of the lab.
func Games() Table {
	return Table{
		Bind[littlego.State](littlegoParts()),
		Bind[checkers.State](checkersParts()),
		Bind[halma.State](halmaParts()),
		Bind[konane.State](konaneParts()),
		Bind[tictactoe.State](tictactoeParts()),
	}
}

// FindGame returns a game of the lab by its name.
func FindGame(name string) (Game, error) { return Games().Find(name) }

// Find returns a game by its name.
func (t Table) Find(name string) (Game, error) {
	for _, g := range t {
		if g.Info().Name == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("agent: no game %q (allowed: %s)", name, strings.Join(t.Names(), ", "))
}

// Names are those of the games.
func (t Table) Names() []string {
	var names []string
	for _, g := range t {
		names = append(names, g.Info().Name)
	}
	return names
}
