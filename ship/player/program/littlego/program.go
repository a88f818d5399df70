// Package littlego is the shipped program of Little-Go.
package littlego

import (
	"evolab/ship/player"
	"evolab/ship/player/program"
	"evolab/ship/player/system"
)

// Run is the program; it returns the exit code.
func Run() int {
	if system.Argument(1) == program.Probe {
		system.Print(player.RehearseLittlego(system.Input()))
		return player.Done
	}
	budget, ok := program.Budget()
	if !ok {
		return player.BadInput
	}
	code, notes := player.Littlego(".", budget)
	program.Say(notes)
	return code
}
