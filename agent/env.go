package agent

import (
	"io"
	"time"

	"evolab/host"
)

// Env is what an agent may use of the world around it.
type Env struct {
	In  io.Reader // for human
	Out io.Writer
	// Keep leaves the scratch folders of programs, and writes to Log where they are.
	Keep bool
	Log  io.Writer
	// Programs says what programs may do.
	Programs Programs
	// Think is the CPU time for a move of agents that nothing else limits; 0
	// leaves it to the game's Look.
	Think time.Duration
}

// Programs is what is allowed to programs.
type Programs struct {
	host.Grants
	// Opening, if set, is called before a program is made; its error refuses it.
	Opening func() error
}

// Forfeit is the error of a player that has lost by its own doing, or of a game
// that is void.
type Forfeit struct {
	Reason string // as in records: illegal, time, crash, malformed, no-output, void
	Detail string
	Stderr string // the end of what a program wrote there
	CPU    time.Duration
}

func (f *Forfeit) Error() string { return f.Reason + ": " + f.Detail }
