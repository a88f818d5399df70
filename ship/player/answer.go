package player

import (
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
	d := desk{dir: dir}
	return d.play(budget), d.notes
}

func (d *desk) play(budget time.Duration) (code int) {
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
