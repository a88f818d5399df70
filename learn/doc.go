// Package learn defines learners that ask for positions, where an optimiser
// knows vectors of numbers only: an evaluation plays against itself, its
// positions get labels, and a fitter turns them into weights, round by round.
//
// Read learn.go (what a fitter is given and gives), then the packages below:
// positions (the store), selfplay (where positions come from) and regression (a
// fitter). The rounds are those of experiments/train.
package learn
