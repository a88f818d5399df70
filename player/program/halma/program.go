// Package halma is the shipped program of Halma.
package halma

import (
	"evolab/agent/frozen"
	feathalma "evolab/features/halma"
	"evolab/game"
	"evolab/game/halma"
	"evolab/player"
	"evolab/player/probe"
	"evolab/player/program"
	"evolab/player/system"
)

// Run is the program; it returns the exit code.
func Run() int {
	if system.Argument(1) == program.Probe {
		return probes()
	}
	code, notes := player.Halma(".")
	program.Say(notes)
	return code
}

func probes() int {
	start, err := initial()
	if err != nil {
		return player.Failed
	}
	eval, err := frozen.Evaluation(feathalma.Set())
	if err != nil {
		return player.Failed
	}
	system.Print(probe.Answer[halma.State, *halma.State](&start, &eval, system.Input()))
	return player.Done
}

// Calibrate is the program that measures the machine before any game.
func Calibrate() int {
	start, err := initial()
	if err != nil {
		return player.Failed
	}
	eval, err := frozen.Evaluation(feathalma.Set())
	if err != nil {
		return player.Failed
	}
	return program.Calibrate[halma.State, *halma.State]("halma", &start, &eval)
}

func initial() (halma.State, error) {
	return halma.New(halma.Camp(game.First), halma.Camp(game.Second), game.First, halma.Addendum)
}
