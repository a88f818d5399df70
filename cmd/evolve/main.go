// Command evolve is the lab: it tunes, plays, analyses and ships agents for
// board games. app.go lists the subcommands. Each has a file named after it; those
// that only list what exists share lists.go.
package main

import (
	"context"
	"os"

	"evolab/host"
)

func main() {
	host.Warden()
	os.Exit(realMain())
}

func realMain() int {
	ctx, stop := interruptible(context.Background())
	defer stop()
	return run(ctx, os.Args[1:], app{in: os.Stdin, out: os.Stdout, err: os.Stderr})
}
