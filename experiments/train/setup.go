package train

import (
	"errors"
	"fmt"

	"evolab/agent"
	"evolab/evolve"
	"evolab/features"
	"evolab/game"
	"evolab/internal/files"
)

// setup is a config with its names resolved: everything that games need.
type setup struct {
	config    *Config
	game      agent.Game
	layout    layout
	opponents []opponent // those of the config
	start     evolve.Genome
	optimizer evolve.Optimizer
	goal      objective
	exams     exams
	plan      Plan
}

// opponent is an agent that candidates meet.
type opponent struct {
	name  string
	spec  string  // as records say it, with files of the run's folder
	share float64 // part of the games; the shares add up to 1
	agent agent.Agent
}

func newSetup(c *Config) (*setup, error) {
	g, err := agent.FindGame(c.Game)
	if err != nil {
		return nil, err
	}
	s := &setup{config: c, game: g, goal: c.goal(), layout: newLayout(c, g.Info().Features)}
	total := 0.0
	for _, o := range c.Opponents {
		total += o.Share
	}
	for _, o := range c.Opponents {
		ready, err := s.agent(o.Agent)
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		s.opponents = append(s.opponents, opponent{o.Agent, o.Agent, o.Share / total, ready})
	}
	if s.start, err = s.startGenome(); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if s.optimizer, s.plan, err = c.plan(); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if s.exams, err = readExams(c, g); err != nil {
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

func (s *setup) agent(text string) (agent.Agent, error) {
	spec, err := agent.ParseSpec(text)
	if err != nil {
		return nil, err
	}
	return s.game.Agent(spec, agent.Env{})
}

// player makes an agent that plays with weights as candidates do.
func (s *setup) player(w features.Weights) (agent.Agent, error) {
	return s.game.Agent(s.config.Player.Look().Spec(w), agent.Env{})
}

// playerSpec is such an agent with the weights of a file, or those that the
// agent of this name has.
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
	w := s.layout.weights(g, source)
	info := s.game.Info()
	w.Variant = info.Variant(s.config.Variant)
	return w
}

// startGenome is the genome from which generation 0 begins.
func (s *setup) startGenome() (evolve.Genome, error) {
	genome := make(evolve.Genome, len(s.layout.genes()))
	switch s.config.Start {
	case "random":
		r := game.NewRand(game.Mix(s.config.Seed, startSeed))
		for i := range genome {
			genome[i] = r.Normal()
		}
		return genome.Normalized(), nil
	case "zero":
		return genome, nil
	case "hand":
		return s.layout.genome(s.game.Info().Hand), nil
	}
	w, err := readStart(s.config.Start, s.config.Game, s.game.Info().Features)
	if err != nil {
		return nil, fmt.Errorf("train: start %q: %w", s.config.Start, err)
	}
	return s.layout.genome(w), nil
}

// readStart reads a file of start weights and checks that they fit the game.
func readStart(file, game string, known []features.Feature) (features.Weights, error) {
	data, err := files.Read(file, features.MaxBytes)
	if err != nil {
		return features.Weights{}, err
	}
	w, err := agent.ReadWeights(data)
	if err == nil {
		err = w.Check(game, known)
	}
	return w, err
}
