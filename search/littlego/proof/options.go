package proof

import (
	"errors"
	"time"

	"evolab/search"
)

// Options are those of a long proof.
type Options struct {
	// Checkpoint is the file that keeps what is proven; "" is none.
	Checkpoint string
	// Memory is the size of the solver's table at most, in bytes.
	Memory uint64
	// Limits end the proof without a result: nodes, and CPU time of the process;
	// 0 is no limit.
	Limits search.Limits
	// Report, if not nil, is called now and then.
	Report func(Progress)
	// Every is the time between two reports; 0 is a second.
	Every time.Duration
}

// Progress is how far a proof has come.
type Progress struct {
	Nodes  uint64 // that this process has searched
	Proven int    // positions whose value is kept
	// Done is the part of the tree that is proven, 0 to 1; an estimate.
	Done float64
	// Began is the part that was proven when the process began.
	Began float64
	Spent time.Duration
}

// Left is how long the rest may take; 0 if nothing allows an estimate yet.
func (p Progress) Left() time.Duration {
	if p.Done-p.Began < .001 {
		return 0
	}
	return time.Duration(float64(p.Spent) * (1 - p.Done) / (p.Done - p.Began))
}

// ErrLimit ends a proof that reached a limit.
var ErrLimit = errors.New("proof: not finished within the limits")
