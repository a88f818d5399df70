// Package konane is the shipped program of konane.
package konane

import (
	"evolab/features"
	"evolab/game/konane"
	"evolab/player"
	"evolab/player/system"
)

// Main answers the positions of standard input, and returns the exit code.
func Main(eval *features.Linear[konane.State]) int {
	start := start()
	system.Print(player.Probe[konane.State, *konane.State](&start, eval, system.Input()))
	return 0
}

func start() konane.State {
	s, _ := konane.Full(konane.MaxSize, konane.MaxSize)
	return s
}
