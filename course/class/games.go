package class

import (
	"context"
	"errors"
	"fmt"
	"time"

	"evolab/agent"
	"evolab/arena"
)

// turn is a game of a submission.
type turn struct {
	who *Submission
	job *arena.Job // of the grading
}

// play plays what is missing.
func (c *Class) play(ctx context.Context) error {
	var turns []turn
	var jobs []arena.Job
	round := arena.Round{Game: c.Game, Agents: c.opponents, Voids: true}
	all := 0
	for _, s := range c.Submissions {
		if !s.Playable() {
			continue
		}
		seat := len(round.Agents)
		round.Agents = append(round.Agents, s.agent)
		for i := range c.jobs {
			job := &c.jobs[i]
			if all++; c.has(s, job) {
				continue
			}
			turns = append(turns, turn{s, job})
			jobs = append(jobs, seated(*job, seat, len(jobs)))
		}
	}
	c.Watch.Expect(len(jobs), all, c.expected(turns))
	if len(jobs) == 0 {
		return nil
	}
	c.Watch.Begin("games", len(jobs), "games")
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	round.Done = func(rec arena.Record) {
		if err := c.keep(turns[rec.Job], rec); err != nil {
			stop(err)
		}
		c.Watch.Add(1)
	}
	_, err := c.Pool.Run(ctx, round, jobs)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// has reports whether a game need not be played: a void one is tried again.
func (c *Class) has(s *Submission, job *arena.Job) bool {
	line, ok := c.journal.played(s, job)
	return ok && !line.Void()
}

// seated is a job of the grading, whose agent 0 is the graded one and whose opponents
// follow, with a submission in another seat.
func seated(job arena.Job, seat, id int) arena.Job {
	at := func(i int) int {
		if i == 0 {
			return seat
		}
		return i - 1
	}
	job.First, job.Second, job.ID = at(job.First), at(job.Second), id
	return job
}

// keep writes a finished game to the journal.
func (c *Class) keep(t turn, rec arena.Record) error {
	rec.Job = t.job.ID
	cast := c.cast(t.who)
	line := cast.Line(*t.job, rec)
	line.Confinement = c.Confinement
	return c.journal.add(line)
}

// cast names who plays a submission's games.
func (c *Class) cast(s *Submission) *arena.Cast {
	cast := &arena.Cast{Info: c.Game.Info(), Names: []string{s.key()}, Specs: []string{""}}
	for _, o := range c.Opponents() {
		cast.Names, cast.Specs = append(cast.Names, o.Name), append(cast.Specs, o.Agent)
	}
	return cast
}

// expected is how long games take, by what the examinations have shown.
func (c *Class) expected(turns []turn) time.Duration {
	const start = 10 * time.Millisecond // of a process, for a ply
	sum := time.Duration(0)
	for _, t := range turns {
		moves := c.Game.Info().PlyLimit / 2
		if t.job.PlyCap > 0 {
			moves = (t.job.PlyCap + 1) / 2
		}
		sum += time.Duration(moves) * (t.who.ply() + start)
	}
	return sum / time.Duration(max(1, c.Jobs))
}

// openOpponents makes the agents of the rubric's opponents.
func (c *Class) openOpponents() error {
	for _, o := range c.Opponents() {
		spec, err := agent.ParseSpec(o.Agent)
		if err != nil {
			return fmt.Errorf("class: %w", err)
		}
		made, err := c.Game.Agent(spec, agent.Env{})
		if err != nil {
			return fmt.Errorf("class: %w", err)
		}
		c.opponents = append(c.opponents, made)
	}
	return nil
}
