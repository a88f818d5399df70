package lab

import (
	"fmt"

	"evolab/arena"
)

// firstVoid is why the first void game is void.
func firstVoid(records []arena.Record) string {
	for i := range records {
		if records[i].Void() {
			return printable(records[i].Failure)
		}
	}
	return ""
}

// voidError ends a command that finished except for void games, and says why the
// first of them is.
func voidError(voids, games int, why string) error {
	if voids == 0 {
		return nil
	}
	if why != "" {
		why = "; the first one: " + why
	}
	verb := "are"
	if voids == 1 {
		verb = "is"
	}
	return &exitError{exitFailed, fmt.Errorf("evolve: %d of %d games %s void", voids, games, verb),
		"play again when the machine has more to spare" + why}
}
