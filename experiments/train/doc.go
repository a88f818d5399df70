// Package train turns an experiment into a tuned champion, recorded in a folder
// of its own. Package experiment reads the experiment, package record writes the
// folder.
//
// Read run.go (the course of a run), setup.go (names resolved), plan.go (the
// optimiser and its plan), objective.go (what a run maximises:
// objective_mix.go, objective_rubric.go and objective_accuracy.go), train.go with
// scorer.go, archive.go, fitness.go and accuracy.go (the games and the positions
// that train), measure.go and matches.go (the games that only measure), finish.go
// with champion.go, progress.go and headline.go (the champion and its evidence), then resume.go (a run continues from its checkpoint).
//
// learner.go says who makes weights: an optimiser, rounds of self-play (rounds.go,
// and rounds_fit.go with what positions are fitted to), or rounds of practice
// (practice.go, and practice_state.go with what it continues from). Weights of rounds
// (round.go) stand in files, since a genome holds no tables (start.go).
package train
