// Package decide is how every player of this repository chooses the move of a
// ply: a book's move, or else a proof or a plan, or else what the search finds.
// The lab's agents, my_player and the shipped programs decide by it alike, so
// that a comparison of one with another is about what is played.
//
// Read knower.go (what a game knows without the search), ply.go (what a ply may
// take) and decider.go (the procedure).
//
// It keeps to the plain subset of Go that the shipped agent is translated from.
//
// No API: it may change in any release.
package decide
