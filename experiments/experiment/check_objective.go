package experiment

import (
	"fmt"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/arena/suite"
	"evolab/course/rubric"
	"evolab/internal/config"
)

// rubricFits checks what the objective requires of the other keys. It also fills in
// the rubric's opponents if the config names none, so that the other checks and
// the recorded config see them.
func rubricFits(c *Config, report config.Report) {
	if c.Objective != RubricObjective {
		if c.Rubric != "" {
			report("rubric", "goes with objective: rubric", "empty")
		}
		return
	}
	r, err := rubric.Find(c.Rubric)
	if err != nil {
		var names []string
		for _, r := range rubric.All() {
			names = append(names, r.Name)
		}
		report("rubric", fmt.Sprintf("there is no rubric %q", c.Rubric), strings.Join(names, ", "))
		return
	}
	if r.Game != c.Game {
		report("rubric", fmt.Sprintf("%s is a rubric of %s, not of %s", r.Name, r.Game, c.Game), "a rubric of the game")
		return
	}
	if slices.Equal(c.Opponents, defaultOpponents()) {
		c.Opponents = nil
		for _, row := range c.Rows() {
			c.Opponents = append(c.Opponents, Opponent{row.Agent, 1})
		}
	}
	if c.Archive.Share > 0 {
		report("archive.share", "goes with objective: mix alone, since a rubric pays nothing for it", "0")
	}
	sameOpponents(c, report)
	everyRoundMeetsAll(c, report)
}

// suitesFit checks what the suites require of the other keys.
func suitesFit(c *Config, g agent.Game, report config.Report) {
	asked := c.Objective == AccuracyObjective || c.Accuracy.Share > 0
	if asked && c.Objective == RubricObjective {
		report("accuracy.share", "goes with objective: mix", "0")
	}
	if asked && c.Accuracy.Train == "" {
		report("accuracy.train", "a part of the fitness is accuracy, but there is no suite to train on", "a file that evolve suite --part training has written")
	}
	if asked && c.Accuracy.Report == "" {
		report("accuracy.report", "a part of the fitness is accuracy, but there is no suite to validate it on", "a file that evolve suite --part reporting has written")
	}
	if _, err := ReadSuite(c.Accuracy.Train, suite.Training, c, g); err != nil {
		report("accuracy.train", err.Error(), "a training suite of the game")
	}
	if _, err := ReadSuite(c.Accuracy.Report, suite.Reporting, c, g); err != nil {
		report("accuracy.report", err.Error(), "a reporting suite of the game")
	}
}

// defaultOpponents are those of an empty config.
func defaultOpponents() []Opponent {
	c, err := config.Parse[Config]("default", []byte("seed: 1"), nil)
	if err != nil {
		panic(fmt.Sprintf("experiment: the defaults: %v", err))
	}
	return c.Opponents
}

// sameOpponents checks that candidates meet the rubric's opponents.
func sameOpponents(c *Config, report config.Report) {
	var want, got []string
	for _, row := range c.Rows() {
		want = append(want, row.Agent)
	}
	for _, o := range c.Opponents {
		got = append(got, o.Agent)
	}
	allowed := strings.Join(want, ", ") + ", each with any share"
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, slices.Compact(got)) {
		report("opponents", "not the opponents of "+c.Rubric, allowed)
	}
}

// everyRoundMeetsAll checks that each round of a generation, which is scored by
// itself, has a pair against every opponent.
func everyRoundMeetsAll(c *Config, report config.Report) {
	pairs := c.Fitness.Pairs / c.Fitness.Rounds
	order := Divide(c.Shares(), pairs*(1<<c.Fitness.Rounds-1))
	for first := 0; first < len(order); first, pairs = first+pairs, 2*pairs {
		met := map[int]bool{}
		for _, i := range order[first : first+pairs] {
			met[i] = true
		}
		if len(met) < len(c.Opponents) {
			report("fitness.pairs", "a round leaves an opponent without a pair", "rounds times the number of opponents, and more for small shares")
			return
		}
	}
}
