// Command evolve is the lab: it tunes, plays, analyses and ships agents for
// board games. Read app.go for the table of subcommands; each has a file of its
// own, named like it.
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
