// Package lab is evolve for other modules: a program with all its commands, and with
// games of its own. examples/othello is one.
//
// API: it keeps its form within a major version, and fields and functions may be
// added. So do packages game, features, search, agent and game/gametest, of which
// a game is made.
//
// app.go lists the commands. Each has a file named after it; those that only list
// things share lists.go.
package lab

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"evolab/agent"
	"evolab/host"
)

// Main runs evolve with more games than the lab's, and ends the process. A program
// calls it first: the process that holds the programs of others begins here, too.
func Main(more ...agent.Game) {
	host.Warden()
	os.Exit(runProcess(app{games: append(agent.Games(), more...)}))
}

// runProcess runs the command line of this process. Its context ends at the first
// Ctrl-C, or when the terminal is closed, unless that is ignored, as nohup has it. A
// second one then ends the program at once.
func runProcess(a app) int {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	context.AfterFunc(ctx, stop)
	a.in, a.out, a.err = os.Stdin, os.Stdout, os.Stderr
	return runLine(ctx, os.Args[1:], a)
}

// Run runs one command of evolve, such as "games", with more games than the lab's,
// and returns the exit code. It is for tests, and for programs that do other things,
// too. If they run the programs of others, [Main] has to.
func Run(ctx context.Context, args []string, in io.Reader, out, messages io.Writer, more ...agent.Game) int {
	return runLine(ctx, args, app{in: in, out: out, err: messages, games: append(agent.Games(), more...)})
}
