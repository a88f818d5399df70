// Package learn is about learners that ask for positions, beside the optimisers,
// which know vectors of numbers: an evaluation plays against itself, its
// positions get labels, and a fitter makes weights of them, round by round.
//
// Read learn.go (what a fitter is given and gives), then the packages below:
// positions (the store), selfplay (where positions come from) and regression (a
// fitter). The rounds are those of experiments/train.
package learn
