package player

import "errors"

// memory is the folder of plies that are rehearsed: it holds the one file that
// links the plies of a game.
type memory struct {
	nodes uint64 // for a ply, in place of time
	name  string
	text  []byte
}

// read reads a small file of the folder.
func (d *desk) read(name string) ([]byte, error) {
	if !d.rehearsal() {
		return readSmall(d.path(name))
	}
	if name != d.memory.name {
		return nil, errors.New("it is not there")
	}
	return d.memory.text, nil
}

// write replaces a file of the folder.
func (d *desk) write(name string, content []byte) error {
	if !d.rehearsal() {
		return ReplaceFile(d.path(name), content)
	}
	if name != outputName {
		d.memory.name, d.memory.text = name, content
	}
	return nil
}

// rehearsal reports whether the folder is in memory.
func (d *desk) rehearsal() bool { return d.memory.nodes > 0 }
