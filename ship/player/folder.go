package player

import (
	"errors"
	"fmt"
	"time"

	"evolab/protocol/calibration"
	"evolab/search"
	"evolab/search/cputime"
)

// folder is where a ply is played: the files of its program, and the time that it has used.
type folder struct {
	dir     string
	notes   []string // for standard error
	written []byte   // what output.txt holds, as far as it was written here
	answer  []byte   // room for the next one
	// before is the CPU time of the process that is not this ply's: none, if
	// the process is there for the ply.
	before time.Duration
	wrote  time.Duration // by used, when output.txt was written last
	// proofTime is what a proof of a win may take altogether, if that is more than
	// the ply's time; afterProof is what there is after a proof that it is lost.
	proofTime, afterProof time.Duration
	memory                memory        // in place of the folder, in a rehearsal
	found                 search.Result // what was decided
}

// used is the CPU time of the ply so far.
func (d *folder) used() time.Duration { return cputime.Process() - d.before }

func (d *folder) path(name string) string { return d.dir + "/" + name }

func (d *folder) say(line string) { d.notes = append(d.notes, line) }

// better makes output.txt hold d.answer, unless something was written just now.
func (d *folder) better() error {
	// rarely is the time between two better answers, which only matter if a host
	// ends the process early and takes what is there: to write one costs about as
	// much as a look at a thousand positions.
	const rarely = 20 * time.Millisecond
	if d.used()-d.wrote < rarely {
		return nil
	}
	return d.put()
}

func (d *folder) put() error {
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
func (d *folder) speed(name string) int64 {
	text, err := d.read(calibration.Name)
	speeds, damaged := calibration.Parse(text)
	if err != nil || damaged != nil {
		return 0
	}
	return speeds.Of(name)
}

// memory is the folder of plies that are rehearsed: it holds the one file that
// links the plies of a game.
type memory struct {
	nodes uint64 // for a ply, in place of time
	name  string
	text  []byte
}

func (d *folder) read(name string) ([]byte, error) {
	if !d.rehearsal() {
		return readSmall(d.path(name))
	}
	if name != d.memory.name {
		return nil, errors.New("it is not there")
	}
	return d.memory.text, nil
}

func (d *folder) write(name string, content []byte) error {
	if !d.rehearsal() {
		return ReplaceFile(d.path(name), content)
	}
	if name != outputName {
		d.memory.name, d.memory.text = name, content
	}
	return nil
}

func (d *folder) rehearsal() bool { return d.memory.nodes > 0 }
