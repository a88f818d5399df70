// Package konane proves who wins Konane positions on small boards.
//
// Read solver.go (the search), symmetry.go (positions that are the same, seen
// from another side), table.go (positions that are known) and solve.go (what the
// command asks for).
//
// It is for the command that solves positions, and for nothing that plays: the
// rules of the assignment CSE 4705 forbid databases, and learning by anything
// but play.
package konane
