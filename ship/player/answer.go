// Package player is the shipped agent without its command line: it plays one
// ply using the files in a folder. It reads input.txt, immediately writes a
// legal move to output.txt, and replaces it with better ones as it finds
// them.
//
// Other files: playdata.txt carries what the agent knows of a game of Checkers
// or Halma from one of its plies to the next, my_player_ply.txt the ply count
// of Little-Go, and calibration.txt, written by the command calibrate, says how
// fast the machine is. Each may be missing, of another game or damaged: then
// the agent ignores it.
//
// It keeps to the plain subset of Go that the shipped agent is translated from.
package player

import (
	"fmt"
	"time"

	pcheckers "evolab/protocol/checkers"
	phalma "evolab/protocol/halma"
)

// Exit codes of a program that plays a ply.
const (
	Done     = 0
	Failed   = 1 // such as an output.txt that cannot be written
	BadInput = 2 // input.txt is missing or malformed
)

// The files of the protocol.
const (
	inputName  = "input.txt"
	outputName = "output.txt"
)

// Answer plays one ply by the files in dir and returns the exit code and what
// is to be said on standard error, a line each. The game is known by its
// input.txt; the budget is the CPU time of a ply of Little-Go, the others' input
// says how much there is.
func Answer(dir string, budget time.Duration) (code int, notes []string) {
	d := folder{dir: dir}
	return d.play(budget), d.notes
}

func (d *folder) play(budget time.Duration) (code int) {
	text, err := readSmall(d.path(inputName))
	switch {
	case err == nil && phalma.Recognizes(text):
		code, err = d.halma(text)
	case err == nil && pcheckers.Recognizes(text):
		code, err = d.checkers(text)
	default:
		code, err = d.littlego(text, err, budget)
	}
	if err != nil {
		d.say(err.Error())
	}
	return code
}

// These play a single game; the results are those of Answer.

// Littlego plays one ply of Little-Go by the files in dir. The budget is its CPU
// time; 0: as much as is usual.
func Littlego(dir string, budget time.Duration) (code int, notes []string) {
	d := folder{dir: dir}
	text, err := readSmall(d.path(inputName))
	code, err = d.littlego(text, err, budget)
	return d.done(code, err)
}

// Checkers plays one ply of Checkers by the files in dir.
func Checkers(dir string) (code int, notes []string) { return alone((*folder).checkers, dir) }

// Halma plays one ply of Halma by the files in dir.
func Halma(dir string) (code int, notes []string) { return alone((*folder).halma, dir) }

func alone(play func(d *folder, text []byte) (int, error), dir string) (code int, notes []string) {
	d := folder{dir: dir}
	text, err := readSmall(d.path(inputName))
	if err != nil {
		code, err = BadInput, fmt.Errorf("%s: %w", inputName, err)
	} else {
		code, err = play(&d, text)
	}
	return d.done(code, err)
}

func (d *folder) done(code int, err error) (int, []string) {
	if err != nil {
		d.say(err.Error())
	}
	return code, d.notes
}
