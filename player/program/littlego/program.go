// Package littlego is the shipped program of Little-Go.
package littlego

import (
	"evolab/agent/frozen"
	featlg "evolab/features/littlego"
	"evolab/game/littlego"
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
	budget, ok := program.Budget()
	if !ok {
		return player.BadInput
	}
	code, notes := player.Littlego(".", budget)
	program.Say(notes)
	return code
}

func probes() int {
	start, err := littlego.New(littlego.Setup{Variant: littlego.Host})
	if err != nil {
		return player.Failed
	}
	eval, err := frozen.Evaluation(featlg.Set())
	if err != nil {
		return player.Failed
	}
	system.Print(probe.Answer[littlego.State, *littlego.State](&start, &eval, system.Input()))
	return player.Done
}
