package agent

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"evolab/host"
	"evolab/host/compile"
)

// made is somebody's program, which may have to be compiled before its first game.
type made struct {
	program host.Program
	source  *compile.Program // what Build compiles; nil: the program is ready
	of      *made            // whose compiled program this one shares; nil: its own

	mu    sync.Mutex
	built *compile.Ready
}

// Build compiles the program, once.
func (a *made) Build(ctx context.Context) error {
	if a.source == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.program.Dir != "":
		return nil
	case a.of != nil:
		if err := a.of.Build(ctx); err != nil {
			return err
		}
		a.program.Dir, a.program.Command = a.of.program.Dir, a.of.program.Command
		return nil
	}
	ready, err := a.source.Make(ctx)
	if err != nil {
		return fmt.Errorf("agent: %q: %w", a.source.Path(), err)
	}
	a.built, a.program.Dir, a.program.Command = ready, ready.Dir, ready.Command
	return nil
}

// ready compiles the program before a game; the game is void if the machine fails.
func (a *made) ready() error {
	err := a.Build(context.Background())
	if err == nil || Unusable(err) {
		return err
	}
	return unopened(err)
}

// remove ends what was compiled.
func (a *made) remove() error {
	if a.built == nil {
		return nil
	}
	return a.built.Close()
}

// again is the program with other parameters, given before it is compiled.
func (a *made) again(g Given) (*made, error) {
	child := &made{program: a.program, source: a.source, of: a}
	if a.source != nil {
		child.program.Dir, child.program.Command = "", ""
	}
	return child, g.give(&child.program)
}

// find finds the program in its folder, if there is no command that runs it.
func (a *made) find(g Given, names compile.Names) error {
	if a.program.Command != "" {
		return nil
	}
	if g.Pass == PassArgs {
		return errors.New("parameters go into a command, and there is none (expected: cmd=COMMAND with {name} in it)")
	}
	var err error
	a.source, err = compile.Find(a.program.Dir, names)
	a.program.Dir = ""
	return err
}
