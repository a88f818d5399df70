// Package selfplay lets an evaluation play against itself and keeps the
// positions, each with the score of the search that chose its move.
//
// Read selfplay.go (what is played, and in which order it is kept), ground.go (how
// games begin and end) and game.go (one game).
package selfplay
