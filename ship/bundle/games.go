package bundle

// entry is the text of a game's main package: the evaluation in numbers, and
// the player that is given it.
const entry = `package main

import (
	"evolab/features"
	extract "evolab/features/%[1]s"
	player "evolab/player/%[1]s"
)

// run plays with the weights that are written here.
func run() int {
	eval := features.FromNumbers(extract.Extract, %[3]s, &numbers)
	return player.Main(&eval)
}

// numbers are the evaluation's weights, quantised.
var numbers = %[2]s
`
