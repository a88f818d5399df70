// Package regression fits an evaluation to positions with scores of searches and
// results of games: logistic regression by stochastic gradient descent, as Buro
// did it for Logistello ("Improving heuristic mini-max search by supervised
// learning", 2002). It knows no game: positions come as rows.
//
// All sums are made in one order by one worker, and products are rounded before
// they are added, so that the same positions give the same bits.
package regression

import (
	"context"
	"errors"
	"math"

	"evolab/features"
	"evolab/game"
	"evolab/learn"
	"evolab/learn/linear"
	"evolab/learn/neural"
)

// Settings is how a fit is made. Its tags describe the keys of an experiment's
// file, as package config reads them.
type Settings struct {
	Results   []float64 `key:"results" doc:"share of a game's result in what a position is fitted to, by round, the last one for all that follow; the score of the search has the rest" unit:"share" range:"0..1" count:"1..100" default:"[0, .2]"`
	Epochs    int       `key:"epochs" doc:"how often the fit goes over all positions at most; it takes the epoch with the least held-out loss, and its steps shrink in the second half" unit:"epochs" range:"1..1000" default:"6"`
	HeldOut   float64   `key:"held_out" doc:"share of the games that are held out of the fit" unit:"share" range:">0..0.9" default:".05"`
	Step      float64   `key:"step" doc:"first step of the entries of tables (Adagrad)" unit:"logits" range:">0..100" default:".1"`
	CoreStep  float64   `key:"core_step" doc:"first step of the weights of features" unit:"logits" range:">0..100" default:".2"`
	Shrink    float64   `key:"shrink" doc:"how much each position draws the entries that it reads towards 0, for those that are rare" unit:"a logit" range:"0..1" default:"0"`
	NetStep   float64   `key:"net_step" doc:"first step of the weights of a net" unit:"logits" range:">0..100" default:".05"`
	OnTop     bool      `key:"on_top" doc:"whether to fit the net alone, and keep the features and tables of the evaluation that played, which has to be a fitted one" default:"false"`
	WarmStart bool      `key:"warm_start" doc:"whether to continue from the weights of the evaluation that played, instead of from 0: it has to be a fitted one with the same tables and net" default:"false"`
}

// fit is a fit in progress.
type fit struct {
	settings    *Settings
	model       *linear.Model
	net         *neural.Net // nil: none
	data        learn.Data
	resultShare float64
	training    []int32
	heldOut     []int32
	row         features.Row
}

// Fit implements learn.Fitter.
func (s *Settings) Fit(ctx context.Context, data learn.Data, shape learn.Shape, base func() (learn.Model, error), round int, seed uint64) (learn.Model, learn.Report, error) {
	results := s.Results[min(round, len(s.Results))-1]
	f := &fit{settings: s, model: linear.New(shape), data: data, resultShare: results}
	f.splitPositions(seed)
	best := learn.Report{HeldLoss: math.Inf(1)}
	var model learn.Model
	if len(f.training) == 0 || len(f.heldOut) == 0 {
		return model, best, learn.ErrTooFew
	}
	if shape.Net.Hidden > 0 {
		const netSeed = 1 // so that it differs from that of the order
		f.net = neural.New(shape, game.Mix(seed, netSeed))
	}
	if s.OnTop || s.WarmStart {
		m, err := base()
		if err != nil {
			return model, best, err
		}
		f.model.Set(m)
		if s.WarmStart && f.net != nil {
			if m.Net == nil {
				return model, best, errors.New("a warm start from weights without the net")
			}
			f.net.Set(m.Net)
		}
	}
	for epoch := range s.Epochs {
		loss, err := f.epoch(ctx, epoch)
		if err != nil {
			return model, best, err
		}
		if held, floor := f.heldOutLoss(); held < best.HeldLoss {
			best = learn.Report{Positions: len(f.training), Held: len(f.heldOut), Epoch: epoch + 1, Loss: loss, HeldLoss: held, Floor: floor}
			model = f.weights()
		}
	}
	return model, best, nil
}

// splitPositions holds out whole games, and shuffles the positions of the others.
func (f *fit) splitPositions(seed uint64) {
	for i := range f.data.Len() {
		l := f.data.Label(i)
		switch {
		case l.Unscored && l.Detour: // nothing is known
		case float64(game.Mix(l.Game)>>11)/(1<<53) < f.settings.HeldOut: // drawn by the game's number
			f.heldOut = append(f.heldOut, int32(i))
		default:
			f.training = append(f.training, int32(i))
		}
	}
	rand := game.NewRand(seed)
	for i := len(f.training) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		f.training[i], f.training[j] = f.training[j], f.training[i]
	}
}

// epoch learns from all positions once and returns their mean loss, each before
// it was learned from.
func (f *fit) epoch(ctx context.Context, epoch int) (float64, error) {
	const lookEvery = 1 << 14 // positions between two checks for cancellation
	sum := 0.
	for n, i := range f.training {
		if n%lookEvery == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		done := (float64(epoch) + float64(n)/float64(len(f.training))) / float64(f.settings.Epochs)
		label := f.data.Label(int(i))
		aim := target(&label, f.resultShare)
		p := f.predict(int(i))
		sum += linear.Loss(p, aim)
		decay := min(1, 2-2*done) // from half of the fit on
		if !f.settings.OnTop {
			f.model.Learn(&f.row, p-aim, linear.Steps{Core: float64(f.settings.CoreStep * decay), Tables: float64(f.settings.Step * decay), Shrink: f.settings.Shrink})
		}
		if f.net != nil {
			f.net.Learn(&f.row, p-aim, float64(f.settings.NetStep*decay))
		}
	}
	return sum / float64(len(f.training)), nil
}

func (f *fit) weights() learn.Model {
	m := f.model.Weights()
	if f.net != nil {
		m.Net = f.net.Weights()
	}
	return m
}

// predict returns the probability that a position is won, and leaves its row in f.row.
func (f *fit) predict(i int) float64 {
	f.data.Row(i, &f.row)
	f.model.Canonical(&f.row)
	logit := f.model.Logit(&f.row)
	if f.net != nil {
		logit += f.net.Logit(&f.row)
	}
	return linear.Sigmoid(logit)
}

// heldOutLoss is the mean loss of the held-out positions, and the least possible one.
func (f *fit) heldOutLoss() (held, floor float64) {
	for _, i := range f.heldOut {
		label := f.data.Label(int(i))
		aim := target(&label, f.resultShare)
		held += linear.Loss(f.predict(int(i)), aim)
		floor += linear.Loss(aim, aim)
	}
	return held / float64(len(f.heldOut)), floor / float64(len(f.heldOut))
}

// target is the probability of winning that a fit aims at.
func target(l *learn.Label, results float64) float64 {
	switch {
	case l.Exact || l.Unscored:
		return l.Result
	case l.Detour:
		return linear.Sigmoid(l.Logit)
	}
	return float64((1-results)*linear.Sigmoid(l.Logit)) + float64(results*l.Result)
}

// Scale finds the score worth one logit: the one with which scores best predict
// the results of their games (Newton's method in one variable). It ignores positions
// that are proven or have no score. 0: the scale is unknown.
func Scale(n int, of func(i int) (score, result float64, proven bool)) float64 {
	const (
		minScored   = 10 // positions from which a scale can be estimated
		newtonSteps = 30
	)
	typical, counted := 0., 0
	for i := range n {
		if score, _, proven := of(i); !proven {
			typical += max(score, -score)
			counted++
		}
	}
	if counted < minScored || typical == 0 {
		return 0
	}
	typical /= float64(counted)
	factor := 0. // logits of a typical score
	for range newtonSteps {
		slope, curvature := 0., 1e-9 // never 0
		for i := range n {
			score, result, proven := of(i)
			if proven {
				continue
			}
			x := score / typical
			p := linear.Sigmoid(float64(factor * x))
			slope += float64((result - p) * x)
			curvature += float64(float64(p*(1-p)) * float64(x*x))
		}
		factor += max(-1, min(1, slope/curvature))
		factor = max(-maxFactor, min(maxFactor, factor))
	}
	if factor < 1/maxFactor {
		return 0
	}
	return typical / factor
}

// maxFactor bounds what a typical score can be worth, in logits.
const maxFactor = 20
