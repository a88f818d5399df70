package agent

import (
	"fmt"
	"strings"
	"time"

	featlg "evolab/features/littlego"
	"evolab/game/littlego"
	searchlg "evolab/search/littlego"
)

// Games lists the games of the lab.
func Games() []Game {
	return []Game{
		Bind[littlego.State](Parts[littlego.State]{
			Rules: littlego.Rules(), Set: featlg.Set(), Hand: featlg.Hand(), Tactics: featlg.Tactics(), Files: littlegoFiles(),
			Endgame: func(clock func() time.Duration) Endgame[littlego.State] { return searchlg.NewEndgame(clock) },
			Solve:   searchlg.Solve,
		}),
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
