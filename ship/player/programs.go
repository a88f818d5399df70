package player

import (
	"fmt"
	"time"
)

// These play a single game; the results are those of Answer.

// Littlego plays one ply of Little-Go by the files in dir. The budget is its CPU
// time; 0: as much as is usual.
func Littlego(dir string, budget time.Duration) (code int, notes []string) {
	d := desk{dir: dir}
	text, err := readSmall(d.path(inputName))
	code, err = d.littlego(text, err, budget)
	return d.done(code, err)
}

// Checkers plays one ply of Checkers by the files in dir.
func Checkers(dir string) (code int, notes []string) { return alone((*desk).checkers, dir) }

// Halma plays one ply of Halma by the files in dir.
func Halma(dir string) (code int, notes []string) { return alone((*desk).halma, dir) }

func alone(play func(d *desk, text []byte) (int, error), dir string) (code int, notes []string) {
	d := desk{dir: dir}
	text, err := readSmall(d.path(inputName))
	if err != nil {
		code, err = BadInput, fmt.Errorf("%s: %w", inputName, err)
	} else {
		code, err = play(&d, text)
	}
	return d.done(code, err)
}

func (d *desk) done(code int, err error) (int, []string) {
	if err != nil {
		d.say(err.Error())
	}
	return code, d.notes
}
