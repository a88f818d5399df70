package host

import (
	"errors"
	"fmt"
	"os"
)

// Program is somebody's program: a folder, and the command that runs there
// once for each ply.
type Program struct {
	Dir     string
	Command string // as for sh -c
}

// Check fails if the program cannot be run because there is no such folder or
// no command, so that this is known before the first game.
func (p Program) Check() error {
	info, err := os.Stat(p.Dir)
	if err != nil {
		return fmt.Errorf("host: program: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("host: program: %q is not a folder", p.Dir)
	}
	if p.Command == "" {
		return errors.New("host: program: no command")
	}
	return nil
}

// Open copies the program's folder to a scratch folder. One session can serve
// one game or a whole match; what the program leaves there stays until Close.
func Open(p Program) (*Session, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "evolab-host-")
	if err != nil {
		return nil, fmt.Errorf("host: scratch folder: %w", err)
	}
	if err := os.CopyFS(scratch, os.DirFS(p.Dir)); err != nil {
		return nil, errors.Join(fmt.Errorf("host: copy of %q: %w", p.Dir, err), os.RemoveAll(scratch))
	}
	return &Session{command: p.Command, dir: scratch}, nil
}
