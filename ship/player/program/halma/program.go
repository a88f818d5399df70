// Package halma is the shipped program of Halma.
package halma

import (
	feathalma "evolab/features/halma"
	"evolab/game"
	"evolab/game/halma"
	"evolab/ship/player"
	"evolab/ship/player/program"
)

// Run is the program; it returns the exit code.
func Run() int { return program.Run(player.Halma, player.RehearseHalma) }

// Calibrate is the program that measures the machine before any game.
func Calibrate() int {
	start, err := halma.New(halma.Camp(game.First), halma.Camp(game.Second), game.First, halma.Addendum)
	return program.Calibrate[halma.State, *halma.State](&start, err, feathalma.Set())
}
