// Package ablation measures what each feature is worth to an evaluation: an
// agent plays against itself without one of its features, or shapes of patterns, at a time.
package ablation

import (
	"context"
	"errors"
	"slices"

	"evolab/agent"
	"evolab/arena"
	"evolab/features"
	"evolab/features/pattern"
	"evolab/stats"
)

// Ablation is one match for each feature, all from the same openings. The same
// settings give the same result for any number of workers, unless time limits the
// agent.
type Ablation struct {
	Game  agent.Game
	Spec  agent.Spec       // how the agent plays, with either weights
	Whole features.Weights // of all features; see [Evaluation]
	Match arena.Match      // for each feature
	Pool  arena.Pool
	// Once counts games that repeat an earlier one only once in the intervals, as
	// in the test of a champion.
	Once bool
	// Played, if not nil, is called after each game, from several goroutines.
	Played func(games int)
}

// Worth is what a feature is worth to an evaluation.
type Worth struct {
	Feature string         `json:"feature"`
	Score   stats.Estimate `json:"score"` // of the whole evaluation against itself without the feature
	Games   int            `json:"games"`
	// Duplicates is the number of games that repeat an earlier one.
	Duplicates int `json:"duplicates"`
	// Warnings say what else the score depends on, such as the word of workers.
	Warnings []string `json:"warnings,omitempty"`
}

// Run plays the games. With an error it returns the features measured so far.
func (a *Ablation) Run(ctx context.Context) ([]Worth, error) {
	var list []Worth
	for _, name := range Features(a.Whole) {
		without, err := ablated(a.Whole, name, a.Game.PatternBoard)
		if err != nil {
			return list, err
		}
		one, err := a.play(ctx, without)
		if err != nil {
			return list, err
		}
		one.Feature = name
		list = append(list, one)
	}
	return list, nil
}

// play plays the whole evaluation against the one without a feature.
func (a *Ablation) play(ctx context.Context, without features.Weights) (one Worth, err error) {
	round := arena.Round{Game: a.Game}
	if a.Played != nil {
		round.Done = func(arena.Record) { a.Played(1) }
	}
	for _, w := range []features.Weights{a.Whole, without} {
		spec := a.Spec
		spec.Weights = w
		player, err := a.Game.Agent(spec, agent.Env{})
		if err != nil {
			return one, err
		}
		defer func() { err = errors.Join(err, player.Close()) }()
		round.Agents = append(round.Agents, player)
	}
	jobs, err := a.Match.Jobs(a.Game, 0, 1, 0)
	if err != nil {
		return one, err
	}
	records, err := a.Pool.Run(ctx, round, jobs)
	if err != nil {
		return one, err
	}
	res := arena.Sum(jobs, records, 0)
	one = Worth{Score: res.Pairs.Score(), Games: res.Total().Games(), Duplicates: res.Duplicates}
	if a.Once {
		one.Score = res.Pairs.ScoreOf(1 - float64(res.Duplicates)/float64(max(1, res.Total().Games())))
	}
	return one, nil
}

// Evaluation is the weights of an agent at the start of a variant. It fails for an
// agent without an evaluation.
func Evaluation(g agent.Game, variant string, spec agent.Spec) (features.Weights, error) {
	b, err := g.Board(variant, "start")
	if err != nil {
		return features.Weights{}, err
	}
	return b.Evaluation(spec)
}

// Features lists what takes part: features whose weight is not 0 in some phase, and
// shapes of patterns, unless there is a single one, which is all of the patterns.
func Features(w features.Weights) []string {
	return slices.DeleteFunc(w.Names(), func(name string) bool {
		i := slices.Index(w.Features, name)
		if i < 0 {
			return len(w.Patterns.Shapes) == 1 && slices.Contains(w.Features, features.PatternsName)
		}
		return !slices.ContainsFunc(w.Phases(), func(values []float64) bool { return values[i] != 0 })
	})
}

// ablated sets a feature's weight to 0 in all phases, or leaves out a shape.
func ablated(w features.Weights, name string, geometry func(variant string) (pattern.Geometry, error)) (features.Weights, error) {
	i := slices.Index(w.Features, name)
	if i < 0 {
		return w.Leave([]string{name}, geometry)
	}
	w.Values = without(w.Values, i)
	if w.Endgame != nil {
		w.Endgame = &features.Endgame{From: w.Endgame.From, Values: without(w.Endgame.Values, i)}
	}
	if w.Blend != nil {
		blend := features.Blend{At: w.Blend.At}
		for _, values := range w.Blend.Values {
			blend.Values = append(blend.Values, without(values, i))
		}
		w.Blend = &blend
	}
	return w, nil
}

func without(values []float64, i int) []float64 {
	values = slices.Clone(values)
	values[i] = 0
	return values
}
