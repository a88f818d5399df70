// Package konane holds the rules and the text notation of Konane, on any
// rectangle from 4x4 to 18x18.
//
// Read cells.go (the four classes of cells and sets of one class), board.go
// (which cells a board has), state.go (a position and its fields), opening.go
// (the two removals), ways.go (where a stone can jump), starts.go with moves.go
// and count.go (the legal moves, listed and counted), neighbours.go and pair.go
// (what features are made of), play.go (what a move does), and text.go,
// setup.go, notation.go, draw.go with rules.go for the text forms. The rules
// are those of the assignment CSE 4705 of 2019.
package konane
