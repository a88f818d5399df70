package train

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"evolab/agent"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/game"
	"evolab/learn"
	"evolab/learn/positions"
	"evolab/learn/regression"
)

// fit fits an evaluation to the positions of the latest rounds.
func (l *rounds) fit(ctx context.Context, n int) (features.Weights, run.Round, error) {
	list := l.game.Positions()
	about := run.Round{Nodes: l.settings.NodesOf(n)}
	data, err := l.gather(list, n)
	if err != nil {
		return features.Weights{}, about, err
	}
	in, err := list.Inputs(l.design)
	if err != nil {
		return features.Weights{}, about, err
	}
	data.Inputs = in
	model, report, err := l.fitter.Fit(ctx, data, in.Shape(), n, game.Mix(l.config.Seed, experiment.FitSeed, uint64(n)))
	if err != nil {
		return features.Weights{}, about, err
	}
	about.Report, about.Scale = report, data.scales[len(data.scales)-1]
	w := in.Weights(model)
	return w, about, l.keepRound(n, w)
}

// gather reads the positions of other programs and of the latest rounds, and
// determines the scale of their scores.
func (l *rounds) gather(list agent.Positions, n int) (*labelled, error) {
	paths := slices.Clone(l.settings.Files)
	for k := l.settings.FirstOf(n); k <= n; k++ {
		paths = append(paths, run.PositionsFile(l.folder, k))
	}
	data := &labelled{Positions: list}
	for _, path := range paths {
		from := list.Len()
		h, err := list.Add(path)
		if err != nil {
			return nil, err
		}
		if h.Scale == 0 {
			h.Scale = scaleOfResults(list, from)
		}
		data.scales = append(data.scales, h.Scale)
	}
	return data, nil
}

// scaleOfResults estimates the scale of scores from the results of their games:
// for scores of an evaluation that was not fitted to logits.
func scaleOfResults(list agent.Positions, from int) float64 {
	return regression.Scale(list.Len()-from, func(i int) (float64, float64, bool) {
		at := list.Label(from + i)
		return float64(at.Score), resultOf(&at), at.Exact || at.Unscored || at.Detour
	})
}

// scaleOf is the score that corresponds to a logit for weights that were fitted
// to logits, else 0.
func (l *rounds) scaleOf(w features.Weights) float64 {
	share := 0.
	if at := slices.Index(w.Features, features.PatternsName); at >= 0 {
		share = w.Values[at]
	} else if l.best.Born > 0 {
		share = 1
	}
	if share <= 0 {
		return 0
	}
	return features.Unit * share / floats.Norm(w.Values, 2)
}

// labelled is positions with the scales of their scores.
type labelled struct {
	agent.Positions
	agent.Inputs
	scales []float64 // by part
}

// Label implements learn.Data.
func (d *labelled) Label(i int) learn.Label {
	at := d.Positions.Label(i)
	l := learn.Label{Result: resultOf(&at), Exact: at.Exact, Detour: at.Detour, Game: uint64(at.Part)<<32 | uint64(at.Game)}
	if at.Exact {
		l.Result = float64(1+at.Value()) / 2
		return l
	}
	if scale := d.scales[at.Part]; scale > 0 && !at.Unscored {
		l.Logit = float64(at.Score) / scale
	} else {
		l.Unscored = true
	}
	return l
}

func resultOf(at *positions.Label) float64 { return float64(1+at.Result) / 2 }
