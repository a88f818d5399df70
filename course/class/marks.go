package class

import (
	"strings"

	"evolab/arena"
	"evolab/course/rubric"
	"evolab/game"
)

// mark is what a submission's games come to.
type mark struct {
	*Submission
	report *rubric.Report
	lines  []arena.Line // of its games, in the order of the grading
	jobs   []arena.Job
	missed int // games that are void or not played yet
	silent int // games that are lost without being played
}

// mark sums up the games that are kept.
func (c *Class) mark(s *Submission) *mark {
	m := &mark{Submission: s}
	var jobs []arena.Job
	var records []arena.Record
	for i := range c.jobs {
		job := &c.jobs[i]
		line, ok := c.journal.played(s, job)
		if s.Playable() && !ok && c.silent(s, i) {
			m.silent++
			jobs, records = append(jobs, *job), append(records, lost(job))
			continue
		}
		if !s.Playable() || !ok {
			m.missed++
			continue
		}
		if line.Void() {
			m.missed++
		}
		m.jobs, m.lines = append(m.jobs, *job), append(m.lines, line)
		jobs, records = append(jobs, *job), append(records, record(&line))
	}
	m.report = c.Grading.Report(jobs, records)
	if m.silent > 0 {
		s.Problem = strings.TrimPrefix(s.Problem+"; "+quiet(m.silent), "; ")
	}
	if s.Playable() && m.missed > 0 {
		s.refuse(Partly, "%d of %d games are void or not played yet", m.missed, len(c.jobs))
	}
	return m
}

// record is the record of a line that the journal keeps.
func record(l *arena.Line) arena.Record {
	return arena.Record{
		Job: l.Game, Result: l.Result(), Reason: l.Reason, Plies: l.Plies, Line: l.Key(), Moves: l.Moves, CPU: l.CPU, Failure: l.Detail, Stderr: l.Stderr,
	}
}

// judged reports whether the points mean something: somebody who handed in nothing
// playable has no points, but nobody is marked for failures of the machine.
func (m *mark) judged() bool {
	switch m.Status {
	case Partly:
		return len(m.lines) > 0
	case NoCompiler, Unreadable:
		return false
	}
	return true
}

// side is the one that the submission plays in a job of the grading.
func side(job *arena.Job) game.Side {
	if job.First == 0 {
		return game.First
	}
	return game.Second
}
