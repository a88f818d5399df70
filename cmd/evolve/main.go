// Command evolve is the lab: it tunes, plays, analyses and ships agents for
// board games. Read app.go for the table of subcommands; each has a file of its
// own, named like it.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(realMain()) }

func realMain() int {
	ctx, stop := interruptible(context.Background())
	defer stop()
	return run(ctx, os.Args[1:], app{in: os.Stdin, out: os.Stdout, err: os.Stderr})
}

// interruptible returns a context that ends at the first Ctrl-C; after that
// the signal has its usual effect again, so that a second one ends the program
// at once.
func interruptible(parent context.Context) (context.Context, func()) {
	ctx, stop := signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
