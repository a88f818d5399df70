// Package probe is how a shipped program shows that it plays as the Go agent
// does: it answers questions about positions.
//
// It keeps to the plain subset of Go that the shipped agent is translated from.
package probe
