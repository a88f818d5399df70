package features

import "evolab/game"

// Hints is what a search may know of a game besides its features. Any of them may be
// missing.
type Hints[S comparable] struct {
	// Loud reports whether the side to move has nothing but forcing moves, such
	// as captures that it must make: a position to look beyond, not to evaluate.
	Loud func(s *S) bool
	// Without is the ideas that do not pay in the game: a search leaves them
	// out, even if there are hints for them.
	Without Ideas
	// Late is the LMR threshold, the number of moves of a position that are
	// always searched to full depth; later ones only if a reduced search finds
	// something in them. 0: no reductions.
	Late int
	// Foretold reports whether a shallower search may replace one that ends far
	// outside its window (ProbCut); nil: it never does, and reductions are small.
	Foretold func(s *S) bool
	// Legal reports whether a move is legal in a position that is not over, if that is
	// faster to say than to list all moves; else nil.
	Legal func(s *S, m game.Move) bool
	// Again says that leaves come up again so often, and take so long to evaluate,
	// that their scores are worth remembering.
	Again bool
	// Same is equal for positions that repeat each other; nil: no position of
	// the game occurs twice.
	Same func(s *S) uint64
	// Key is equal for positions that have the same value to a search of the
	// given depth; nil: their hash.
	Key func(s *S, depth int) uint64
}
