// Package checkers is the conversation between the course's checkers host and
// an agent: two small files in the agent's folder, one process for each ply.
//
// Read input.go (input.txt, in both directions) and output.go (output.txt, in
// both directions).
//
// The package is pure: it reads and writes bytes, and the caller deals with
// files. It is part of the shipped agent and keeps to the plain subset of Go
// that the agent is translated from.
package checkers
