package main

import (
	"evolab/agent"
	"evolab/arena"
)

// What records call agents whose specs could be the same: those of a match, and
// the one that is graded.
const (
	matchA     = "a"
	matchB     = "b"
	gradedName = "graded"
)

// matchCast is the cast of a match between agents of these specs.
func matchCast(info agent.Info, specs []string) *arena.Cast {
	return &arena.Cast{Info: info, Names: []string{matchA, matchB}, Specs: specs}
}

// linesOf writes down games.
func linesOf(cast *arena.Cast, jobs []arena.Job, records []arena.Record) []arena.Line {
	lines := make([]arena.Line, len(jobs))
	for i, job := range jobs {
		lines[i] = cast.Line(job, records[i])
	}
	return lines
}

// introduced is a record in which the players bear the names that people know
// them by: a and b of a match are called by their specs.
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

// known is the name of a player with a spec.
func known(name, spec string) string {
	if spec != "" && (name == matchA || name == matchB || name == gradedName) {
		return spec
	}
	return name
}

// endText says how a record ends.
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
