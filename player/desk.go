package player

import (
	"evolab/game"
	"evolab/protocol/calibration"
	"evolab/protocol/playdata"
	"time"
)

// desk is the folder in which a ply is played.
type desk struct {
	dir     string
	notes   []string // for standard error
	written []byte   // what output.txt holds, as far as it was written here
	answer  []byte   // room for the next one
}

func (d *desk) path(name string) string { return d.dir + "/" + name }

// say notes a line for standard error.
func (d *desk) say(line string) { d.notes = append(d.notes, line) }

// put makes output.txt hold d.answer, unless it does.
func (d *desk) put() error {
	if string(d.answer) == string(d.written) {
		return nil
	}
	if err := ReplaceFile(d.path(outputName), d.answer); err != nil {
		return err
	}
	d.written = append(d.written[:0], d.answer...)
	return nil
}

// recall is what playdata.txt holds of the game in which a side is asked for a
// move, with so much time left; a record without moves if there is nothing.
func (d *desk) recall(name string, colour game.Side, left time.Duration) playdata.Record {
	text, err := readSmall(d.path(playdata.Name))
	if err == nil {
		r, err := playdata.Parse(text)
		if err == nil && r.Fits(name, colour, left) {
			r.Learn(left)
			return r
		}
	}
	return playdata.Record{Game: name, Colour: colour}
}

// keep writes playdata.txt. Without it the next move is a little worse.
func (d *desk) keep(r *playdata.Record) {
	if err := ReplaceFile(d.path(playdata.Name), r.Append(nil)); err != nil {
		d.say("warning: the history of the game will be lost: " + playdata.Name + ": " + err.Error())
	}
}

// speed is how many nodes a second the search of a game visits here, 0 if
// nothing tells.
func (d *desk) speed(name string) int64 {
	text, err := readSmall(d.path(calibration.Name))
	if err != nil {
		return 0
	}
	speeds, err := calibration.Parse(text)
	if err != nil {
		return 0
	}
	return speeds.Of(name)
}
