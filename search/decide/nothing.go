package decide

import "evolab/search"

// Nothing is the Knower of a game in which the search alone decides.
type Nothing[S comparable] struct{}

// Book knows no move.
func (n *Nothing[S]) Book(s *S) (search.Result, bool) { return search.Result{}, false }

// Win proves nothing.
func (n *Nothing[S]) Win(s *S, limits search.Limits) (search.Result, bool) {
	return search.Result{}, false
}

// Move knows no move.
func (n *Nothing[S]) Move(s *S, limits search.Limits) (search.Result, bool) {
	return search.Result{}, false
}
