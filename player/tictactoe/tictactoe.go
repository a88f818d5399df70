// Package tictactoe is the shipped program of tic-tac-toe, which has no host:
// it only answers probes.
package tictactoe

import (
	"evolab/features"
	"evolab/game/tictactoe"
	"evolab/player"
	"evolab/player/system"
)

// Main answers the positions of standard input, and returns the exit code.
func Main(eval *features.Linear[tictactoe.State]) int {
	var start tictactoe.State
	system.Print(player.Probe[tictactoe.State, *tictactoe.State](&start, eval, system.Input()))
	return 0
}
