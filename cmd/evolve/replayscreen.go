package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"
)

// replayScreen shows one board after the other: in place with time to look at
// them on a terminal, else one below the other.
type replayScreen struct {
	ctx   context.Context
	a     *app
	delay time.Duration
	live  *console // nil: below each other
	last  string
}

func newReplayScreen(ctx context.Context, a *app, seconds float64) *replayScreen {
	s := &replayScreen{ctx: ctx, a: a, delay: time.Duration(seconds * float64(time.Second))}
	// a.out collects lines; whether people look is known of what is below it.
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

// end leaves the last board where it is.
func (s *replayScreen) end() {
	if s.last == "" {
		return
	}
	s.live.show(nil)
	fmt.Fprintln(s.a.out, s.last)
	s.last = ""
}
