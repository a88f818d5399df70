package class

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"evolab/arena"
	"evolab/internal/progress"
)

// pipeline examines submissions and plays their missing games, those of each as soon as it
// is examined.
type pipeline struct {
	*Class
	turns   *turns
	files   *interim
	exams   []*Submission
	examine func(context.Context, *Submission) error
	games   []scheduledGame       // by the number in the round
	of      map[*Submission][]int // the numbers of its games

	known sync.RWMutex // guards what examinations find out about submissions
	count sync.Mutex   // guards the progress: a game counts once
	open  int          // examinations that have not ended
}

// play plays the missing games, those of the submissions to be examined after their
// examinations.
func (c *Class) play(ctx context.Context, exams []*Submission, examine func(context.Context, *Submission) error) error {
	games, _ := c.missing()
	workers := cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
	slots := workers
	if c.Capacity != nil { // workers play
		slots = 0
	}
	p := &pipeline{
		Class: c, turns: newTurns(time.Now, len(exams), slots), files: newInterim(time.Now, cmp.Or(c.Interim, 30*time.Second)),
		exams: exams, examine: examine, games: games, of: map[*Submission][]int{}, open: len(exams),
	}
	c.raiseWaits()
	round, jobs := p.round()
	for _, s := range c.Submissions {
		if !slices.Contains(exams, s) {
			p.turns.enter(p.share(s))
		}
	}
	if len(exams) == 0 {
		p.announce()
	} else {
		c.Progress.Begin("examining", len(exams), "submission")
	}
	group, ctx := errgroup.WithContext(ctx)
	for range min(workers, len(exams)) {
		group.Go(func() error { return p.examineAll(ctx) })
	}
	if len(games) > 0 {
		group.Go(func() error {
			return c.journal.file.Play(ctx, c.Pool, round, jobs, func(rec arena.Record) arena.Line { return c.lineOf(games[rec.Job], rec) },
				func(rec arena.Record, line arena.Line, at int) { p.played(ctx, rec, line, at) })
		})
	}
	return group.Wait()
}

// round are the games as a pool plays them.
func (p *pipeline) round() (arena.Round, []arena.Job) {
	round := arena.Round{Game: p.Grading.Game, Agents: slices.Clone(p.opponents), Voids: true, Next: p.turns.next}
	jobs := make([]arena.Job, len(p.games))
	for i, t := range p.games {
		if len(p.of[t.submission]) == 0 {
			round.Agents = append(round.Agents, t.submission.agent)
		}
		p.of[t.submission] = append(p.of[t.submission], i)
		jobs[i] = withSeat(*t.job, len(round.Agents)-1, i) // games are listed by submission
	}
	return round, jobs
}

// share are the games of a submission that is examined.
func (p *pipeline) share(s *Submission) *share {
	list := p.of[s]
	if len(list) == 0 || !s.Playable() {
		return &share{}
	}
	ended, guess := p.ended(s), map[int]time.Duration{}
	for _, i := range list {
		guess[i] = p.guess(p.games[i])
	}
	return &share{games: list, ended: ended, used: ended.took, guess: guess, silent: s.silent(), order: func(left []int) ([]int, int) {
		e := p.endsOf(s)
		order, ready := e.order(left, func(game int) int { return p.games[game].job.ID })
		p.add(len(left) - len(order))
		return order, ready
	}}
}

func (p *pipeline) examineAll(ctx context.Context) error {
	for {
		i, later := p.turns.nextExam()
		switch {
		case i >= 0:
			if err := p.examineNow(ctx, p.exams[i]); err != nil {
				return err
			}
		case later == nil:
			return nil
		default:
			select {
			case <-later:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}

// examineNow examines a submission, whose games may then begin.
func (p *pipeline) examineNow(ctx context.Context, s *Submission) error {
	examined := *s
	if err := p.examine(ctx, &examined); err != nil {
		return err
	}
	p.known.Lock()
	*s = examined
	err := p.noteTools(ctx, s)
	p.known.Unlock()
	if err != nil {
		return err
	}
	p.count.Lock()
	defer p.count.Unlock()
	p.Progress.Add(1)
	games := p.share(s)
	p.files.due(len(games.games) == 0)
	p.turns.examined(games)
	if p.open--; p.open == 0 {
		p.announce()
	}
	return nil
}

// announce tells how many games are left once all submissions are examined.
func (p *pipeline) announce() {
	left, all := p.missing()
	if p.Expect != nil {
		p.Expect(len(left), all, cmp.Or(p.left(), p.expectedTotal(left)))
	}
	part := "games"
	if p.Out == "" {
		part = "" // of a class of one
	}
	if len(left) > 0 {
		p.Progress.Begin(part, len(left), "game")
		p.tellLeft()
	}
}

// left is about how long the games left take; 0 before any has ended.
func (p *pipeline) left() time.Duration {
	elsewhere := 0
	if p.Capacity != nil {
		elsewhere = p.Capacity()
	}
	return p.turns.left(elsewhere)
}

// tellLeft tells who follows the games how long the rest takes.
func (p *pipeline) tellLeft() {
	if watch, ok := p.Progress.(progress.Estimated); ok && p.open == 0 {
		watch.Left(p.left())
	}
}

// add counts games that are done with. Before all submissions are examined, nobody knows
// how many there will be.
func (p *pipeline) add(n int) {
	if p.open == 0 && n > 0 {
		p.Progress.Add(n)
	}
}

func (p *pipeline) played(ctx context.Context, rec arena.Record, line arena.Line, at int) {
	game := rec.Job
	rec.Job = line.Game
	p.count.Lock()
	p.journal.remember(line, rec, at)
	done := p.turns.done(game, timeOf(&line))
	p.tellLeft()
	p.add(1)
	p.count.Unlock()
	if p.Out != "" && p.files.due(done) {
		p.writeInterim(ctx)
	}
}

// writeInterim writes the files about the games so far, without reviews of lost games.
func (p *pipeline) writeInterim(ctx context.Context) {
	began := p.files.now()
	unreviewed, stop := context.WithCancel(ctx)
	stop()
	p.known.RLock()
	err := p.writeFiles(unreviewed)
	p.known.RUnlock()
	if err != nil {
		p.count.Lock()
		p.Progress.Note("warning: the files so far: " + err.Error()) // the last ones are an error
		p.count.Unlock()
	}
	p.files.written(p.files.now().Sub(began))
}
