package arena_test

import (
	"context"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/stats"
)

// recorded is a pool that answers matches of a runner, and remembers them.
type recorded struct {
	matches []arena.Job
	scores  []stats.Pentanomial
}

func (p *recorded) Run(_ context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	p.matches = jobs
	var list []arena.Record
	for i, j := range jobs {
		list = append(list, arena.Record{Job: j.ID, Pairs: p.scores[i]})
		r.Done(list[i])
	}
	return list, nil
}

// pairJobs are pairs of games between players, two jobs each.
func pairJobs(players ...[2]int) (jobs []arena.Job) {
	for pair, p := range players {
		job := arena.Job{ID: 10 + 2*pair, Pair: pair, First: p[0], Second: p[1], Seed: uint64(pair)}
		jobs = append(jobs, job, job.Swapped(false))
	}
	return jobs
}

func TestRunnersPlayWholeMatches(t *testing.T) {
	jobs := pairJobs([2]int{0, 2}, [2]int{0, 2}, [2]int{0, 2}, [2]int{1, 2}, [2]int{1, 2})
	inner := &recorded{scores: []stats.Pentanomial{{0, 1, 0, 1, 0}, {0, 0, 0, 0, 1}, {1, 0, 1, 0, 0}}}
	seen := 0
	records, err := arena.Runners{Pool: inner, Pairs: 2}.Run(t.Context(), arena.Round{Game: agent.RunnerGame(), Done: func(arena.Record) { seen++ }}, jobs)
	if err != nil || len(records) != len(jobs) || seen != len(jobs) {
		t.Fatalf("%d records, %d seen, %v", len(records), seen, err)
	}
	for i, want := range []struct{ first, pairs int }{{0, 2}, {0, 1}, {1, 2}} { // no match is longer than 2 pairs
		if m := inner.matches[i]; m.First != want.first || m.Pairs != want.pairs {
			t.Errorf("match %d: player %d, %d pairs (expected: %d, %d)", i, m.First, m.Pairs, want.first, want.pairs)
		}
	}
	for player, want := range []stats.Pentanomial{{0, 1, 0, 1, 1}, {1, 0, 1, 0, 0}} {
		var from, to = 0, 6
		if player == 1 {
			from, to = 6, 10
		}
		got := arena.Sum(jobs[from:to], records[from:to], player)
		if got.Pairs != want || got.Duplicates != 0 {
			t.Errorf("player %d: %v, %d duplicates (expected: %v)", player, got.Pairs, got.Duplicates, want)
		}
	}
}
