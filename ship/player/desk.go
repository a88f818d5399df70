package player

import (
	"fmt"
	"time"

	"evolab/protocol/calibration"
	"evolab/search"
	"evolab/search/cputime"
)

// desk is the folder in which a ply is played.
type desk struct {
	dir     string
	notes   []string // for standard error
	written []byte   // what output.txt holds, as far as it was written here
	answer  []byte   // room for the next one
	// before is the CPU time of the process that is not this ply's: none, if
	// the process is there for the ply.
	before time.Duration
	wrote  time.Duration // by used, when output.txt was written last
	// stake is what a proof of a win may take altogether, if that is more than
	// the ply's time; rest is what there is after such a proof.
	stake, rest time.Duration
	memory      memory        // in place of the folder, in a rehearsal
	found       search.Result // what was decided
}

// used is the CPU time of the ply so far.
func (d *desk) used() time.Duration { return cputime.Process() - d.before }

func (d *desk) path(name string) string { return d.dir + "/" + name }

// say notes a line for standard error.
func (d *desk) say(line string) { d.notes = append(d.notes, line) }

// better makes output.txt hold d.answer, unless something was written just now.
func (d *desk) better() error {
	// rarely is the time between two better answers, which only matter if a host
	// ends the process early and takes what is there: to write one costs about as
	// much as a look at a thousand positions.
	const rarely = 20 * time.Millisecond
	if d.used()-d.wrote < rarely {
		return nil
	}
	return d.put()
}

// put makes output.txt hold d.answer.
func (d *desk) put() error {
	if string(d.answer) == string(d.written) {
		return nil
	}
	d.wrote = d.used()
	if err := d.write(outputName, d.answer); err != nil {
		return fmt.Errorf("%s: %w", outputName, err)
	}
	d.written = append(d.written[:0], d.answer...)
	return nil
}

// speed is how many nodes a second the search of a game visits here, 0 if
// unknown.
func (d *desk) speed(name string) int64 {
	text, err := d.read(calibration.Name)
	speeds, damaged := calibration.Parse(text)
	if err != nil || damaged != nil {
		return 0
	}
	return speeds.Of(name)
}
