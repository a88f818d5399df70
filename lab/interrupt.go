package lab

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"
)

// errAbandoned ends a command that Ctrl-C interrupted while it read or searched.
var errAbandoned = errors.New("evolve: interrupted")

// saves marks a command that saves its results when interrupted.
func saves(c *cobra.Command) *cobra.Command {
	c.Annotations = map[string]string{"saves": "yes"}
	return c
}

// execute runs the command that args name. A search, a count and a read from a
// terminal ignore the context: a command interrupted there is abandoned, after
// the time that it needs to stop its programs, or to save its results.
func execute(ctx context.Context, root *cobra.Command, args []string) error {
	done := make(chan error, 1)
	go func() { done <- root.ExecuteContext(ctx) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	patience := 20 * time.Second
	if c, _, err := root.Find(args); err != nil || c.Annotations["saves"] == "" {
		patience = 300 * time.Millisecond
	}
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return &exitError{exitInterrupted, errAbandoned, ""}
	}
}
