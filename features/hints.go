package features

import "evolab/game"

// Hints is what a search may know of a game beside its features. Each of them
// may be missing.
type Hints[S comparable] struct {
	// Rate fills ratings with how early a search should look at the moves of a
	// position: 0 for a quiet move, more for captures and threats, up to
	// MaxRating.
	Rate func(s *S, moves []game.Move, ratings []int32)
	// Loud tells whether the side to move has nothing but forcing moves, such
	// as captures that it must make: a position to look beyond, not to evaluate.
	Loud func(s *S) bool
	// Same is equal for positions that are the same ones when they repeat; nil:
	// no position of the game comes up twice.
	Same func(s *S) uint64
	// Key is equal for positions that have the same value to a search of the
	// given depth; nil: their hash.
	Key func(s *S, depth int) uint64
}

// MaxRating is the largest rating of a move.
const MaxRating = 1 << 12
