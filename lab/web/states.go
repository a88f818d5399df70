package web

import (
	"path/filepath"
	"time"

	"evolab/experiments/record"
)

type seenState struct {
	record.State
	at time.Time
}

// stateOf is the state of a run, at most a second old.
func (s *Server) stateOf(run string) record.State {
	s.states.mu.Lock()
	defer s.states.mu.Unlock()
	now := time.Now()
	if seen := s.states.byRun[run]; now.Sub(seen.at) < time.Second {
		return seen.State
	}
	if s.states.byRun == nil || len(s.states.byRun) > 4*mostStreams {
		s.states.byRun = map[string]seenState{}
	}
	is, _ := record.ReadState(filepath.Join(s.options.Runs, run)) // what cannot be read has no state
	s.states.byRun[run] = seenState{is, now}
	return is
}
