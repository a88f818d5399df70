package run

import (
	"bytes"
	"os"
	"path/filepath"
	"time"

	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/provenance"
)

// What can happen to a run.
const (
	Started     = "started"
	Resumed     = "resumed"
	Interrupted = "interrupted" // by Ctrl-C; there may be a champion so far
	Finished    = "finished"
	Failed      = "failed" // by an error, such as a full disk
)

// Event is a line of history.jsonl. A killed process writes none: see ReadState.
type Event struct {
	At         time.Time `json:"at"`
	What       string    `json:"what"`
	Host       string    `json:"host"`
	PID        int       `json:"pid"`
	Program    string    `json:"program"`
	Generation int       `json:"generation"`         // the last that has ended; -1: none
	Seconds    float64   `json:"seconds"`            // of work since the start
	Error      string    `json:"error,omitempty"`    // of failed
	Warnings   []string  `json:"warnings,omitempty"` // what results depend on besides the config, such as the word of workers
	Changed    []string  `json:"changed,omitempty"`  // keys resumed with another value, as by config.Difference
}

// Overrides are what made a resumed run longer, as arguments of its command.
func (e *Event) Overrides() (list []string) {
	for _, text := range e.Changed {
		if d, ok := config.ParseDifference(text); ok {
			list = append(list, d.Path+"="+d.After)
		}
	}
	return list
}

// Append adds an event of this process, now, to the history.
func (e Event) Append(folder string) error {
	e.At, e.Host, e.PID, e.Program = time.Now().Truncate(time.Millisecond), hostName(), os.Getpid(), provenance.Program()
	line, err := encodeLines(e)
	if err != nil {
		return err
	}
	path := filepath.Join(folder, HistoryFile)
	before, err := files.Read(path, maxFile)
	if err != nil && !isMissing(err) {
		return err
	}
	return files.Replace(path, append(before, line...))
}

// ReadHistory lists the events of a run, without lines that a crash has torn.
func ReadHistory(folder string) ([]Event, error) {
	data, err := files.Read(filepath.Join(folder, HistoryFile), maxFile)
	if err != nil {
		return nil, err
	}
	var list []Event
	for line := range bytes.Lines(data) {
		if event, err := parseLines[Event](HistoryFile, append(bytes.TrimRight(line, "\n"), '\n')); err == nil {
			list = append(list, event...)
		}
	}
	return list, nil
}

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
	if isMissing(err) || err == nil && len(list) == 0 {
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
	const heartbeatTimeout = 30 * time.Second
	elsewhere := last.Host != hostName() && time.Since(beat) < heartbeatTimeout
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
	case isMissing(err):
		return State{Status: IsCrashed, Failure: "there is no champion"}, nil
	case err != nil:
		return State{Status: IsCrashed, Failure: err.Error()}, nil
	case len(evidence.Test) == 0:
		return State{Status: IsInterrupted}, nil
	}
	return State{Status: IsFinished}, nil
}
