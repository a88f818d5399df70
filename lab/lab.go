// Package lab is evolve for other modules: a program with all its commands, and with
// games of its own. examples/othello is one.
package lab

import (
	"evolab/agent"
	"evolab/internal/cli"
)

// Main runs evolve with more games than the lab's, and ends the process. A program
// calls it first: the process that holds the programs of others begins here, too.
func Main(more ...agent.Game) { cli.Main(more...) }
