// Package tictactoe holds the rules and the text notation of tic-tac-toe: 3x3
// squares, X moves first, three in a row win.
//
// Read state.go (a position), moves.go (what is legal and what a move does), and
// notation.go with rules.go for the text forms.
package tictactoe
