// Package tictactoe is the shipped program of tic-tac-toe. The game has no host,
// so it only answers probes.
package tictactoe

import (
	feattt "evolab/features/tictactoe"
	"evolab/game/tictactoe"
	"evolab/search/decide"
	"evolab/ship/player/program"
)

// Run is the program; it returns the exit code.
func Run() int {
	var start tictactoe.State
	return program.Probes[tictactoe.State, *tictactoe.State](&start, feattt.Set(), &decide.Nothing[tictactoe.State]{})
}
