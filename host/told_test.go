//go:build unix

package host

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A signal that stops everything can reach a program before it reaches the lab:
// the program has not lost by that. One that ends itself has.
func TestSignalsThatStopTheLabToo(t *testing.T) {
	for _, signal := range []string{"INT", "TERM", "HUP"} {
		for _, command := range []string{"kill -" + signal + " $$", "sh -c 'kill -" + signal + " $$'; exit $?"} {
			s := opened(t, command)
			ctx, cancel := context.WithCancel(t.Context())
			s.runner = late{s.runner, cancel}
			if _, err := s.Ask(ctx, nil, LimitCPU(5*time.Second)); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, and then the lab is stopped: %v", command, err)
			}
			s.runner = s.runner.(late).runner
			var lost *Failure
			if _, err := s.Ask(t.Context(), nil, LimitCPU(5*time.Second)); !errors.As(err, &lost) || lost.Reason != NoOutput {
				t.Errorf("%s alone: %v", command, err)
			}
		}
	}
}

// late stops the lab just after a ply.
type late struct {
	runner
	stop func()
}

func (l late) ask(ctx context.Context, p ply) (ending, error) {
	end, err := l.runner.ask(ctx, p)
	time.AfterFunc(10*time.Millisecond, l.stop)
	return end, err
}
