// Package search looks ahead: alpha-beta over any game that keeps the contract
// of package game, with the linear evaluation of package features at the
// leaves.
//
// Read limits.go (what bounds a search), score.go (what a score means), then
// engine.go (iterative deepening at the root), alphabeta.go (the tree below)
// and ordering.go (which move is tried first). minimax.go is the plain search
// that alpha-beta must agree with. What only one game needs, such as an exact
// solver, belongs into a package of its own below this one; clocks are in
// cputime.
//
// The package keeps to the plain subset of Go that the shipped agent is
// translated from, and allocates nothing while it searches.
package search
