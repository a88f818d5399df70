package experiment

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/arena/suite"
	"evolab/evolve"
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
	// CommandObjective is the score of matches that somebody's command plays.
	CommandObjective = "command"
)

// Runs reports whether a match runner plays, so that the lab knows neither game nor program.
func (c *Config) Runs() bool { return c.Objective == CommandObjective }

// unreadByRunners are the keys and sections that say nothing of matches of a command: they are
// about games that the lab knows, about agents, and about learners that fit positions.
var unreadByRunners = []string{"game", "variant", "agent", "pass", "player", "start", "start_without", "rubric", "opponents", "archive", "accuracy",
	"learner", "regression", "td", "qlearning", "selfplay", "practice", "learn_from", "fitness.win_share", "fitness.opening_plies", "test.opening_plies"}

// Reads reports whether a key means something to the run: where a command plays, many do not.
func (c *Config) Reads(path string) bool {
	if !c.Runs() {
		return true
	}
	section, _, _ := strings.Cut(path, ".")
	other := slices.ContainsFunc(evolve.Table(), func(e evolve.Entry) bool { return e.Section == section && e.Name != c.Optimizer.Name })
	return !other && !slices.Contains(unreadByRunners, section) && !slices.Contains(unreadByRunners, path)
}

// EachOther reports whether candidates meet each other alone, so that their fitness, always a
// half, claims nothing: what it would be shown as, nobody shows.
func (c *Config) EachOther() bool {
	o, _ := c.Optimize()
	spsa, ok := o.(*evolve.SPSA)
	return ok && spsa.Meet == evolve.MeetEachOther
}

// Runner is the match runner of the config.
func (c *Config) Runner() agent.Spec {
	return agent.RunnerSettings{Timeout: c.Timeout, Command: c.Command}.Spec()
}

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

// Rubrics are those that a config may name.
type Rubrics struct {
	List []Rubric
	// Read reads the rubric of a course's own file; nil: there are none.
	Read func(path string) (Rubric, error)
}

// isCourseFile reports whether the name of a rubric is a course's own file.
func isCourseFile(name string) bool {
	return slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(name))
}

// FindRubric returns the rubric that the config names; nil: none. One of a course's own
// file is called by its path.
func (c *Config) FindRubric() *Rubric {
	for i := range c.Rubrics.List {
		if c.Rubrics.List[i].Name == c.Rubric {
			return &c.Rubrics.List[i]
		}
	}
	return nil
}

// readRubric is FindRubric, which reads a course's own file the first time.
func (c *Config) readRubric() (*Rubric, error) {
	if r := c.FindRubric(); r != nil || !isCourseFile(c.Rubric) || c.Rubrics.Read == nil {
		return r, nil
	}
	r, err := c.Rubrics.Read(c.Rubric)
	if err != nil {
		return nil, err
	}
	r.Name = c.Rubric
	c.Rubrics.List = append(slices.Clip(c.Rubrics.List), r)
	return &r, nil
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
		data, err = files.ReadText(path, suite.MaxBytes)
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
