// Package checkers is the shipped program of Checkers.
package checkers

import (
	featcheckers "evolab/features/checkers"
	"evolab/game/checkers"
	"evolab/ship/player"
	"evolab/ship/player/program"
)

// Run is the program; it returns the exit code.
func Run() int { return program.Run(player.Checkers, player.RehearseCheckers) }

// Calibrate is the program that measures the machine before any game.
func Calibrate() int {
	start, err := checkers.New(checkers.Initial())
	return program.Calibrate[checkers.State, *checkers.State](&start, err, featcheckers.Set())
}
