package class

import (
	"fmt"

	"evolab/arena"
	"evolab/game"
)

// trials marks the games, by their index, that are the first under their limit. A
// program that gives no answer in these loses the others: if it hangs, it would use the
// whole limit in each of them, hours for no point.
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

// silent reports whether a game, by its index, is not worth playing: in the first ones
// under its limit the submission ran out of time before its first move.
func (c *Class) silent(s *Submission, i int) bool {
	if c.trial[i] {
		return false
	}
	for j := range c.jobs {
		if c.jobs[j].Limits != c.jobs[i].Limits || !c.trial[j] {
			continue
		}
		l, ok := c.journal.played(s, &c.jobs[j])
		if !ok || l.Reason != arena.Time || l.Winner == s.key() || len(l.Moves) > int(game.Second) {
			return false
		}
	}
	return true
}

// lost is the record of a game that is not played.
func lost(job *arena.Job) arena.Record {
	return arena.Record{Job: job.ID, Result: game.Win(side(job).Other()), Reason: arena.Time}
}

// quiet says why games were not played.
func quiet(games int) string {
	return fmt.Sprintf("it gave no answer in time in its first games: %d others count as lost and are not played", games)
}
