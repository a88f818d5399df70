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

// learnerFits checks what the learner requires of the other keys.
func learnerFits(c *Config, report config.Report) {
	phasesFit(c, report)
	if c.Rule() == nil && len(c.LearnFrom) > 0 {
		report("learn_from", "goes with learner: td or qlearning", "[]")
	}
	if c.Evolves() {
		return
	}
	leastFirst("selfplay.opening_plies", c.SelfPlay.OpeningPlies, report)
	leastFirst("selfplay.detour", c.SelfPlay.Detour, report)
	leastFirst("practice.opening_plies", c.Practice.OpeningPlies, report)
	refuse := beside("learner: "+c.Learner.Name, report)
	refuse(c.Fitter() != nil && (c.Start == "random" || c.Start == "zero"), "start", c.Start, "hand, evolved, frozen or a file of weights: somebody has to play the first round")
	refuse(c.Objective != MixObjective || c.Accuracy.Share > 0, "objective", c.Objective, "mix: rounds are chosen by games")
	refuse(c.Archive.Share > 0, "archive.share", c.Archive.Share, "0")
	refuse(c.TrainingGames > 0, "training_games", c.TrainingGames, "0: generations counts the rounds")
	refuse(c.Player.Phases > 1, "player.phases", c.Player.Phases, "1: player.patterns.at says when phases begin")
}

// phasesFit checks the keys that divide a game into phases.
func phasesFit(c *Config, report config.Report) {
	at := c.Player.Patterns.At
	if !slices.IsSorted(at) || len(slices.Compact(slices.Clone(at))) < len(at) {
		report("player.patterns.at", "not in rising order", "numbers 0..1, each above the one before")
	}
	if len(at) > 0 && c.Player.Phases > 1 {
		report("player.phases", "goes without player.patterns.at, which says when phases begin", "1")
	}
	if c.Player.EndgameDepth > 0 && (c.Player.Nodes > 0 || c.Player.Phases < 2 && len(at) != 1) {
		report("player.endgame_depth", "there are no two phases with a switch, or nodes limit the search", "0, or a depth with player.phases: 2 or one number in player.patterns.at, and player.nodes: 0")
	}
}

// checkPatterns lays the patterns out on the board, and looks at the files of
// positions.
func checkPatterns(c *Config, g agent.Game, report config.Report) {
	info := g.Info()
	if c.Evolves() && len(c.Player.Patterns.Shapes) == 0 {
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
// same ones. Evolution does not make tables, and must not lose them.
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

// checkPractice looks at the opponents of practice and at recorded games.
func checkPractice(c *Config, g agent.Game, report config.Report) {
	if c.Rule() == nil {
		return
	}
	info := g.Info()
	for i, text := range c.Practice.Against {
		if err := practises(g, text); err != nil {
			report(fmt.Sprintf("practice.against.%d", i), strings.TrimPrefix(err.Error(), "agent: "), "")
		}
	}
	if learning, err := g.Learning(c.Variant); err == nil && c.Practice.SelfPlay < 1 && len(c.Practice.Against) == 0 {
		if _, err := learning.Practice(c.Design(info.Features, info.Variant(c.Variant)), c.practiceSpecs()); err != nil {
			report("opponents", strings.TrimPrefix(err.Error(), "agent: "), "agents of the lab, or others in practice.against, or practice.self_play: 1")
		}
	}
	for i, path := range c.LearnFrom {
		if _, err := ReadGames(path, g, c.Variant); err != nil {
			report(fmt.Sprintf("learn_from.%d", i), err.Error(), "a file of games of the same game and variant, as --games-out writes it")
		}
	}
}

// practises reports why an agent cannot be an opponent of practice.
func practises(g agent.Game, text string) error {
	spec, err := agent.ParseSpec(text)
	if err != nil {
		return err
	}
	if spec.Timed() {
		return fmt.Errorf("%q would think for as long as its CPU time lasts: the run could not be repeated (give it a depth or nodes)", text)
	}
	a, err := g.Agent(spec, agent.Env{})
	if err == nil {
		err = a.Close()
	}
	return err
}

// beside returns what refuses a key's value if it does not go with something else.
func beside(other string, report config.Report) func(wrong bool, key string, value any, allowed string) {
	return func(wrong bool, key string, value any, allowed string) {
		if wrong {
			report(key, fmt.Sprint(value, " does not go with ", other), allowed)
		}
	}
}
