// Package search looks ahead: alpha-beta over any game that implements
// package game, with the linear evaluation of package features at the leaves,
// guided by the game's features.Hints.
//
// A search begins in engine.go (the engine, iterative deepening) and continues in tree.go
// (principal variation search below the root, reductions, probcut, futility, quiescence).
// ordering.go says which move is tried first, table.go what is remembered,
// repetition.go when coming back is a draw, limits.go what bounds a search (meter.go an
// exact solver), and score.go what a score means and what solvers answer. minimax.go is the
// plain search that a search with Limits.Plain agrees with, in all games.
//
// The table knows a position's past only through its key: Hash covers everything
// that changes the value under the rules, such as the ply of Little-Go, the ko
// and the quiet plies of checkers (which Hints.Key leaves out where they cannot
// matter). A draw by a repetition within the line is not stored; a stored value may
// still overlook that a line could come back later.
//
// What only one game needs, such as an exact solver, belongs in a package of
// its own below this one; clocks are in cputime, the use of time in budget and
// think, and the choice between all these in decide.
//
// The package keeps to the plain subset of Go that the shipped agent is
// translated from, and allocates nothing while it searches. An idea stays in it
// only if a match at equal CPU time shows a gain, or if it is a rule of the game,
// as repetition is: docs/research/engine.md and the commits have the results. What helps
// only some games is switched off in the others by features.Hints.Without.
//
// API: it keeps its form within a major version, as far as it is Limits, Proof and
// Minimax; the rest may change in any release.
package search
