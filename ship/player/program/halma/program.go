// Package halma is the shipped program of Halma.
package halma

import (
	feathalma "evolab/features/halma"
	"evolab/game"
	"evolab/game/halma"
	"evolab/ship/player"
	"evolab/ship/player/program"
	"evolab/ship/player/system"
)

// Run is the program; it returns the exit code.
func Run() int {
	if system.Argument(1) == program.Probe {
		system.Print(player.RehearseHalma(system.Input()))
		return player.Done
	}
	code, notes := player.Halma(".")
	program.Say(notes)
	return code
}

// Calibrate is the program that measures the machine before any game.
func Calibrate() int {
	start, err := initial()
	if err != nil {
		return player.Failed
	}
	return program.Calibrate[halma.State, *halma.State](&start, feathalma.Set())
}

func initial() (halma.State, error) {
	return halma.New(halma.Camp(game.First), halma.Camp(game.Second), game.First, halma.Addendum)
}
