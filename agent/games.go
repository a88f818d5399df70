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

// Games lists the games of the lab.
func Games() []Game {
	return []Game{
		Bind[littlego.State](littlegoParts()),
		Bind[checkers.State](checkersParts()),
		Bind[halma.State](halmaParts()),
		Bind[konane.State](konaneParts()),
		Bind[tictactoe.State](tictactoeParts()),
	}
}

// FindGame returns a game by its name.
func FindGame(name string) (Game, error) {
	var names []string
	for _, g := range Games() {
		if g.Info().Name == name {
			return g, nil
		}
		names = append(names, g.Info().Name)
	}
	return nil, fmt.Errorf("agent: no game %q (allowed: %s)", name, strings.Join(names, ", "))
}
