// Package littlego is the conversation between the course's Little-Go host and
// an agent: two small files in the agent's folder, one process for each ply.
//
// Read input.go (input.txt, in both directions), output.go (output.txt, in
// both directions, with the host's quirks), record.go (the helper file that
// remembers the ply from one process to the next) and ply.go (how many plies
// were played, which input.txt does not say).
//
// The package is pure: it reads and writes bytes, and the caller deals with
// files. It is part of the shipped agent and keeps to the plain subset of Go
// that the agent is translated from.
package littlego
