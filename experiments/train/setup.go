package train

import (
	"context"
	"errors"
	"fmt"

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
	opponents []opponent    // those of the config
	tuned     agent.Tunable // the program whose parameters are tuned; nil: weights are
	closed    agent.Agent   // the same; it shares what it compiled with all candidates
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
	if err := s.openTuned(programs); err != nil {
		return nil, errors.Join(err, s.close())
	}
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

// openTuned makes the program whose parameters are tuned, and compiles it.
func (s *setup) openTuned(programs agent.Programs) error {
	if !s.config.Tunes() {
		return nil
	}
	spec, err := agent.ParseSpec(s.config.Agent)
	if err != nil {
		return err
	}
	ready, err := s.game.Agent(spec, agent.Env{Programs: programs})
	if err != nil {
		return err
	}
	tuned, ok := ready.(agent.Tunable)
	if !ok {
		return errors.Join(fmt.Errorf("train: %q takes no parameters", spec), ready.Close())
	}
	s.tuned, s.closed = tuned, ready
	return agent.Build(context.Background(), ready)
}

// close ends the opponents, and the program that is tuned.
func (s *setup) close() error {
	var err error
	if s.closed != nil {
		err = s.closed.Close()
	}
	for _, o := range s.opponents {
		err = errors.Join(err, o.agent.Close())
	}
	return err
}

// player makes an agent that plays with weights as candidates do. Programs run
// until it is closed.
func (s *setup) player(w features.Weights) (agent.Agent, error) {
	if s.tuned != nil {
		return s.tuned.With(s.config.Given(w))
	}
	return s.game.Agent(s.config.Player.Look().Spec(w), agent.Env{})
}

// playerSpec is such an agent with the weights of a file, or with those of the agent
// of this name.
func (s *setup) playerSpec(name, weights string) string {
	if s.tuned != nil {
		return s.config.Agent
	}
	spec := s.config.Player.Look().Spec(features.Weights{})
	spec.Name = name
	if weights != "" {
		spec = spec.With("weights", weights)
	}
	return spec.String()
}
