// Package think finds a move: it runs the search, iteration by iteration, as
// long as the budget says, and avoids positions that the game has seen before.
//
// Read thinker.go (one move), cycles.go (repetition) and detour.go (the way
// out).
//
// Package decide uses it when nothing better is known. It keeps to the plain
// subset of Go that the shipped agent is translated from.
package think
