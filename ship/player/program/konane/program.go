// Package konane is the shipped program of Konane: it logs in to an Artemis
// server and plays.
package konane

import (
	"errors"

	featkonane "evolab/features/konane"
	"evolab/game/konane"
	"evolab/protocol/artemis"
	"evolab/search/decide"
	"evolab/ship/player"
	"evolab/ship/player/network"
	"evolab/ship/player/program"
	"evolab/ship/player/system"
)

// The default size of the board.
const (
	usualRows = 18 //ship:set rows
	usualCols = 18 //ship:set cols
)

// How far it looks ahead in the two phases of its weights; 0: as far as the clock
// allows.
const (
	openingDepth = 0 //ship:set depth
	endgameDepth = 0 //ship:set endgame_depth
)

// Run is the program; it returns the exit code.
func Run() int {
	if system.Argument(1) == program.Probe {
		start, err := konane.Full(usualRows, usualCols)
		if err != nil {
			return player.Failed
		}
		return program.Probes[konane.State, *konane.State](&start, featkonane.Set(), &decide.Nothing[konane.State]{})
	}
	var args []string
	for i := 1; system.Argument(i) != ""; i++ {
		args = append(args, system.Argument(i))
	}
	s, err := parse(args)
	if err == nil {
		s.account.Password, err = password()
	}
	if err != nil {
		program.Warn(err.Error())
		return player.BadInput
	}
	return s.play()
}

// password is the user's. It is nowhere shown, and no argument, which others
// on the machine could see.
func password() (artemis.Password, error) {
	text, ok := network.Password(artemis.PasswordVariable, "Password: ")
	p := artemis.Password(text)
	if !ok || !p.Sendable() {
		return "", errors.New("a password is needed: a number, in the environment variable " + artemis.PasswordVariable + " or at the terminal")
	}
	return p, nil
}
