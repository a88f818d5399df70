package cli

import (
	"context"
	"os"

	"evolab/host"
)

// Main runs the command line of this process, and ends it.
func Main() {
	host.Warden()
	os.Exit(realMain())
}

func realMain() int {
	ctx, stop := interruptible(context.Background())
	defer stop()
	return run(ctx, os.Args[1:], app{in: os.Stdin, out: os.Stdout, err: os.Stderr})
}
