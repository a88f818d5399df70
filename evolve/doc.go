// Package evolve holds optimisers for vectors of real weights: the genetic
// algorithm, built on eaopt, and six others. It knows nothing about games: a
// Scorer rates vectors.
//
// Reading order: genome.go and tally.go (what is searched, what is measured),
// individual.go, scorer.go, optimizer.go (the contract and the table of
// optimisers), generation.go (what a run records), then ga.go with ga_run.go,
// halving.go, hall.go and breeding.go. The other optimisers are strategies in
// the loop of strategy.go: de.go, pso.go and random.go with a population,
// oes.go, spsa.go and cmaes.go around a centre (centre.go). Only eaopt's GA
// operators are used; each file says why.
//
// Every random number comes from Start.Seed and the number of the generation,
// so a run that continues from a recorded Generation repeats the
// uninterrupted run byte for byte, provided that the Scorer is deterministic
// too.
package evolve
