// Package halma holds the rules and the text notation of Halma on 16x16
// squares with 19 pieces a side, as the CSCI-561 assignment has them.
//
// Read board.go (sets of squares, kept by parity class), hops.go (where chains
// of jumps lead), camps.go (the camps), state.go (a position), orders.go (which
// pieces may go where), moves.go (the legal moves), play.go (what a move
// does and how a game ends), route.go (the jumps of a move), length.go (how
// long a game lasts), and notation.go, draw.go and rules.go for the text forms.
//
// A jump changes both coordinates by 0 or 2, so chains of jumps stay within one
// of four classes of squares: even or odd column, even or odd row. A class has
// 64 squares, which fit one machine word: the jumps of a piece are a flood fill
// within that word.
package halma
