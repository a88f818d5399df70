package cli

import (
	"context"
	"io"
	"os"

	"evolab/agent"
	"evolab/host"
)

// Main runs the command line of this process with more games than the lab's, and
// ends the process.
func Main(more ...agent.Game) {
	host.Warden()
	os.Exit(runProcess(app{games: append(agent.Games(), more...)}))
}

// runProcess runs the command line of this process.
func runProcess(a app) int {
	ctx, stop := interruptible(context.Background())
	defer stop()
	a.in, a.out, a.err = os.Stdin, os.Stdout, os.Stderr
	return run(ctx, os.Args[1:], a)
}

// Run runs one command with more games than the lab's, and returns the exit code.
func Run(ctx context.Context, args []string, in io.Reader, out, messages io.Writer, more ...agent.Game) int {
	return run(ctx, args, app{in: in, out: out, err: messages, games: append(agent.Games(), more...)})
}
