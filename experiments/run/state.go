package run

import (
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"evolab/internal/files"
)

// The states of a run.
const (
	IsRunning     = "running"     // a process works on it
	IsFinished    = "finished"    // its champion was tested
	IsInterrupted = "interrupted" // by Ctrl-C
	IsCrashed     = "crashed"     // killed, or ended by an error
)

// State is the state of a run.
type State struct {
	Status  string
	Last    *Event    // nil: the run was made by an earlier version
	Beat    time.Time // the last heartbeat; zero without one
	Failure string    // why it crashed, if that is known
}

// ReadState finds out the state of a run: one that is at work by its history, but
// whose lock nobody holds, has crashed.
func ReadState(folder string) (State, error) {
	list, err := ReadHistory(folder)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(list) == 0 {
		return earlierState(folder)
	}
	if err != nil {
		return State{}, err
	}
	last := list[len(list)-1]
	s := State{Last: &last}
	held, beat := files.Held(filepath.Join(folder, LockFile))
	s.Beat = beat
	// The lock of a process on another machine is invisible here, but not its heartbeat.
	elsewhere := last.Host != hostName() && time.Since(beat) < 30*time.Second
	switch {
	case held:
		s.Status = IsRunning
	case last.What == Finished:
		s.Status = IsFinished
	case last.What == Interrupted:
		s.Status = IsInterrupted
	case last.What == Failed:
		s.Status, s.Failure = IsCrashed, last.Error
	case elsewhere:
		s.Status = IsRunning
	default:
		s.Status, s.Failure = IsCrashed, "it was killed, or its machine stopped"
	}
	return s, nil
}

// earlierState judges a folder without history by its champion.
func earlierState(folder string) (State, error) {
	if held, beat := files.Held(filepath.Join(folder, LockFile)); held {
		return State{Status: IsRunning, Beat: beat}, nil
	}
	_, evidence, err := ReadChampion(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return State{Status: IsCrashed, Failure: "there is no champion"}, nil
	case err != nil:
		return State{Status: IsCrashed, Failure: err.Error()}, nil
	case len(evidence.Test) == 0:
		return State{Status: IsInterrupted}, nil
	}
	return State{Status: IsFinished}, nil
}
