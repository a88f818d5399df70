// Package tictactoe is the shipped program of tic-tac-toe. The game has no host,
// so it only answers probes.
package tictactoe

import (
	"evolab/agent/frozen"
	feattt "evolab/features/tictactoe"
	"evolab/game/tictactoe"
	"evolab/player/probe"
	"evolab/player/system"
)

// Run is the program; it returns the exit code.
func Run() int {
	eval, err := frozen.Evaluation(feattt.Set())
	if err != nil {
		system.Warn(err.Error())
		return 1
	}
	var start tictactoe.State
	system.Print(probe.Answer[tictactoe.State, *tictactoe.State](&start, &eval, system.Input()))
	return 0
}
