// Package lab is evolve for other modules: a program with all its commands.
package lab

import "evolab/internal/cli"

// Main runs evolve, and ends the process. A program calls it first: the process that
// holds the programs of others begins here, too.
func Main() { cli.Main() }
