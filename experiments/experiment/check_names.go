package experiment

import (
	"fmt"
	"strings"

	"evolab/agent"
	"evolab/features"
	"evolab/internal/config"
)

// CheckNames checks everything that a config names: game, variant, features,
// agents, weights.
func CheckNames(c *Config, report config.Report) {
	g, err := c.FindGame()
	if err != nil {
		report("game", fmt.Sprintf("there is no game %q", c.Game), strings.Join(c.table().Names(), ", "))
		return
	}
	info := g.Info()
	if _, err := g.Board(c.Variant, "start"); err != nil {
		report("variant", fmt.Sprintf("%s has no variant %q", c.Game, c.Variant), strings.Join(info.Variants, ", "))
	}
	if c.Tunes() {
		checkAgent(c, g, report)
	} else {
		checkFeatures(c, info, report)
		checkPhases(c, info, report)
	}
	checkOpponents(c, g, report)
	checkStart(c, g, report)
	checkPatterns(c, g, report)
	checkPractice(c, g, report)
	checkLengths(c, info, report)
	suitesFit(c, g, report)
}

func checkFeatures(c *Config, info agent.Info, report config.Report) {
	for i, name := range c.Player.Features {
		if name != "all" && name != "none" && features.Index(info.Features, name) < 0 {
			report(fmt.Sprintf("player.features.%d", i), fmt.Sprintf("%s has no feature %q; the nearest is %s", c.Game, name, config.Nearest(name, features.Names(info.Features))),
				strings.Join(features.Names(info.Features), ", "))
		}
	}
	if c.Player.Features[0] == "none" && len(c.Player.Connectives)+len(c.Player.Patterns.Shapes) == 0 {
		report("player.features.0", "without connectives and patterns, none leaves nothing to look at", "[all] or names of features")
	}
}

func checkPhases(c *Config, info agent.Info, report config.Report) {
	for i, name := range c.Player.Connectives {
		if _, err := features.ParseConnective(name, info.Features); err != nil {
			report(fmt.Sprintf("player.connectives.%d", i), strings.TrimPrefix(err.Error(), "features: "), "")
		}
	}
	if c.Player.Phases > 1 && !info.Phases {
		report("player.phases", c.Game+" has no phases", "1")
	}
	if len(c.Player.Patterns.At) > 0 && !info.Phases {
		report("player.patterns.at", c.Game+" has no phases", "[]")
	}
}

func checkOpponents(c *Config, g agent.Game, report config.Report) {
	for i, o := range c.Opponents {
		spec, err := agent.ParseSpec(o.Agent)
		if err == nil && spec.Timed() {
			err = fmt.Errorf("%q would think for as long as its CPU time lasts: the run could not be repeated, nor end soon (give it a depth or nodes, and no time)", o.Agent)
		}
		if err == nil {
			var a agent.Agent
			if a, err = g.Agent(spec, agent.Env{Programs: agent.Unannounced()}); err == nil {
				err = a.Close()
			}
		}
		if err != nil {
			report(fmt.Sprintf("opponents.%d.agent", i), strings.TrimPrefix(err.Error(), "agent: "), "")
		}
	}
}

// checkStart also fills in the patterns that the start brings, so that the
// recorded config names them.
func checkStart(c *Config, g agent.Game, report config.Report) {
	w, some, err := StartWeights(c, g)
	switch {
	case err != nil:
		report("start", err.Error(), "random, zero, hand, evolved, frozen, or the name of a weights file")
	case some && c.Evolves():
		takeTables(c, &w, report)
	}
}

func checkLengths(c *Config, info agent.Info, report config.Report) {
	checkOpening(c, info, "fitness.opening_plies", c.Fitness.OpeningPlies, report)
	checkEverybody(c, "validation.games", c.Validation.Games, report)
	checkEverybody(c, "validation.candidate_games", c.Validation.CandidateGames, report)
	for i, plies := range c.Test.OpeningPlies {
		checkOpening(c, info, fmt.Sprintf("test.opening_plies.%d", i), plies, report)
	}
}

// checkOpening checks that all players can play on after an opening.
func checkOpening(c *Config, info agent.Info, key string, plies int, report config.Report) {
	if plies >= info.PlyLimit {
		report(key, "the opening is as long as the game", fmt.Sprintf("below %d, the plies of a game", info.PlyLimit))
		return
	}
	for _, u := range c.Uses() {
		if !u.Program {
			continue
		}
		spec, err := agent.ParseSpec(u.Path)
		if most, limited := spec.LongestOpening(); err == nil && limited && plies > most {
			report(key, fmt.Sprintf("%d plies are too many for %s, which is told of each of them", plies, u.Key), fmt.Sprintf("0..%d", most))
			return
		}
	}
}

// checkEverybody checks that no opponent is left without a pair when the games
// are split by shares.
func checkEverybody(c *Config, key string, games int, report config.Report) {
	list := c.Shares()
	met := map[int]bool{}
	for _, i := range Divide(list, games/2) {
		met[i] = true
	}
	if len(met) < len(list) {
		report(key, fmt.Sprintf("%d games leave an opponent without a pair", games), "two games and more for the smallest share")
	}
}
