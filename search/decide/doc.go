// Package decide chooses the move of a ply for every player of this
// repository: a book move, else a proof or a plan, else what the search
// finds. The lab's agents, my_player and the shipped programs all use it, so
// that a comparison between them is about what is really played.
//
// Read knower.go (what a game knows without the search), ply.go (what a ply may
// take) and decider.go (the procedure).
//
// It keeps to the plain subset of Go that the shipped agent is translated from.
package decide
