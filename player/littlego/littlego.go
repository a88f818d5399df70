// Package littlego is the shipped program of littlego.
package littlego

import (
	"evolab/features"
	"evolab/game/littlego"
	"evolab/player"
	"evolab/player/system"
)

// Main answers the positions of standard input, and returns the exit code.
func Main(eval *features.Linear[littlego.State]) int {
	start := start()
	system.Print(player.Probe[littlego.State, *littlego.State](&start, eval, system.Input()))
	return 0
}

func start() littlego.State {
	s, _ := littlego.New(littlego.Setup{Variant: littlego.Host})
	return s
}
