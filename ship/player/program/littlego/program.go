// Package littlego is the shipped program of Little-Go.
package littlego

import (
	featlg "evolab/features/littlego"
	"evolab/game/littlego"
	"evolab/search/cputime"
	searchlg "evolab/search/littlego"
	"evolab/ship/player"
	"evolab/ship/player/program"
	"evolab/ship/player/system"
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
	endgame := searchlg.NewEndgame(searchlg.Book{}, cputime.Process)
	return program.Probes[littlego.State, *littlego.State](&start, featlg.Set(), endgame)
}
