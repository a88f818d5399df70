// Package littlego is what only Little-Go's search needs: the exact value of
// the rest of a game. A game has 24 plies, so no line is longer than those that
// are left, and a position is won or lost for the side to move.
//
// Read solver.go (the search), bounds.go (when the outcome is clear without
// one), order.go (which move is tried first), table.go (positions that are
// known) with key.go and symmetry.go (what they are known by). record.go,
// keytext.go and book.go are what was proven, and White's replies, as text;
// hardest.go is what to do in a lost position, with plausible.go; endgame.go is
// how a player uses it all.
//
// Unconditional life (Benson, 1976) in the bounds was tried: with 16 or fewer plies
// left it saved one node in 200 and cost a tenth of the time, since a proof spends
// its nodes where little lives.
package littlego
