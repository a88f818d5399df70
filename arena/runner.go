package arena

import (
	"context"
	"fmt"

	"evolab/agent"
	"evolab/game"
	"evolab/internal/quantity"
)

// Runners is a pool for the games of match runners (agent.RunnerGame). It asks another pool for
// whole matches, and makes a record of each of their games. A runner tells no more than the score
// of a pair: one of a point is two draws, and one of half a point or of three halves has its draw
// in the first game.
type Runners struct {
	Pool  Pool
	Pairs int // of a match, at most; at least 1
}

// Run is part of Pool. The jobs are pairs, each followed by its second game. Pairs that follow
// each other with the same players are one match, which gets the seed of the first.
func (p Runners) Run(ctx context.Context, r Round, jobs []Job) ([]Record, error) {
	var matches []Job
	var from []int // index of each match's first job
	for i := 0; i < len(jobs); i += 2 {
		last := len(matches) - 1
		if last >= 0 && matches[last].First == jobs[i].First && matches[last].Second == jobs[i].Second && matches[last].Pairs < p.Pairs {
			matches[last].Pairs++
			continue
		}
		match := jobs[i]
		match.ID, match.Pairs = len(matches), 1
		matches, from = append(matches, match), append(from, i)
	}
	if done := r.Done; done != nil {
		r.Done = func(match Record) {
			for _, game := range gamesOf(&match, jobs[from[match.Job]:]) {
				done(game)
			}
		}
	}
	played, err := p.Pool.Run(ctx, r, matches)
	records := make([]Record, 0, len(jobs))
	for i := range played {
		records = append(records, gamesOf(&played[i], jobs[from[i]:])...)
	}
	return records, err
}

// gamesOf are the games of a match, whose jobs begin with the given ones. The order of its pairs,
// which nobody knows, is drawn: it must not agree with that of another match.
func gamesOf(match *Record, jobs []Job) []Record {
	var pairs []int // half points of each
	for halves, n := range match.Pairs {
		for range n {
			pairs = append(pairs, halves)
		}
	}
	rng := game.NewRand(lineOf(&jobs[0]))
	for i := len(pairs) - 1; i > 0; i-- {
		j := rng.Intn(i + 1)
		pairs[i], pairs[j] = pairs[j], pairs[i]
	}
	asFirst := [5]int{0, 1, 1, 1, 2} // half points of the first game
	records := make([]Record, 2*len(pairs))
	for i := range records {
		halves := asFirst[pairs[i/2]]
		if i%2 == 1 {
			halves = pairs[i/2] - halves
		}
		rec := Record{Job: jobs[i].ID, Result: resultOf(halves, i%2 == 0), Reason: Normal, Line: lineOf(&jobs[i]), By: match.By, Word: match.Word}
		for side, cpu := range match.CPU {
			rec.CPU[side] = cpu / float64(len(records))
		}
		records[i] = rec
	}
	return records
}

// resultOf is the result of a game in which a player has so many half points.
func resultOf(halves int, first bool) game.Result {
	switch {
	case halves == 1:
		return game.Draw
	case (halves == 2) == first:
		return game.FirstWins
	}
	return game.SecondWins
}

// lineOf tells games apart: what was played, the runner alone knows.
func lineOf(job *Job) uint64 {
	return game.Mix(job.Seed, uint64(job.Pair), uint64(job.First), uint64(job.Second))
}

func playMatch(ctx context.Context, job *Job, agents [2]agent.Agent) (Record, error) {
	var runners [2]*agent.MatchRunner
	for side, a := range agents {
		var ok bool
		if runners[side], ok = a.(*agent.MatchRunner); !ok {
			return Record{}, fmt.Errorf("a match of %s with somebody who plays games", quantity.Of(job.Pairs, "pair"))
		}
	}
	score, cpu, err := runners[0].Match(ctx, runners[1], job.Pairs, job.Seed)
	return Record{Job: job.ID, Pairs: score, CPU: [2]float64{cpu.Seconds() / 2, cpu.Seconds() / 2}}, err
}
