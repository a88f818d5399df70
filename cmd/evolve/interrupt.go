package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// errAbandoned ends a command that Ctrl-C found reading or thinking.
var errAbandoned = errors.New("evolve: interrupted")

// patience is how long an interrupted command that saves nothing may take to
// stop programs that it started.
const patience = 300 * time.Millisecond

// longPatience is the same for a command that has something to save: enough
// for that, but not for ever.
const longPatience = 20 * time.Second

// interruptible returns a context that ends at the first Ctrl-C; after that
// the signal has its usual effect again, so that a second one ends the program
// at once.
func interruptible(parent context.Context) (context.Context, func()) {
	ctx, stop := signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// saves marks a command that, interrupted, saves what there is.
func saves(c *cobra.Command) *cobra.Command {
	c.Annotations = map[string]string{"saves": "yes"}
	return c
}

// execute runs the command that args name. A search, a count and a read from a
// terminal do not look at the context; a command that is interrupted there has
// nothing to lose and is left behind.
func execute(ctx context.Context, root *cobra.Command, args []string) error {
	done := make(chan error, 1)
	go func() { done <- root.ExecuteContext(ctx) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	late := time.After(longPatience)
	if c, _, err := root.Find(args); err != nil || c.Annotations["saves"] == "" {
		late = time.After(patience)
	}
	select {
	case err := <-done:
		return err
	case <-late:
		return &exitError{exitInterrupted, errAbandoned, ""}
	}
}
