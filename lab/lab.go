// Package lab is evolve for other modules: a program with all its commands, and with
// games of its own. examples/othello is one.
//
// API: it keeps its form within a major version, and fields and functions may be
// added. So do packages game, features, search, agent and game/gametest, of which
// a game is made.
package lab

import (
	"context"
	"io"

	"evolab/agent"
	"evolab/internal/cli"
)

// Main runs evolve with more games than the lab's, and ends the process. A program
// calls it first: the process that holds the programs of others begins here, too.
func Main(more ...agent.Game) { cli.Main(more...) }

// Run runs one command of evolve, such as "games", with more games than the lab's,
// and returns the exit code. It is for tests, and for programs that do other things,
// too. If they run the programs of others, [Main] has to.
func Run(ctx context.Context, args []string, in io.Reader, out, messages io.Writer, more ...agent.Game) int {
	return cli.Run(ctx, args, in, out, messages, more...)
}
