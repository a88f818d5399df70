// Package halma is what only Halma's search needs: the race to the goals, once
// the two sides have passed each other and each is on its own. A plan of own
// moves to the end sees farther than a search of both sides' moves.
//
// Read race.go (when there is a race, and what a player asks for), beam.go (how
// plans are found), worth.go (what a plan tries first), bound.go (how many moves
// a side needs at least) and certain.go (plans that nobody can disturb).
//
// The package keeps to the plain subset of Go that the shipped agent is
// translated from.
package halma
