// Package record reads and writes files of recorded games: JSON lines, which work for
// all games and keep everything, and the notations of other programs.
package record

import (
	"bytes"
	"fmt"

	"evolab/agent"
	"evolab/arena"
)

// Entry is a recorded game of a file.
type Entry struct {
	Line  arena.Line
	Place string // in the file: "game 3" or "line 3, game 2"
	// Game and Variant are for the reader to set: old lines do not name them.
	Game    agent.Game
	Variant string
}

// LineError is the error of a JSON line that holds no game.
type LineError struct {
	Number int // of the line, from 1
	Err    error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Number, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// Parse reads the games of a file, counted from 1: in the notation that its name ends in,
// or that it begins like. The notation is nil for JSON lines.
func Parse(name string, data []byte) ([]Entry, *Notation, error) {
	n := recognize(name, bytes.TrimSpace(data))
	if n == nil {
		list, err := parseLines(data)
		return list, nil, err
	}
	lines, err := n.parse(data)
	if err != nil {
		return nil, n, err
	}
	list := make([]Entry, len(lines))
	for i, line := range lines {
		list[i] = Entry{Line: line, Place: fmt.Sprintf("game %d", i+1)}
	}
	return list, n, nil
}

func parseLines(data []byte) ([]Entry, error) {
	var list []Entry
	for i, text := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		line, err := arena.ParseLine(text)
		if err != nil {
			return nil, &LineError{i + 1, err}
		}
		list = append(list, Entry{Line: line, Place: fmt.Sprintf("line %d, game %d", i+1, len(list)+1)})
	}
	return list, nil
}

// ParseTorn reads JSON lines of which the last may be cut off, as a kill leaves them: it
// then reports so, and returns the others.
func ParseTorn(data []byte) (lines []arena.Line, torn bool, err error) {
	end := bytes.LastIndexByte(data, '\n') + 1
	list, err := parseLines(data[:end])
	if err != nil {
		return nil, false, err
	}
	lines = Lines(list)
	if last := data[end:]; len(bytes.TrimSpace(last)) > 0 {
		line, err := arena.ParseLine(last)
		if err != nil {
			return lines, true, nil
		}
		lines = append(lines, line)
	}
	return lines, false, nil
}

// Format writes games in the notation that a file's name ends in, else as JSON lines.
func Format(name string, g agent.Game, lines []arena.Line) ([]byte, error) {
	if n := NotationOf(name); n != nil {
		return n.Format(g, lines)
	}
	return formatLines(lines)
}

func formatLines(lines []arena.Line) (text []byte, err error) {
	for i := range lines {
		if text, err = lines[i].Append(text); err != nil {
			return nil, err
		}
		text = append(text, '\n')
	}
	return text, nil
}

// Lines are the lines of games.
func Lines(list []Entry) []arena.Line {
	lines := make([]arena.Line, len(list))
	for i := range list {
		lines[i] = list[i].Line
	}
	return lines
}

// Played turns played games into lines.
func Played(roster *arena.Roster, jobs []arena.Job, records []arena.Record) []arena.Line {
	lines := make([]arena.Line, len(jobs))
	for i, job := range jobs {
		lines[i] = roster.Line(job, records[i])
	}
	return lines
}

// The names in lines of agents whose specs may be the same: the two of a match, and the
// graded one.
const (
	MatchA = "a"
	MatchB = "b"
	Graded = "graded"
)

// WithSpecs names the players of a line for people: those that have one of the names above
// get their specs.
func WithSpecs(l arena.Line) arena.Line {
	first, second := nameOf(l.First, l.Agents[0]), nameOf(l.Second, l.Agents[1])
	if first == second {
		first, second = first+" ("+l.First+")", second+" ("+l.Second+")"
	}
	switch l.Winner {
	case l.First:
		l.Winner = first
	case l.Second:
		l.Winner = second
	}
	l.First, l.Second = first, second
	return l
}

func nameOf(name, spec string) string {
	if spec != "" && (name == MatchA || name == MatchB || name == Graded) {
		return spec
	}
	return name
}
