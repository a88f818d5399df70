// Package learn defines learners that work on positions, unlike optimisers,
// which see only vectors of numbers: an evaluation plays against itself, its
// positions get labels, and a fitter turns them into weights, round by round.
//
// The packages below: linear and neural (weights and nets during learning),
// positions (the store), selfplay (where positions come from) and regression (a fitter). Others learn
// while games are played: practice has the games, td the learners. Package
// experiments/train runs the rounds.
package learn

import (
	"context"
	"errors"

	"evolab/features"
	"evolab/features/net"
)

// Fitter turns labelled positions into weights.
type Fitter interface {
	// Fit fits weights of a shape. Base returns those of the evaluation that played, without
	// its net if that has another shape; a fit may begin with them. Rounds count from 1. The
	// seed decides everything that is drawn.
	Fit(ctx context.Context, data Data, shape Shape, base func() (Model, error), round int, seed uint64) (Model, Report, error)
}

// ErrTooFew is returned by Fit if no position is left to fit to, or none to hold out.
var ErrTooFew = errors.New("too few games to fit to some and to hold others out")

// Data is labelled positions. Its methods are called by one goroutine.
type Data interface {
	// Len is the number of positions.
	Len() int
	// Label is what is known about position i.
	Label(i int) Label
	// Row fills a row, reusing its lists.
	Row(i int, row *features.Row)
}

// Label is what is known about a position, for the side to move.
type Label struct {
	// Logit is the score of a search as the logarithm of the odds of winning.
	Logit  float64
	Result float64 // of the game, or the proven value: 1, .5 or 0
	Exact  bool    // the value is proven, and Logit has no meaning
	// Unscored positions have only a result.
	Unscored bool
	// Detour positions have no result of a game.
	Detour bool
	Game   uint64 // identifies the game
}

// Shape says which weights there are to fit.
type Shape struct {
	Phases  int
	Core    int       // features
	Entries int       // of all tables, in each phase
	Canon   []int32   // the entry that each one shares its weight with
	Net     net.Shape // without units: no net
	Inputs  int       // of the net
}

// Model is weights in logits, by phase: those of features by standard deviation,
// and those of the entries of all tables. Those of the net have phases of their own and
// the order of net.Net.
type Model struct{ Core, Tables, Net [][]float64 }

// Report is the outcome of a fit. The losses are mean cross entropies: of the fitted
// positions, each before it was learned from, and of those held out.
type Report struct {
	Positions int     `json:"positions"`
	Held      int     `json:"held_out"` // positions of games that took no part
	Epoch     int     `json:"epoch"`    // whose weights were taken, from 1
	Loss      float64 `json:"loss"`
	HeldLoss  float64 `json:"held_out_loss"`
	// Floor is the least possible loss on those held out: that of predicting
	// their targets exactly.
	Floor float64 `json:"floor"`
}
