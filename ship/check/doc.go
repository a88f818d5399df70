// Package check proves that a shipped program plays as the Go agent does: at
// equal limits of nodes it asks both for the same plies and compares moves,
// scores, depths and nodes. A program that plays by files is asked for whole
// plies, from input.txt to output.txt; another one about positions.
//
// Read questions.go (what is asked), plies.go (the plies of games by files),
// agent.go (what the Go agent answers), build.go (compilers and interpreters of
// this machine), run.go (what the program answers) and compare.go.
//
// No API: it may change in any release.
package check
