package agent

import (
	"fmt"
	"io"
	"time"

	"evolab/host"
	"evolab/host/compile"
)

// Env is what an agent may use of the world around it.
type Env struct {
	In  io.Reader // for human
	Out io.Writer
	// Keep keeps the scratch folders of programs, and writes to Log where they are.
	Keep bool
	Log  io.Writer
	// Programs says what programs may do.
	Programs Programs
	// Think is the CPU time for a move of agents that nothing else limits; 0: the
	// game's Look limits them.
	Think time.Duration
}

// Programs is what is allowed to programs. The zero value refuses them.
type Programs struct {
	host.Grants
	// Opening is called before a program is made; its error refuses the program. Whoever
	// lets programs run reports there how firmly they are held.
	Opening func() error
	// Wall is the real time of a move where nothing else says it; 0: as the limit of its
	// CPU time does.
	Wall time.Duration
	// Names are the files and languages that programs given by a path may have, as their
	// course says; nil: the game's.
	Names *compile.Names
}

// Unannounced allows programs without a report: for agents that are made but do not
// play, and for tests.
func Unannounced() Programs { return Programs{Opening: func() error { return nil }} }

// open asks whether a program may be made.
func (p *Programs) open(spec Spec) error {
	if p.Opening == nil {
		return fmt.Errorf("%q is a program, and no programs are run here", spec)
	}
	return p.Opening()
}

// Forfeit is the error of a player that has lost by its own doing, or of a game
// that is void.
type Forfeit struct {
	Reason string // as in records: illegal, time, crash, malformed, no-output, void
	Detail string
	Stderr string // the end of what a program wrote there
	CPU    time.Duration
	Waited time.Duration // as in Choice
}

func (f *Forfeit) Error() string { return f.Reason + ": " + f.Detail }
