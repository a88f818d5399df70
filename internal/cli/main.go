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
	os.Exit(realMain(more...))
}

func realMain(more ...agent.Game) int {
	ctx, stop := interruptible(context.Background())
	defer stop()
	return run(ctx, os.Args[1:], app{in: os.Stdin, out: os.Stdout, err: os.Stderr, games: append(agent.Games(), more...)})
}
