// Package halma is the conversation between the course's Halma host and an
// agent: two small files in the agent's folder, one process for each move.
//
// Read input.go (input.txt, in both directions), seconds.go (the time in it),
// position.go (from the input to a position and back) and output.go (output.txt,
// in both directions).
//
// The package is pure: it reads and writes bytes, and the caller deals with
// files. It is part of the shipped agent and keeps to the plain subset of Go
// that the agent is translated from.
package halma
