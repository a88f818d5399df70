// Package littlego is what only Little-Go's search needs: the exact value of
// the rest of a game. A game has 24 plies, so no line is longer than those that
// are left, and a position is won or lost for the side to move.
//
// Read solver.go (the search), bounds.go (when the outcome is clear without
// one), order.go (which move is tried first) and table.go (positions that are
// known); endgame.go is how a player uses it.
package littlego
