// Package probe lets a shipped program show that it plays as the Go agent
// does: it answers questions, each with a node limit. An answer is a line:
// the move, its score, and the depth and nodes of the search, or a dash where
// the game is over.
//
// A program that plays by files is asked about plies: the question is a line
// with the nodes, 1 where a game begins or else 0, and the length of the
// input.txt that follows; the answer ends with output.txt. Another program is
// asked about positions, on a line each: the nodes and the moves from the start.
//
// It keeps to the plain subset of Go that the shipped agent is translated from.
package probe
