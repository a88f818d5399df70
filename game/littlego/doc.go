// Package littlego holds the rules and the text notation of Little-Go: Go on a
// 5x5 board that ends after 24 plies, with a komi of 2.5 for White.
//
// Read board.go (the bitboard), state.go (a position and its fields), moves.go
// (which moves are legal), play.go (what a move does), outcome.go (how a game
// ends), and notation.go with rules.go for the text forms. The rules are those
// of the CSCI-561 assignment as its own host plays them.
package littlego
