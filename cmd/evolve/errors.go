package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/internal/config"
)

// The exit codes.
const (
	exitDone        = 0
	exitFailed      = 1 // the work failed, or a check did not hold
	exitBadInput    = 2
	exitInterrupted = 130
)

// exitError is an error with an exit code of its own and, where it helps, a
// hint on what to do.
type exitError struct {
	code int
	err  error
	hint string
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// badInput marks an error as the caller's; nil stays nil.
func badInput(err error, hint string) error {
	if err == nil {
		return nil
	}
	var known *exitError
	if errors.As(err, &known) {
		return err
	}
	return &exitError{exitBadInput, err, hint}
}

// errSilent ends a command whose messages have been written already.
var errSilent = errors.New("evolve: not all of the input was good")

// An error that quotes more bad input than this, in bytes, shows as much of its
// two ends.
const (
	longestLine = 2000
	shownEnd    = 200
)

// abridged leaves out the middle of lines that are very long.
func abridged(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if n := len(line); n > longestLine {
			line = fmt.Sprintf("%s... (%d bytes left out) ...%s", line[:shownEnd], n-2*shownEnd, line[n-shownEnd:])
			lines[i] = strings.ToValidUTF8(line, "?")
		}
	}
	return strings.Join(lines, "\n")
}

// message is an error as people read it. The problems of a config begin with
// their places, as editors expect it.
func message(err error) string {
	if errors.Is(err, context.Canceled) {
		return "evolve: interrupted"
	}
	var problems *config.Error
	if errors.As(err, &problems) {
		return reworded(problems)
	}
	return "evolve: " + suggested(inPlainWords(strings.TrimPrefix(err.Error(), "evolve: ")))
}

// reworded is what is wrong with a config, a problem or several.
func reworded(e *config.Error) string {
	list := slices.Clone(e.Problems)
	for i := range list {
		list[i].Message = inPlainWords(list[i].Message)
		if list[i].Allowed != "" { // one text, for the names nearby
			whole := suggested(list[i].Message + " (allowed: " + list[i].Allowed + ")")
			list[i].Message = strings.TrimSuffix(whole, " (allowed: "+list[i].Allowed+")")
		}
	}
	return strings.TrimRight((&config.Error{Problems: list}).Error(), "\n")
}

// complain writes an error for people and returns the exit code.
func complain(w io.Writer, err error) int {
	if err == nil {
		return exitDone
	}
	if agent.Unusable(err) {
		err = badInput(err, "evolve doctor PROGRAM looks at the rest of it")
	}
	var known *exitError
	errors.As(err, &known)
	if !errors.Is(err, errSilent) {
		fmt.Fprintln(w, abridged(message(err)))
	}
	if known != nil && known.hint != "" {
		fmt.Fprintln(w, "hint:", strings.ReplaceAll(known.hint, "\n", " "))
	}
	switch {
	case known != nil:
		return known.code
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	return exitFailed
}
