// Package probe is how a shipped program shows that it plays as the Go agent
// does: it answers questions about positions, one a line. A question is a limit
// of nodes and then the moves from the start, all as numbers; an answer is the
// move, its score, and the depth and nodes of the search, or a dash where the
// game is over.
//
// It keeps to the plain subset of Go that the shipped agent is translated from.
package probe
