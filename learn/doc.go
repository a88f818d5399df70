// Package learn defines learners that ask for positions, where an optimiser
// knows vectors of numbers only: an evaluation plays against itself, its
// positions get labels, and a fitter turns them into weights, round by round.
//
// Read learn.go (what a fitter is given and gives), then the packages below: linear
// (weights under way), positions (the store), selfplay (where positions come from)
// and regression (a fitter). Others learn from games while they are played: practice
// has the games, td the learners. The rounds are those of experiments/train.
//
// No API: it may change in any release.
package learn
