package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"evolab/game"
	protocol "evolab/protocol/artemis"
)

// konaneSeries plays games on a server, one after the other: a number of them, or
// all of an event.
type konaneSeries struct {
	*app
	ctx   context.Context
	event bool
	games int // without an event
	play  func(seed uint64) (*konanePlay, error)

	retry             protocol.Retry
	won, lost, broken int
}

// run plays the games. A game that breaks off does not end the series.
func (s *konaneSeries) run(seed uint64) error {
	for n := uint64(0); s.event || s.won+s.lost+s.broken < s.games; n++ {
		p, err := s.play(game.Mix(seed, n))
		if p == nil {
			return err // the agent cannot play
		}
		if p.records.err != nil {
			return p.records.err
		}
		if s.event && strings.HasPrefix(p.trouble, "Error: "+protocol.EventOver) {
			break
		}
		s.count(p, err)
		if err == nil {
			s.retry.Played()
			continue
		}
		if s.ctx.Err() != nil || !s.again(p, err) {
			return err
		}
	}
	text := fmt.Sprintf("%d won, %d lost", s.won, s.lost)
	if s.broken > 0 {
		text += fmt.Sprintf(", %d broken off", s.broken)
	}
	fmt.Fprintf(s.out, "%s: %s\n", map[bool]string{true: "event", false: "games"}[s.event], text)
	return nil
}

// count counts a game, unless it never began.
func (s *konaneSeries) count(p *konanePlay, err error) {
	var doubt doubtError
	switch {
	case err == nil && p.won:
		s.won++
	case err == nil || errors.As(err, &doubt):
		s.lost++
	case p.began:
		s.broken++
	}
}

// again waits after a game that broke off; false gives up.
func (s *konaneSeries) again(p *konanePlay, err error) bool {
	var pause time.Duration
	var ok bool
	var away errAway
	gone := errors.As(err, &away) || errors.Is(err, protocol.ErrEnded)
	if gone && (p.trouble == "" || protocol.Temporary(p.trouble)) {
		pause, ok = s.retry.Away()
	} else {
		pause, ok = s.retry.Broken()
	}
	if !ok {
		return false
	}
	fmt.Fprintf(s.err, "%s; again in %v\n", message(err), pause)
	select {
	case <-s.ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}
