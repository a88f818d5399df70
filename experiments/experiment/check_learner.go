package experiment

import (
	"fmt"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/features"
	"evolab/internal/config"
	"evolab/learn/positions"
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
	leastFirst("selfplay.opening_plies", c.SelfPlay.OpeningPlies, report)
	leastFirst("selfplay.detour", c.SelfPlay.Detour, report)
	for _, key := range []struct {
		path, is, allowed string
		wrong             bool
	}{
		{"start", c.Start, "hand, frozen or a file of weights: somebody has to play the first round", c.Start == "random" || c.Start == "zero"},
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

// checkPatterns lays the patterns out on the board, and looks at the files of
// positions.
func checkPatterns(c *Config, g agent.Game, report config.Report) {
	info := g.Info()
	if c.Fitter() == nil && len(c.Player.Patterns.Shapes) == 0 {
		return
	}
	learning, err := g.Learning(c.Variant)
	if err == nil {
		_, err = learning.Positions().Inputs(c.Design(info.Features, info.Variant(c.Variant)))
	}
	if err != nil {
		report("player.patterns.shapes", strings.TrimPrefix(err.Error(), "features: "), "shapes that fit on the board, as in [window 3x3, row]")
	}
	for i, path := range c.SelfPlay.Files {
		h, err := positions.ReadHeader(path)
		if err == nil && (h.Game != info.Name || h.Variant != info.Variant(c.Variant)) {
			err = fmt.Errorf("%s: positions of %s %s", path, h.Game, h.Variant)
		}
		if err != nil {
			report(fmt.Sprintf("selfplay.files.%d", i), strings.TrimPrefix(err.Error(), "positions: "), "a file of positions of the game and its variant")
		}
	}
}

// takeTables takes over the patterns of the start, unless the config names the
// same ones. Evolution does not make any, and must not lose any.
func takeTables(c *Config, w *features.Weights, report config.Report) {
	p := &c.Player.Patterns
	if w.Patterns == nil {
		if len(p.Shapes) > 0 {
			report("start", c.Start+" has no tables: evolution does not make any", "weights with tables of these shapes, such as a champion of learner: regression")
		}
		return
	}
	own := Patterns{Shapes: w.Patterns.Shapes}
	switch {
	case w.Blend != nil:
		own.At = w.Blend.At
	case w.Endgame != nil:
		own.At = []float64{w.Endgame.From}
	}
	if len(p.Shapes) == 0 && len(p.At) == 0 {
		*p = own
	}
	if !slices.Equal(p.Shapes, own.Shapes) || !slices.Equal(p.At, own.At) {
		report("player.patterns", fmt.Sprintf("%v at %v, and the tables of %s are others", p.Shapes, p.At, c.Start), fmt.Sprintf("%v at %v, or nothing", own.Shapes, own.At))
	}
	for i, name := range w.Features {
		if name != features.PatternsName && w.Values[i] != 0 && !slices.Contains(coreOf(c, nil), name) && c.Player.Features[0] != "all" {
			report("player.features", fmt.Sprintf("%q, which weighs something in %s, is missing", name, c.Start), "the features of the start, or more")
		}
	}
}

func leastFirst(key string, plies []int, report config.Report) {
	if plies[0] > plies[1] {
		report(key, fmt.Sprintf("at least %d and at most %d plies", plies[0], plies[1]), "the least number first")
	}
}
