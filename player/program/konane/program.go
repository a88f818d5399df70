// Package konane is the shipped program of Konane.
package konane

import (
	"evolab/agent/frozen"
	featkonane "evolab/features/konane"
	"evolab/game/konane"
	"evolab/player"
	"evolab/player/probe"
	"evolab/player/system"
)

// Run is the program; it returns the exit code.
func Run() int {
	start, err := konane.Full(konane.MaxSize, konane.MaxSize)
	if err != nil {
		return player.Failed
	}
	eval, err := frozen.Evaluation(featkonane.Set())
	if err != nil {
		return player.Failed
	}
	system.Print(probe.Answer[konane.State, *konane.State](&start, &eval, system.Input()))
	return player.Done
}
