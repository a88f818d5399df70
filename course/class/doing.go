package class

import (
	"fmt"
	"slices"
	"strings"

	"evolab/arena"
	"evolab/course/rubric"
)

// rehearsal is the number of games against each opponent if the rubric has more
// against any of them, else 0.
func (c *Class) rehearsal() int {
	games := c.Grading.Games
	if slices.ContainsFunc(c.Opponents(), func(o rubric.Opponent) bool { return games > 0 && games < o.Games*c.Scale }) {
		return games
	}
	return 0
}

// shown is a status as the gradebook has it.
func (c *Class) shown(s Status) Status {
	if s == Graded && c.rehearsal() > 0 {
		return Rehearsal
	}
	return s
}

// doing counts the games that a submission lost by its own doing; "" without any.
func (m *mark) doing() string {
	var list []string
	all := 0
	for _, how := range []struct{ reason, words string }{
		{arena.Illegal, "by an illegal move"},
		{arena.Malformed, "without a move in output.txt"},
		{arena.NoOutput, "without an answer"},
		{arena.Time, "out of time"},
		{arena.Crash, "by its end"},
	} {
		n := 0
		for i := range m.lines {
			if l := &m.lines[i]; l.Reason == how.reason && m.lost(l) {
				n++
			}
		}
		if how.reason == arena.Time {
			n += m.silent
		}
		if all += n; n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, how.words))
		}
	}
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d games lost by its own doing: %s", all, len(m.lines)+m.silent, strings.Join(list, ", "))
}
