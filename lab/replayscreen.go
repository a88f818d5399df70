package lab

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"
)

// replayScreen shows one board after the other: on a terminal with a delay in
// place, else one below the other.
type replayScreen struct {
	ctx   context.Context
	a     *app
	delay time.Duration
	live  *console // nil: below each other
	last  string
}

func newReplayScreen(ctx context.Context, a *app, seconds float64) *replayScreen {
	s := &replayScreen{ctx: ctx, a: a, delay: time.Duration(seconds * float64(time.Second))}
	// a.out is buffered: only the file below it can be a terminal.
	if live := newConsole(os.Stdout); live.size != nil && s.delay > 0 {
		s.live = live
	}
	return s
}

func (s *replayScreen) step(text string) error {
	if s.live == nil {
		_, err := fmt.Fprintln(s.a.out, text)
		return err
	}
	s.last = text
	s.live.show(strings.Split(text, "\n"))
	select {
	case <-s.ctx.Done():
		s.end()
		return s.ctx.Err()
	case <-time.After(s.delay):
		return nil
	}
}

// end keeps the last board on the screen.
func (s *replayScreen) end() {
	if s.last == "" {
		return
	}
	s.live.show(nil)
	fmt.Fprintln(s.a.out, s.last)
	s.last = ""
}
