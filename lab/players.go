package lab

import (
	"evolab/arena"
)

// The names in records of agents whose specs may be the same: the two of a match,
// and the graded one.
const (
	matchA     = "a"
	matchB     = "b"
	gradedName = "graded"
)

// linesOf turns played games into records.
func linesOf(cast *arena.Cast, jobs []arena.Job, records []arena.Record) []arena.Line {
	lines := make([]arena.Line, len(jobs))
	for i, job := range jobs {
		lines[i] = cast.Line(job, records[i])
	}
	return lines
}

// introduced renames the players of a record for people: a and b of a match get
// their specs.
func introduced(l arena.Line) arena.Line {
	first, second := known(l.First, l.Agents[0]), known(l.Second, l.Agents[1])
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

// known returns the name of a player for people.
func known(name, spec string) string {
	if spec != "" && (name == matchA || name == matchB || name == gradedName) {
		return spec
	}
	return name
}

// endText describes the result of a record.
func endText(l *arena.Line) string {
	text := "result not known"
	switch {
	case l.Winner == "":
	case l.Reason == arena.Unfinished:
		return "not finished"
	case l.Void():
		text = "nobody wins"
	case l.Winner == arena.DrawName:
		text = "draw"
	default:
		text = printable(l.Winner) + " wins"
	}
	if l.Reason != "" {
		text += " (" + printable(l.Reason) + ")"
	}
	return text
}
