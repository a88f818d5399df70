package train

import (
	"errors"
	"fmt"

	"evolab/agent"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/features"
	"evolab/game"
)

// setup is a config with its names resolved: everything for its games.
type setup struct {
	config    *experiment.Config
	game      agent.Game
	layout    experiment.Layout
	opponents []opponent // those of the config
	start     evolve.Genome
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

func newSetup(c *experiment.Config) (*setup, error) {
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
		ready, err := g.Agent(spec, agent.Env{})
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		s.opponents = append(s.opponents, opponent{o.Agent, o.Agent, ready})
	}
	if s.start, err = s.startGenome(); err != nil {
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

// weights gives a genome the names of its features.
func (s *setup) weights(g evolve.Genome, source string) features.Weights {
	w := s.layout.Weights(g, source)
	info := s.game.Info()
	w.Variant = info.Variant(s.config.Variant)
	return w
}

// startGenome is the genome from which generation 0 begins.
func (s *setup) startGenome() (evolve.Genome, error) {
	genome := make(evolve.Genome, len(s.layout.Genes()))
	switch s.config.Start {
	case "random":
		r := game.NewRand(game.Mix(s.config.Seed, experiment.StartSeed))
		for i := range genome {
			genome[i] = r.Normal()
		}
		return genome.Normalized(), nil
	case "zero":
		return genome, nil
	case "hand":
		return s.layout.Genome(s.game.Info().Hand), nil
	}
	w, err := experiment.ReadStartWeights(s.config.Start, s.config.Game, s.game.Info().Features)
	if err != nil {
		return nil, fmt.Errorf("train: start %q: %w", s.config.Start, err)
	}
	return s.layout.Genome(w), nil
}
