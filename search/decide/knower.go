package decide

import "evolab/search"

// Knower is what a game knows better than the search. The nodes of an attempt
// that found nothing are part of its result.
type Knower[S comparable] interface {
	// Book returns the move of a book, if the position is in one.
	Book(s *S) (search.Result, bool)
	// Win looks for a proof of a win with all of some limits, where a player
	// that has a win to lose should not save time.
	Win(s *S, limits search.Limits) (search.Result, bool)
	// Move looks for a proof or a plan with its share of the limits.
	Move(s *S, limits search.Limits) (search.Result, bool)
}
