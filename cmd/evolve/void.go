package main

import "fmt"

// voidError ends a command that finished except for void games.
func voidError(voids, games int) error {
	if voids == 0 {
		return nil
	}
	verb := "are"
	if voids == 1 {
		verb = "is"
	}
	return &exitError{exitFailed, fmt.Errorf("evolve: %d of %d games %s void", voids, games, verb),
		"play again when the machine is less busy: a program reached its limit of real time, but waited long for a core, or the system does not tell how long"}
}
