// Package game defines what every game of the lab implements.
//
// Read move.go (Move, Side, Outcome), then position.go (the methods a
// position has), then rules.go (how a game is named, parsed and printed).
// zobrist.go and rand.go hold the two sources of pseudorandom numbers: fixed
// hash keys, and the generator whose seed determines every random choice in a
// game. The conformance suite that every game must pass is in gametest.
//
// The package and the games below it keep to a plain subset of Go (structs of
// integers, fixed arrays, slices that are reused, plain loops), because the
// part of the lab that is shipped to graders is translated from it.
//
// API: it keeps its form within a major version; fields and functions may be added.
package game
