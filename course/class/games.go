package class

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/course"
	"evolab/course/doctor"
	"evolab/game"
)

// turn is a game of a submission.
type turn struct {
	who *Submission
	job *arena.Job // of the grading
}

// schedule lists the games of each submission and opens the opponents.
func (c *Class) schedule(ctx context.Context) error {
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
	var err error
	c.jobs, err = c.Grading.Jobs(ctx)
	return err
}

// play plays the missing games, starting with those that show whether a program
// answers. This part of the work has a name for those who follow it.
func (c *Class) play(ctx context.Context, part string) error {
	left, all := c.missing(func(*Submission, int) bool { return true })
	if c.Expect != nil {
		c.Expect(len(left), all, c.expected(left))
	}
	if len(left) == 0 {
		return nil
	}
	c.Progress.Begin(part, len(left), "games")
	trial, _ := c.missing(func(_ *Submission, i int) bool { return c.trial[i] })
	if err := c.round(ctx, trial); err != nil {
		return err
	}
	rest, _ := c.missing(func(_ *Submission, i int) bool { return !c.trial[i] })
	c.Progress.Add(len(left) - len(trial) - len(rest)) // what silent programs need not play
	return c.round(ctx, rest)
}

// missing lists the wanted games that are still to be played, and counts all wanted
// ones.
func (c *Class) missing(wanted func(s *Submission, game int) bool) (turns []turn, all int) {
	for _, s := range c.Submissions {
		if !s.Playable() {
			continue
		}
		for i := range c.jobs {
			if !wanted(s, i) {
				continue
			}
			all++
			if job := &c.jobs[i]; !c.has(s, job) && !c.silent(s, i) {
				turns = append(turns, turn{s, job})
			}
		}
	}
	return turns, all
}

// round plays games of several submissions.
func (c *Class) round(ctx context.Context, turns []turn) error {
	if len(turns) == 0 {
		return nil
	}
	round := arena.Round{Game: c.Game, Agents: slices.Clone(c.opponents), Voids: true}
	jobs := make([]arena.Job, len(turns))
	seats := map[*Submission]int{}
	for i, t := range turns {
		seat, ok := seats[t.who]
		if !ok {
			seat = len(round.Agents)
			seats[t.who], round.Agents = seat, append(round.Agents, t.who.agent)
		}
		jobs[i] = seated(*t.job, seat, i)
	}
	return c.journal.file.Play(ctx, c.Pool, round, jobs,
		func(rec arena.Record) arena.Line { return c.line(turns[rec.Job], rec) },
		func(rec arena.Record, line arena.Line) {
			rec.Job = line.Game
			c.journal.remember(line, rec)
			c.Progress.Add(1)
		})
}

// has reports whether a game need not be played: a void one is tried again.
func (c *Class) has(s *Submission, job *arena.Job) bool {
	g, ok := c.journal.played(s, job)
	return ok && !g.line.Void()
}

// seated is a job of the grading with a submission in another seat. In the grading,
// agent 0 is the graded one and its opponents follow.
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

// line is the record of a finished game.
func (c *Class) line(t turn, rec arena.Record) arena.Line {
	rec.Job = t.job.ID
	cast := c.Cast(t.who.key(), "")
	line := cast.Line(*t.job, rec)
	line.Confinement = c.Confinement
	return line
}

// expected estimates from the examinations how long games take.
func (c *Class) expected(turns []turn) time.Duration {
	sum := time.Duration(0)
	for _, t := range turns {
		sum += c.lasts(t)
	}
	hands := 0
	if c.Hands != nil {
		hands = c.Hands()
	}
	return sum / time.Duration(cmp.Or(hands, c.Jobs, runtime.GOMAXPROCS(0)))
}

// lasts is about how long a game takes.
func (c *Class) lasts(t turn) time.Duration {
	const start = 10 * time.Millisecond // of a process, for a ply
	moves := c.Game.Info().PlyLimit / 2
	if assignment, err := course.Find(c.Game.Info().Name); err == nil {
		moves = assignment.Exam.Moves
	}
	if t.job.PlyCap > 0 {
		moves = min(moves, (t.job.PlyCap+1)/2)
	}
	if e := t.who.Exam; e != nil && e.Verdict == doctor.Reject && e.Played+e.Cut == 0 {
		moves = 1 // it fails at once
	}
	time := time.Duration(moves) * (t.who.ply() + start)
	if most := t.job.Limits.Game; most > 0 {
		time = min(time, most)
	}
	return time
}

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
		g, ok := c.journal.played(s, &c.jobs[j])
		if l := &g.line; !ok || l.Reason != arena.Time || l.Winner == s.key() || len(l.Moves) > int(game.Second) {
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

// journal keeps the games of all submissions in the order in which they end. In its
// lines a submission is called by its name and the hash of its files: other files
// are another submission.
type journal struct {
	file  *arena.Journal // nil: there is none
	mu    sync.Mutex
	games map[gameKey]playedGame
}

// gameKey is a submission's key, and the number of the game in the grading.
type gameKey struct {
	who  string
	game int
}

// playedGame is a game of the journal.
type playedGame struct {
	line   arena.Line
	record arena.Record
}

// id tells submissions apart, also from a later one with the same name.
func (s *Submission) id() string {
	sum := sha256.Sum256([]byte(s.Name + "\x00" + s.Hash))
	return hex.EncodeToString(sum[:6])
}

// keyMark stands in a key between the name and the id. No opponent's name has it.
const keyMark = " #"

// key is what records call a submission.
func (s *Submission) key() string { return strings.ToValidUTF8(s.Name, "?") + keyMark + s.id() }

func newJournal() *journal { return &journal{games: map[gameKey]playedGame{}} }

func openJournal(path string) (*journal, error) {
	j := newJournal()
	file, lines, err := arena.OpenJournal(path, nil)
	j.file = file
	for _, line := range lines {
		j.remember(line, line.Record())
	}
	return j, err
}

// remember enters a game, under both names: an opponent has none of a submission. If
// the game is written down, its record is the one that is read again later, which has
// less.
func (j *journal) remember(line arena.Line, rec arena.Record) {
	if j.file != nil {
		rec = line.Record()
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, who := range []string{line.First, line.Second} {
		j.games[gameKey{who, line.Game}] = playedGame{line, rec}
	}
}

// played is a submission's game, if it has been played.
func (j *journal) played(s *Submission, job *arena.Job) (playedGame, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	g, ok := j.games[gameKey{s.key(), job.ID}]
	return g, ok && g.line.Seed == job.Seed && g.line.Opening == job.Opening
}
