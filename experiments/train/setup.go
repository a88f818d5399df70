package train

import (
	"errors"

	"evolab/agent"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/features"
)

// setup is a config with its names resolved: everything for its games.
type setup struct {
	config    *experiment.Config
	game      agent.Game
	layout    experiment.Layout
	opponents []opponent // those of the config
	start     evolve.Genome
	tables    *features.Tables            // of the start, if evolution has some
	made      map[string]features.Weights // by individuals' IDs, where a genome is not all
	optimizer evolve.Optimizer
	goal      objective
	suites    suites
	plan      Plan
}

// opponent is an agent that candidates meet.
type opponent struct {
	name  string
	spec  string // in records, with files of the run's folder
	agent agent.Agent
}

func newSetup(c *experiment.Config, programs agent.Programs) (*setup, error) {
	g, err := c.FindGame()
	if err != nil {
		return nil, err
	}
	s := &setup{config: c, game: g, goal: goalOf(c), layout: experiment.NewLayout(c, g.Info().Features)}
	for _, o := range c.Opponents {
		spec, err := agent.ParseSpec(o.Agent)
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		ready, err := g.Agent(spec, agent.Env{Programs: programs})
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		s.opponents = append(s.opponents, opponent{o.Agent, o.Agent, ready})
	}
	if err = s.readStart(); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if s.optimizer, s.plan, err = planOf(c); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if s.suites, err = readSuites(c, g); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// close ends the opponents.
func (s *setup) close() error {
	var err error
	for _, o := range s.opponents {
		err = errors.Join(err, o.agent.Close())
	}
	return err
}

// player makes an agent that plays with weights as candidates do.
func (s *setup) player(w features.Weights) (agent.Agent, error) {
	return s.game.Agent(s.config.Player.Look().Spec(w), agent.Env{})
}

// playerSpec is such an agent with the weights of a file, or with those of the agent
// of this name.
func (s *setup) playerSpec(name, weights string) string {
	spec := s.config.Player.Look().Spec(features.Weights{})
	spec.Name = name
	if weights != "" {
		spec = spec.With("weights", weights)
	}
	return spec.String()
}
