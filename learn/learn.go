package learn

import (
	"context"
	"errors"

	"evolab/features"
)

// Fitter makes weights of labelled positions.
type Fitter interface {
	// Fit fits weights of a shape. Rounds count from 1. The seed decides
	// everything that is drawn.
	Fit(ctx context.Context, data Data, shape Shape, round int, seed uint64) (Model, Report, error)
}

// ErrTooFew is returned by Fit if no position is left for the fit, or none to be
// held out.
var ErrTooFew = errors.New("learn: too few games to fit to some and to hold others out")

// Data is labelled positions. Its methods are called by one goroutine.
type Data interface {
	// Len is the number of positions.
	Len() int
	// Label is what is known of position i.
	Label(i int) Label
	// Row fills a row, whose lists are used again.
	Row(i int, row *features.Row)
}

// Label is what is known of a position, from the side to move.
type Label struct {
	// Logit is the score of a search: the logarithm of the odds of winning.
	Logit  float64
	Result float64 // of the game, or the value that is proven: 1, .5 or 0
	Exact  bool    // the value is proven, and Logit says nothing
	// Unscored positions have a result alone.
	Unscored bool
	// Detour positions have no result of a game.
	Detour bool
	Game   uint64 // tells games apart
}

// Shape is what there is to fit.
type Shape struct {
	Phases  int
	Core    int     // features
	Entries int     // of all tables, in each phase
	Canon   []int32 // the entry that each one shares its weight with
}

// Model is weights in logits, by phase: those of features by standard deviation,
// and those of the entries of all tables.
type Model struct{ Core, Tables [][]float64 }

// Report is what a fit came to. The losses are the mean cross entropy of the
// positions of the fit, each before it was learned from, and of those held out.
type Report struct {
	Positions int     `json:"positions"`
	Held      int     `json:"held_out"` // positions of games that took no part
	Epoch     int     `json:"epoch"`    // whose weights were taken, from 1
	Loss      float64 `json:"loss"`
	HeldLoss  float64 `json:"held_out_loss"`
	// Floor is the least loss that is possible on those held out: that of their
	// targets themselves.
	Floor float64 `json:"floor"`
}
