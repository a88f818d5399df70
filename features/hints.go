package features

// Hints is what a search may know of a game beside its features. Each of them
// may be missing.
type Hints[S comparable] struct {
	// Loud reports whether the side to move has nothing but forcing moves, such
	// as captures that it must make: a position to look beyond, not to evaluate.
	Loud func(s *S) bool
	// Without is the ideas that do not pay in the game: a search leaves them out,
	// whatever else there is for them here.
	Without Ideas
	// Late is the number of moves of a position that a search always looks at as
	// deep as at the first one; the others only if a less deep look finds
	// something in them. 0: all of them.
	Late int
	// Same is equal for positions that are the same ones when they repeat; nil:
	// no position of the game comes up twice.
	Same func(s *S) uint64
	// Key is equal for positions that have the same value to a search of the
	// given depth; nil: their hash.
	Key func(s *S, depth int) uint64
}
