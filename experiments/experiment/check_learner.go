package experiment

import (
	"fmt"
	"slices"

	"evolab/internal/config"
)

// learnerFits checks what the learner asks of the other keys.
func learnerFits(c *Config, report config.Report) {
	at := c.Player.Patterns.At
	if !slices.IsSorted(at) || len(slices.Compact(slices.Clone(at))) < len(at) {
		report("player.patterns.at", "not in rising order", "numbers 0..1, each above the one before")
	}
	if len(at) > 0 && c.Player.Phases > 1 {
		report("player.phases", "goes without player.patterns.at, which says when phases begin", "1")
	}
	if c.Fitter() == nil {
		return
	}
	if plies := c.SelfPlay.OpeningPlies; plies[0] > plies[1] {
		report("selfplay.opening_plies", fmt.Sprintf("at least %d and at most %d plies", plies[0], plies[1]), "the least number first")
	}
	for _, key := range []struct {
		path, is, allowed string
		wrong             bool
	}{
		{"start", c.Start, "hand or a file of weights: somebody has to play the first round", c.Start == "random" || c.Start == "zero"},
		{"objective", c.Objective, "mix: rounds are chosen by games", c.Objective != MixObjective || c.Accuracy.Share > 0},
		{"archive.share", fmt.Sprint(c.Archive.Share), "0", c.Archive.Share > 0},
		{"training_games", fmt.Sprint(c.TrainingGames), "0: generations counts the rounds", c.TrainingGames > 0},
		{"player.phases", fmt.Sprint(c.Player.Phases), "1: player.patterns.at says when phases begin", c.Player.Phases > 1},
	} {
		if key.wrong {
			report(key.path, key.is+" does not go with learner: "+c.Learner.Name, key.allowed)
		}
	}
}
