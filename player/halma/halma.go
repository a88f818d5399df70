// Package halma is the shipped program of halma.
package halma

import (
	"evolab/features"
	"evolab/game/halma"
	"evolab/player"
	"evolab/player/system"
)

// Main answers the positions of standard input, and returns the exit code.
func Main(eval *features.Linear[halma.State]) int {
	start := start()
	system.Print(player.Probe[halma.State, *halma.State](&start, eval, system.Input()))
	return 0
}

func start() halma.State {
	s, _ := halma.New(halma.Camp(0), halma.Camp(1), 0, halma.Addendum)
	return s
}
