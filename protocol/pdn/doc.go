// Package pdn reads and writes records of checkers games in Portable Draughts
// Notation: English draughts, game type 21, whose squares are numbered 1 to 32
// in reading order from b8.
//
// Read game.go (what a record holds), fen.go and move.go (the notation of
// positions and moves), write.go, scan.go (the words of a file) and read.go.
// The format is that of PGN with the movetext of draughts, as
// https://en.wikipedia.org/wiki/Portable_Draughts_Notation describes it:
// 1-0 means that White has won, although Black moves first.
package pdn
