package cli

import (
	"context"
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
