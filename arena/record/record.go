// Package record reads and writes files of recorded games: JSON lines, which work for
// all games and keep everything, and the notations of other programs.
package record

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/arena"
)

// Entry is a recorded game of a file, or why it cannot be read.
type Entry struct {
	Line   arena.Line
	Number int    // in the file, from 1
	Place  string // in the file: "game 3" or "line 3, game 2"
	Err    error  // why the game cannot be read; then only its place is known
	// Notes are what is not as the notation has it and does no harm.
	Notes []string
	// Game and Variant are for the reader to set: old lines do not name them.
	Game    agent.Game
	Variant string
	// Early is where the rules end the game before its last move; Check finds it.
	Early *arena.EarlyEnd

	// foreign is the game in the notation of its file, which keeps more than Line does; nil
	// for JSON lines.
	foreign foreign
}

// foreign is a game in a notation of other programs.
type foreign interface {
	notation() string
	append(dst []byte) ([]byte, error)
}

// Check plays the game, whose Game and Variant are set.
func (e *Entry) Check() error {
	b, err := e.Line.Start(e.Game, e.Variant)
	if err == nil {
		e.Early, err = e.Line.Replay(b)
	}
	return err
}

// Parse reads the games of a file, counted from 1: in the notation that its name ends in,
// or that it begins like. The notation is nil for JSON lines. What cannot be read has an
// error, and leaves the other games as they are; if nothing can be, the first is returned.
func Parse(name string, data []byte) ([]Entry, *Notation, error) {
	n := recognize(name, bytes.TrimSpace(data))
	parse, what := parseLines, "JSON lines"
	if n != nil {
		parse, what = n.parse, strings.ToUpper(n.Name)
	}
	list := parse(data)
	if len(list) == 0 {
		return nil, n, fmt.Errorf("no game is here (expected: %s)", what)
	}
	if !slices.ContainsFunc(list, func(e Entry) bool { return e.Err == nil }) {
		return nil, n, &PlaceError{list[0].Place, list[0].Err}
	}
	return list, n, nil
}

// PlaceError is the error of a game at a place of a file.
type PlaceError struct {
	Place string
	Err   error
}

func (e *PlaceError) Error() string { return e.Place + ": " + e.Err.Error() }
func (e *PlaceError) Unwrap() error { return e.Err }

func parseLines(data []byte) []Entry {
	var list []Entry
	for i, text := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		e := Entry{Number: len(list) + 1}
		if e.Line, e.Err = arena.ParseLine(text); e.Err != nil {
			e.Place = fmt.Sprintf("line %d", i+1)
		} else {
			e.Place = fmt.Sprintf("line %d, game %d", i+1, e.Number)
		}
		list = append(list, e)
	}
	return list
}

// ParseTorn reads JSON lines of which the last may be cut off, as a kill leaves them: it
// then reports so, and returns the others.
func ParseTorn(data []byte) (lines []arena.Line, torn bool, err error) {
	end := bytes.LastIndexByte(data, '\n') + 1
	for _, e := range parseLines(data[:end]) {
		if e.Err != nil {
			return nil, false, &PlaceError{e.Place, e.Err}
		}
		lines = append(lines, e.Line)
	}
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
