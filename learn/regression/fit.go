package regression

import (
	"context"
	"math"

	"evolab/features"
	"evolab/game"
	"evolab/learn"
	"evolab/learn/linear"
)

// fit is a fit in progress.
type fit struct {
	*Settings
	*linear.Model
	data    learn.Data
	results float64
	train   []int32
	held    []int32
	row     features.Row
}

// Fit implements learn.Fitter.
func (s *Settings) Fit(ctx context.Context, data learn.Data, shape learn.Shape, round int, seed uint64) (learn.Model, learn.Report, error) {
	results := s.Results[min(round, len(s.Results))-1]
	f := &fit{Settings: s, Model: linear.New(shape), data: data, results: results}
	f.divide(seed)
	best := learn.Report{HeldLoss: math.Inf(1)}
	var model learn.Model
	if len(f.train) == 0 || len(f.held) == 0 {
		return model, best, learn.ErrTooFew
	}
	for epoch := range s.Epochs {
		loss, err := f.epoch(ctx, epoch)
		if err != nil {
			return model, best, err
		}
		if held, floor := f.heldOut(); held < best.HeldLoss {
			best = learn.Report{Positions: len(f.train), Held: len(f.held), Epoch: epoch + 1, Loss: loss, HeldLoss: held, Floor: floor}
			model = f.Weights()
		}
	}
	return model, best, nil
}

// divide holds out whole games, and shuffles the positions of the others.
func (f *fit) divide(seed uint64) {
	for i := range f.data.Len() {
		l := f.data.Label(i)
		switch {
		case l.Unscored && l.Detour: // nothing is known
		case float64(game.Mix(l.Game)>>11)/(1<<53) < f.HeldOut: // drawn by the game's number
			f.held = append(f.held, int32(i))
		default:
			f.train = append(f.train, int32(i))
		}
	}
	rand := game.NewRand(seed)
	for i := len(f.train) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		f.train[i], f.train[j] = f.train[j], f.train[i]
	}
}

// epoch learns from all positions once and returns their mean loss, each before
// it was learned from.
func (f *fit) epoch(ctx context.Context, epoch int) (float64, error) {
	const lookEvery = 1 << 14 // positions between two checks for cancellation
	sum := 0.
	for n, i := range f.train {
		if n%lookEvery == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		done := (float64(epoch) + float64(n)/float64(len(f.train))) / float64(f.Epochs)
		label := f.data.Label(int(i))
		aim := target(&label, f.results)
		p := f.read(int(i))
		sum += linear.Loss(p, aim)
		decay := min(1, 2-2*done)
		f.Learn(&f.row, p-aim, linear.Steps{Core: float64(f.CoreStep * decay), Tables: float64(f.Step * decay), Shrink: f.Shrink})
	}
	return sum / float64(len(f.train)), nil
}

// read reads a position's row and returns the probability that it is won.
func (f *fit) read(i int) float64 {
	f.data.Row(i, &f.row)
	f.Canonical(&f.row)
	return linear.Sigmoid(f.Logit(&f.row))
}

// heldOut is the mean loss of the held-out positions, and the least possible
// one.
func (f *fit) heldOut() (held, floor float64) {
	for _, i := range f.held {
		label := f.data.Label(int(i))
		aim := target(&label, f.results)
		held += linear.Loss(f.read(int(i)), aim)
		floor += linear.Loss(aim, aim)
	}
	return held / float64(len(f.held)), floor / float64(len(f.held))
}
