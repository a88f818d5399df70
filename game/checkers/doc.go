// Package checkers holds the rules and the text notation of English draughts
// on 8x8: mandatory captures, men that capture forward only, crowning that
// ends a move.
//
// Read board.go (the bitboard), state.go (a position and its fields), moves.go
// and captures.go (which moves are legal), play.go (what a move does),
// outcome.go (how a game ends), squares.go and setup.go (pieces and squares by
// their names, positions from them), and notation.go with rules.go for the text
// forms. Draws are counted as the CSCI-561 host counts them.
package checkers
