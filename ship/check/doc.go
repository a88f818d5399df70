// Package check proves that a shipped program plays as the Go agent does: at
// equal limits of nodes it asks both about the same positions and compares
// moves, scores, depths and nodes.
//
// Read questions.go (the positions), agent.go (what the Go agent answers),
// build.go (compilers and interpreters of this machine), run.go (what the
// program answers) and compare.go.
package check
