package class

import (
	"fmt"
	"slices"

	"evolab/arena"
	"evolab/course/rubric"
	"evolab/game"
	"evolab/internal/quantity"
)

// ends say which games of a submission are not played, from its games so far. There are
// two rules. A game is spared if it cannot change the points any more, whatever it gives
// ([rubric.Grading.Needs]): that is certain. And a submission that gives no answer in its
// trials forfeits the other games under their limit: that is a prognosis, and they count
// as lost. No other failure decides games to come: a program that crashed in all games so
// far may win the next.
type ends struct {
	needs     []rubric.Need
	forfeited []bool
	awaits    []bool // trials, which may forfeit the game
}

// skips reports whether the i-th game is not played.
func (e *ends) skips(i int) bool { return e.forfeited[i] || e.needs[i] == rubric.Spared }

// endsOf are those of a submission. In a class of one, where nobody waits, all games are
// played.
func (c *Class) endsOf(s *Submission) ends {
	n := len(c.jobs)
	e := ends{make([]rubric.Need, n), make([]bool, n), make([]bool, n)}
	if c.trial == nil {
		return e
	}
	records := make([]*arena.Record, n)
	who := s.key()
	answers, open := map[arena.Limits]bool{}, map[arena.Limits]bool{} // of trials
	for i := range c.jobs {
		job := &c.jobs[i]
		g, ok := c.journal.of(who, job)
		if ok {
			records[i] = &g.record
		}
		switch {
		case !c.trial[i]:
		case !ok || g.line.Void():
			open[job.Limits] = true
		case !isSilent(who, &g.line):
			answers[job.Limits] = true
		}
	}
	for i := range c.jobs {
		job := &c.jobs[i]
		if c.trial[i] || answers[job.Limits] {
			continue
		}
		e.awaits[i], e.forfeited[i] = open[job.Limits], !open[job.Limits]
		if e.forfeited[i] {
			records[i] = &arena.Record{Job: job.ID, Result: game.Win(rubric.Side(job).Other()), Reason: arena.Time}
		}
	}
	e.needs = c.Grading.Needs(c.jobs, func(i int) *arena.Record { return records[i] })
	return e
}

// trials reports, for each job, whether it is among the first under its limit. A program
// that gives no answer in these forfeits the others under the limit: one that hangs would
// use up the whole limit in each of them, hours for no point.
func trials(jobs []arena.Job) []bool {
	const tries = 2
	first := make([]bool, len(jobs))
	seen := map[arena.Limits]int{}
	for i := range jobs {
		seen[jobs[i].Limits]++
		first[i] = seen[jobs[i].Limits] <= tries
	}
	return first
}

// isSilent reports whether a submission ran out of time before its first move.
func isSilent(who string, l *arena.Line) bool {
	return l.Reason == arena.Time && l.Winner != who && len(l.Moves) <= int(game.Second)
}

func forfeitNote(games int) string {
	return fmt.Sprintf("it gave no answer in time in its first games: %s count as lost and are not played", quantity.Of(games, "later game"))
}

// SparedNote announces the games that were not played because they could not have changed
// the points; "" if there are none.
func (m *Mark) SparedNote() string {
	if m.spared == 0 {
		return ""
	}
	return fmt.Sprintf("%s not played, which could not have changed the points", quantity.Of(m.spared, "game"))
}

// SparedText announces the games of a class that were spared; "" if there are none.
func SparedText(marks []*Mark) string {
	games, of := 0, 0
	for _, m := range marks {
		if m.spared > 0 {
			games, of = games+m.spared, of+1
		}
	}
	if games == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s %s not played, which could not have changed the points", quantity.Of(games, "game"), quantity.Of(of, "submission"), quantity.Verb(games, "was", "were"))
}

// order puts games of a submission that were not begun into the order in which they are
// played, and counts the first ones, which are needed in any case: the others had better
// wait for those under way. What is skipped is not in it.
func (e *ends) order(games []int, number func(game int) int) (order []int, ready int) {
	var awaiting, deferred []int
	for _, g := range games {
		switch i := number(g); {
		case e.skips(i):
		case e.awaits[i]:
			awaiting = append(awaiting, g)
		case e.needs[i] == rubric.Deferred:
			deferred = append(deferred, g)
		default:
			order = append(order, g)
		}
	}
	return slices.Concat(order, awaiting, deferred), len(order)
}
