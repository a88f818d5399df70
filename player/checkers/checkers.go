// Package checkers is the shipped program of checkers.
package checkers

import (
	"evolab/features"
	"evolab/game/checkers"
	"evolab/player"
	"evolab/player/system"
)

// Main answers the positions of standard input, and returns the exit code.
func Main(eval *features.Linear[checkers.State]) int {
	start := start()
	system.Print(player.Probe[checkers.State, *checkers.State](&start, eval, system.Input()))
	return 0
}

func start() checkers.State {
	set := checkers.Setup{Black: checkers.Row(0) | checkers.Row(1) | checkers.Row(2), White: checkers.Row(5) | checkers.Row(6) | checkers.Row(7)}
	s, _ := checkers.New(set)
	return s
}
