package experiments

import (
	"errors"
	"fmt"
	"os"

	"evolab/agent"
	"evolab/evolve"
	"evolab/features"
	"evolab/game"
)

// setup is a config with its names resolved: everything that games need.
type setup struct {
	config    *Config
	game      agent.Game
	features  []string
	opponents []opponent // those of the config
	start     features.Weights
}

// opponent is an agent that candidates meet.
type opponent struct {
	name  string
	share float64 // part of the games; the shares add up to 1
	agent agent.Agent
}

func newSetup(c *Config) (*setup, error) {
	g, err := agent.FindGame(c.Game)
	if err != nil {
		return nil, err
	}
	s := &setup{config: c, game: g, features: featureNames(c, g)}
	total := 0.0
	for _, o := range c.Opponents {
		total += o.Share
	}
	for _, o := range c.Opponents {
		ready, err := s.agent(o.Agent)
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		s.opponents = append(s.opponents, opponent{o.Agent, o.Share / total, ready})
	}
	if s.start, err = s.startWeights(); err != nil {
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

// featureNames are the features that a config's candidates have.
func featureNames(c *Config, g agent.Game) []string {
	if names := c.Player.Features; len(names) != 1 || names[0] != "all" {
		return names
	}
	return features.Names(g.Info().Features)
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
	spec := agent.Spec{Name: "frozen", Weights: w}
	spec = spec.With("depth", fmt.Sprint(s.config.Player.Depth)).With("ties", "random")
	return s.game.Agent(spec, agent.Env{})
}

// weights gives a genome the names of its features.
func (s *setup) weights(g evolve.Genome, source string) features.Weights {
	return features.Weights{Game: s.config.Game, Features: s.features, Values: g, Source: source}
}

// startWeights are the weights from which generation 0 begins.
func (s *setup) startWeights() (features.Weights, error) {
	switch s.config.Start {
	case "random":
		r := game.NewRand(game.Mix(s.config.Seed, startSeed))
		genome := make(evolve.Genome, len(s.features))
		for i := range genome {
			genome[i] = r.Normal()
		}
		return s.weights(genome.Normalized(), "random"), nil
	case "zero":
		return s.weights(make(evolve.Genome, len(s.features)), "zero"), nil
	case "hand":
		return s.chosen(s.game.Info().Hand), nil
	}
	data, err := os.ReadFile(s.config.Start)
	if err != nil {
		return features.Weights{}, fmt.Errorf("experiments: start: %w", err)
	}
	w, err := features.Read(data)
	if err == nil {
		err = w.Check(s.config.Game, s.game.Info().Features)
	}
	if err != nil {
		return w, fmt.Errorf("experiments: start %q: %w", s.config.Start, err)
	}
	return s.chosen(w), nil
}

// chosen spreads weights over the experiment's features.
func (s *setup) chosen(w features.Weights) features.Weights {
	genome := make(evolve.Genome, len(s.features))
	for i, name := range s.features {
		for j, known := range w.Features {
			if known == name {
				genome[i] = w.Values[j]
			}
		}
	}
	return s.weights(genome.Normalized(), s.config.Start)
}

// spread is how far the first individuals lie from the start weights; 0 draws
// random directions.
func (s *setup) spread() float64 {
	if s.config.Start == "random" {
		return 0
	}
	return s.config.GA.Sigma
}

// optimizer is the configured optimiser; a second one makes this a choice by
// its name.
func (s *setup) optimizer() *evolve.GA {
	c := s.config
	return &evolve.GA{
		Population: c.GA.Population, Generations: c.Generations, Elites: c.GA.Elites, Tournament: c.GA.Tournament,
		CrossoverRate: c.GA.Crossover.Rate, Blend: c.GA.Crossover.Blend, MutationRate: c.GA.MutationRate,
		Sigma: c.GA.Sigma, SigmaEnd: c.GA.SigmaEnd, Pairs: c.Fitness.Pairs, Rounds: c.Fitness.Rounds,
		Pool: true, Caution: c.Selection.LowerBound, HallOfFame: c.HallOfFame,
	}
}
