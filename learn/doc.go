// Package learn defines learners that work on positions, unlike optimisers,
// which see only vectors of numbers: an evaluation plays against itself, its
// positions get labels, and a fitter turns them into weights, round by round.
//
// Read learn.go (what a fitter is given and gives), then the packages below: linear
// (weights during learning), positions (the store), selfplay (where positions come
// from) and regression (a fitter). Others learn while games are played: practice has
// the games, td the learners. Package experiments/train runs the rounds.
package learn
