package experiment

import (
	"errors"
	"fmt"

	"evolab/agent"
	"evolab/arena/suite"
	"evolab/experiments"
	"evolab/internal/files"
	"evolab/stats"
)

// The objectives of a run.
const (
	MixObjective    = "mix"
	RubricObjective = "rubric"
	// AccuracyObjective is the share of proven values that a candidate keeps.
	AccuracyObjective = "accuracy"
)

// Rubric is a grading whose points can be maximised. Those of the courses come from
// package course/rubric. A drawn game, which a rubric may give to the faster side, is
// not won.
type Rubric struct {
	Name      string
	Game      string
	Opponents []RubricOpponent // that candidates can meet: they play without clocks
}

// RubricOpponent is an opponent, and what beating it is worth.
type RubricOpponent struct {
	Agent string // spec
	Games int    // of a grading
	Scale stats.Scale
}

// FindRubric returns the rubric that the config names; nil: none.
func (c *Config) FindRubric() *Rubric {
	for i := range c.Rubrics {
		if c.Rubrics[i].Name == c.Rubric {
			return &c.Rubrics[i]
		}
	}
	return nil
}

// AccuracyShare is the part of the fitness that the training suite has.
func (c *Config) AccuracyShare() float64 {
	if c.Objective == AccuracyObjective {
		return 1
	}
	return c.Accuracy.Share
}

// ShippedSuite names the suite that comes with the program: there are those of
// Little-Go, tic-tac-toe and Konane on 6x6.
const ShippedSuite = "shipped"

// ReadSuite reads a suite; "" is an empty one.
func ReadSuite(path string, part suite.Part, c *Config, g agent.Game) (suite.Suite, error) {
	var data []byte
	var err error
	switch path {
	case "":
		return suite.Suite{}, nil
	case ShippedSuite:
		of := c.Game
		if c.Variant != "" {
			of += "-" + c.Variant
		}
		if data, err = experiments.Suites.ReadFile("suites/" + of + "-" + string(part) + ".txt"); err != nil {
			err = fmt.Errorf("no suite of %s comes with the program (there are: littlego, tictactoe, konane-6x6)", of)
		}
	default:
		data, err = files.Read(path, suite.MaxBytes)
	}
	if err != nil {
		return suite.Suite{}, err
	}
	s, err := suite.Parse(data)
	switch {
	case err != nil:
	case s.Game != c.Game || s.Variant != c.Variant:
		err = fmt.Errorf("a suite of %s %s", s.Game, s.Variant)
	case s.Part != part:
		err = fmt.Errorf("a suite of the %s part (expected: %s)", s.Part, part)
	case len(s.Entries) == 0:
		err = errors.New("no positions")
	default:
		err = s.Check(g)
	}
	if err != nil {
		return s, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}
