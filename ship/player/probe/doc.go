// Package probe lets a shipped program show that it plays as the Go agent
// does: it answers questions, each with a node limit. An answer is a line:
// the move, its score, and the depth and nodes of the search, or a dash where
// the game is over.
//
// A program that plays by files is asked about plies: the question is a line
// with the nodes, a number that says what else the folder holds, and the length of
// the input.txt that follows. The number is 0 for what the last answer has left
// there, else one more than the length of such a text, which follows input.txt: 1
// begins a game, and a longer text takes one up. The answer ends with output.txt, a
// tab, and what is left. Another program is asked about positions, on a line each:
// the nodes and the moves from the start.
//
// It keeps to the plain subset of Go that the shipped agent is translated from.
package probe
