// Package check verifies that a shipped program plays as the Go agent does:
// with equal node limits it has both play the same plies and compares moves,
// scores, depths and nodes. A program that plays by files plays whole plies,
// from input.txt to output.txt; any other one answers single positions.
//
// Read questions.go (what is asked), plies.go (the plies of games by files),
// agent.go (what the Go agent answers), build.go (compilers and interpreters of
// this machine), run.go (what the program answers) and compare.go.
package check
