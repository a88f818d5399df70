// Package checkers is the shipped program of Checkers.
package checkers

import (
	featcheckers "evolab/features/checkers"
	"evolab/game/checkers"
	"evolab/ship/player"
	"evolab/ship/player/program"
	"evolab/ship/player/system"
)

// Run is the program; it returns the exit code.
func Run() int {
	if system.Argument(1) == program.Probe {
		system.Print(player.RehearseCheckers(system.Input()))
		return player.Done
	}
	code, notes := player.Checkers(".")
	program.Say(notes)
	return code
}

// Calibrate is the program that measures the machine before any game.
func Calibrate() int {
	start, err := initial()
	if err != nil {
		return player.Failed
	}
	return program.Calibrate[checkers.State, *checkers.State](&start, featcheckers.Set())
}

func initial() (checkers.State, error) {
	return checkers.New(checkers.Initial())
}
