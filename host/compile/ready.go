package compile

import (
	"context"
	"errors"
	"fmt"
	"io"

	"evolab/host"
)

// Ready is a program that can play: a scratch folder with a copy of it,
// compiled, and the shell command that runs it there.
type Ready struct {
	Dir, Command string
	held         io.Closer
}

// Make copies and compiles a program. Its errors are those of Compile.
func (p *Program) Make(ctx context.Context) (*Ready, error) {
	dir, held, err := host.TempDir("build")
	if err != nil {
		return nil, fmt.Errorf("build: scratch folder: %w", err)
	}
	r := &Ready{Dir: dir, held: held}
	if err = p.copyAll(dir); err == nil {
		r.Command, _, err = p.Compile(ctx, dir)
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Close removes the scratch folder.
func (r *Ready) Close() error {
	defer r.held.Close() // on systems without locks it is a nil file, which may be closed too
	return host.Remove(r.Dir)
}
