package class

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"runtime"
	"strings"
	"sync"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/course"
	"evolab/course/doctor"
)

// scheduledGame is a game that a submission has to play.
type scheduledGame struct {
	submission *Submission
	job        *arena.Job // of the grading
}

// schedule lists the games of each submission and opens the opponents.
func (c *Class) schedule(ctx context.Context) error {
	for _, o := range c.Grading.Opponents() {
		spec, err := agent.ParseSpec(o.Agent)
		if err != nil {
			return err
		}
		made, err := c.Grading.Game.Agent(spec, agent.Env{})
		if err != nil {
			return err
		}
		c.opponents = append(c.opponents, made)
	}
	var err error
	c.jobs, err = c.Grading.Jobs(ctx)
	return err
}

// raiseWaits tells submissions how long they have waited in the games before.
func (c *Class) raiseWaits() {
	for _, s := range c.Submissions {
		if !s.Playable() || s.left {
			continue
		}
		var lines []arena.Line
		for i := range c.jobs {
			if g, ok := c.journal.played(s, &c.jobs[i]); ok {
				lines = append(lines, g.line)
			}
		}
		sums := map[string]agent.Waits{}
		arena.AddWaits(sums, lines)
		arena.RaiseWaits(s.agent, sums[s.key()])
	}
}

// missing lists the games that are still to be played, and counts all.
func (c *Class) missing() (games []scheduledGame, all int) {
	for _, s := range c.Submissions {
		if !s.Playable() || s.left {
			continue
		}
		all += len(c.jobs)
		e := c.endsOf(s)
		for i := range c.jobs {
			if job := &c.jobs[i]; !e.skips(i) && !c.finished(s, job) {
				games = append(games, scheduledGame{s, job})
			}
		}
	}
	return games, all
}

// ended are the games of a submission that have ended.
func (c *Class) ended(s *Submission) (games completed) {
	for i := range c.jobs {
		if g, ok := c.journal.played(s, &c.jobs[i]); ok {
			games.add(timeOf(&g.line), c.guess(scheduledGame{s, &c.jobs[i]}))
		}
	}
	return games
}

// timeOf is how long a game kept a core busy or waiting, wherever that was.
func timeOf(l *arena.Line) time.Duration {
	return time.Duration((l.CPU[0] + l.CPU[1] + l.Waited[0] + l.Waited[1]) * float64(time.Second))
}

// finished reports whether a game need not be played: a void one is tried again.
func (c *Class) finished(s *Submission, job *arena.Job) bool {
	g, ok := c.journal.played(s, job)
	return ok && !g.line.Void()
}

// withSeat is a job of the grading for a round in which the opponents come first and the
// submission has this seat. In the grading, agent 0 is the graded one and its opponents
// follow.
func withSeat(job arena.Job, seat, id int) arena.Job {
	at := func(i int) int {
		if i == 0 {
			return seat
		}
		return i - 1
	}
	job.First, job.Second, job.ID = at(job.First), at(job.Second), id
	return job
}

func (c *Class) lineOf(t scheduledGame, rec arena.Record) arena.Line {
	rec.Job = t.job.ID
	roster := c.Grading.Roster(t.submission.key(), "")
	line := roster.Line(*t.job, rec)
	line.Confinement = c.Confinement
	return line
}

// expectedTotal estimates, from the examinations, how long games take on all cores.
func (c *Class) expectedTotal(games []scheduledGame) time.Duration {
	sum := time.Duration(0)
	for _, t := range games {
		if c.trial == nil || c.trial[t.job.ID] || !t.submission.silent() {
			sum += c.expectedTime(t)
		}
	}
	capacity := 0
	if c.Capacity != nil {
		capacity = c.Capacity()
	}
	return sum / time.Duration(cmp.Or(capacity, c.Workers, runtime.GOMAXPROCS(0)))
}

// guess is the expected time of a game by the submission's examination; 0 if that has
// measured nothing. Of an agent without one, only long and short games are told apart.
func (c *Class) guess(t scheduledGame) time.Duration {
	if t.submission.Exam != nil && t.submission.plyTime() == 0 {
		return 0
	}
	return c.expectedTime(t)
}

// silent reports whether a submission has not answered in its examination: it is likely to
// forfeit all games but its trials.
func (s *Submission) silent() bool { return s.Exam != nil && s.Exam.Answers == 0 }

// expectedTime is about how long a game takes on one core.
func (c *Class) expectedTime(t scheduledGame) time.Duration {
	const start = 10 * time.Millisecond // of a process, for a ply
	moves := c.Grading.Game.Info().PlyLimit / 2
	if assignment, err := course.Find(c.Grading.Game.Info().Name); err == nil {
		moves = assignment.Exam.Moves
	}
	if t.job.PlyCap > 0 {
		moves = min(moves, (t.job.PlyCap+1)/2)
	}
	if e := t.submission.Exam; e != nil && e.Verdict == doctor.Reject && e.Played+e.Cut == 0 {
		moves = 1 // it fails at once
	}
	time := time.Duration(moves) * (t.submission.plyTime() + t.submission.plyWait() + start)
	if most := t.job.Limits.Game; most > 0 {
		time = min(time, most)
	}
	return time
}

// journal keeps the games of all submissions in the order in which they end. In its
// lines a submission is called by its name and the hash of its files: other files
// are another submission.
type journal struct {
	file  *arena.Journal // nil: there is none
	mu    sync.Mutex
	games map[gameKey]playedGame
	lines int // in the file when it was opened
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
	at     int // its line in the file, from 0
}

// id tells submissions apart, also from a later one with the same name.
func (s *Submission) id() string {
	sum := sha256.Sum256([]byte(s.Name + "\x00" + s.Hash))
	return hex.EncodeToString(sum[:6])
}

// keyMark stands in a key between the name and the id. No opponent's name has it.
const keyMark = " #"

func (s *Submission) key() string { return strings.ToValidUTF8(s.Name, "?") + keyMark + s.id() }

func newJournal() *journal { return &journal{games: map[gameKey]playedGame{}} }

func openJournal(path string, g agent.Game) (*journal, error) {
	j := newJournal()
	file, lines, err := arena.OpenJudgedJournal(path, g, nil)
	j.file = file
	j.lines = len(lines)
	for i, line := range lines {
		j.keep(line, line.Record(), i)
	}
	return j, err
}

// remember enters a game, under both names: an opponent has none of a submission. If
// the game is written down, its record is the one that is read again later, which has
// less.
func (j *journal) remember(line arena.Line, rec arena.Record, at int) {
	if j.file != nil {
		rec = line.Record()
	}
	j.keep(line, rec, at)
}

func (j *journal) keep(line arena.Line, rec arena.Record, at int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, who := range []string{line.First, line.Second} {
		j.games[gameKey{who, line.Game}] = playedGame{line, rec, at}
	}
}

// outdate drops the games that count no more.
func (j *journal) outdate(before outdated) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for key, g := range j.games {
		if g.at < before[key.who] {
			delete(j.games, key)
		}
	}
}

// countOf counts the games of a submission, by its key.
func (j *journal) countOf(who string) (n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for key := range j.games {
		if key.who == who {
			n++
		}
	}
	return n
}

// played is a submission's game, if it has been played.
func (j *journal) played(s *Submission, job *arena.Job) (playedGame, bool) { return j.of(s.key(), job) }

func (j *journal) of(who string, job *arena.Job) (playedGame, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	g, ok := j.games[gameKey{who, job.ID}]
	return g, ok && g.line.Seed == job.Seed && g.line.Opening == job.Opening
}
