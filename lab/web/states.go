package web

import (
	"path/filepath"
	"time"

	"evolab/experiments/run"
)

type seenState struct {
	run.State
	at time.Time
}

// stateOf is the state of a run, at most a second old.
func (s *Server) stateOf(name string) run.State {
	s.states.mu.Lock()
	defer s.states.mu.Unlock()
	now := time.Now()
	if seen := s.states.byRun[name]; now.Sub(seen.at) < time.Second {
		return seen.State
	}
	if s.states.byRun == nil || len(s.states.byRun) > 4*mostStreams {
		s.states.byRun = map[string]seenState{}
	}
	is, _ := run.ReadState(filepath.Join(s.options.Runs, name)) // what cannot be read has no state
	s.states.byRun[name] = seenState{is, now}
	return is
}
