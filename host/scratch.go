package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// scratch is a folder on the disk for one program: the copy of its folder, in
// which it runs, and a place for temporary files.
type scratch struct {
	top     string // holds both; the program cannot change it
	program string
	temp    string
	held    *os.File // marks the folder as in use
}

// newScratch makes a scratch folder, with a copy of dir and the extra files in it
// unless dir is "".
func newScratch(dir string, extra []File) (*scratch, error) {
	top, held, err := TempDir("host")
	if err != nil {
		return nil, err
	}
	s := &scratch{top: top, program: filepath.Join(top, "program"), temp: filepath.Join(top, "tmp"), held: held}
	const searchable = 0o711 // by the user that the program runs as
	err = errors.Join(os.Chmod(top, searchable), os.Mkdir(s.program, 0o755), os.Mkdir(s.temp, 0o700))
	if err != nil {
		err = fmt.Errorf("host: scratch folder: %w", err)
	} else if dir != "" {
		err = fillFolder(dir, s.program, extra)
	}
	if err != nil {
		return nil, errors.Join(err, s.remove())
	}
	return s, nil
}

// remove deletes the scratch folder, whatever the program made of it.
func (s *scratch) remove() error {
	defer s.held.Close()
	return Remove(s.top)
}
