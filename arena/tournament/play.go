package tournament

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"evolab/agent"
	"evolab/arena"
)

// Options say how a tournament is played; nothing in them changes a result.
type Options struct {
	Root      string // folder of the tournaments
	Resume    bool   // go on with the newest one of this name, if there is one
	Overrides []string
	Workers   int // 0: one a core
	Env       agent.Env
	Watch     Watcher
}

// Watcher sees a tournament go on. Played is called by one goroutine at a time.
type Watcher interface {
	// Started tells the folder, and the round that begins with its games.
	Started(folder string, round, games int)
	// Played is a game that was finished now or found on the disk; table makes
	// the table of the moment.
	Played(line arena.Line, table func() *Table)
}

// play is a tournament that goes on.
type play struct {
	ctx      context.Context
	config   *Config
	options  Options
	cast     arena.Cast
	timed    []bool
	pool     arena.Pool
	openings openings
	format   format
	book     Book
	log      *log
	folder   string
	lines    []arena.Line // of the finished rounds

	mu      sync.Mutex
	current round
	records []*arena.Record // of the current round; nil: not played
}

// Play plays a tournament to its end, or goes on with one, and writes its
// folder. When the context ends, the table of what has been played comes with
// the context's error.
func Play(ctx context.Context, c *Config, o Options) (table *Table, folder string, err error) {
	t := &play{config: c, options: o, format: c.format(), book: Book{players: len(c.Agents)}}
	defer func() { err = errors.Join(err, t.close()) }()
	if err := t.prepare(ctx); err != nil {
		return nil, t.folder, err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	t.ctx = ctx
	for {
		ties := t.format.Round(&t.book)
		if len(ties) == 0 {
			if err := t.log.strangers(len(t.lines)); err != nil {
				return nil, t.folder, err
			}
			table := t.table()
			if t.format.Final(&t.book) {
				table.Crown()
			}
			return table, t.folder, t.finish(table)
		}
		if err := t.round(ties, stop); err != nil {
			return t.table(), t.folder, err
		}
	}
}

// prepare makes the agents ready, and the folder.
func (t *play) prepare(ctx context.Context) error {
	g, err := agent.FindGame(t.config.Game)
	if err != nil {
		return fmt.Errorf("tournament: %w", err)
	}
	t.pool = arena.Pool{Game: g, Workers: t.options.Workers, Voids: true}
	t.cast = arena.Cast{Info: g.Info(), Names: t.config.Names()}
	for _, e := range t.config.Agents {
		spec, err := agent.ParseSpec(e.Agent)
		if err != nil {
			return fmt.Errorf("tournament: %w", err)
		}
		a, err := g.Agent(spec, t.options.Env)
		if err != nil {
			return fmt.Errorf("tournament: %w", err)
		}
		t.pool.Agents = append(t.pool.Agents, a)
		if err := agent.Build(ctx, a); err != nil {
			return fmt.Errorf("tournament: %w", err)
		}
		t.timed = append(t.timed, spec.Timed())
		t.cast.Specs = append(t.cast.Specs, e.Agent)
	}
	if err := t.prepareOpenings(g); err != nil {
		return err
	}
	return t.prepareFolder()
}

func (t *play) prepareOpenings(g agent.Game) error {
	o := &t.config.Openings
	t.openings = openings{game: g, variant: t.config.Variant, seed: t.config.Seed, plies: o.Plies, workers: t.options.Workers}
	if o.File != "" {
		var err error
		t.openings.given, err = arena.ReadOpenings(o.File)
		return err
	}
	if o.Balanced.Games == 0 {
		return nil
	}
	spec, err := agent.ParseSpec(o.Balanced.Agent)
	if err != nil {
		return fmt.Errorf("tournament: %w", err)
	}
	a, err := g.Agent(spec, agent.Env{})
	if err != nil {
		return fmt.Errorf("tournament: %w", err)
	}
	t.openings.balance = &arena.Balance{Agent: a, Games: o.Balanced.Games, Within: o.Balanced.Within}
	return nil
}

// prepareFolder makes a new folder, or opens the one to go on with.
func (t *play) prepareFolder() error {
	text, err := t.config.fingerprint()
	if err != nil {
		return err
	}
	if t.options.Resume {
		t.folder, err = findFolder(t.options.Root, t.config.Name, text)
	}
	if err == nil && t.folder == "" {
		t.folder, err = newFolder(t.options.Root, t.config.Name, text, t.options.Overrides)
	}
	if err == nil {
		t.log, err = openLog(filepath.Join(t.folder, journalFile))
	}
	return err
}

// round plays what is missing of a round and enters it into the book.
func (t *play) round(ties []Tie, stop context.CancelCauseFunc) error {
	r, err := t.plan(ties)
	if err != nil {
		return err
	}
	t.current, t.records = r, make([]*arena.Record, len(r.jobs))
	if t.options.Watch != nil {
		t.options.Watch.Started(t.folder, r.number, len(r.jobs))
	}
	lines := make([]arena.Line, len(r.jobs))
	var missing []arena.Job
	first := r.jobs[0].ID
	for i, job := range r.jobs {
		line, err := t.log.take(t.line(job, arena.Record{}))
		switch {
		case err != nil:
			return err
		case line == nil:
			missing = append(missing, job)
		default:
			lines[i] = *line
			t.played(*line)
		}
	}
	t.pool.Done = func(rec arena.Record) {
		line := t.line(r.jobs[rec.Job-first], rec)
		lines[rec.Job-first] = line
		if err := t.write(line); err != nil {
			stop(err)
		}
	}
	if _, err := t.pool.Run(t.ctx, missing); err != nil {
		return t.because(err)
	}
	t.book.rounds = append(t.book.rounds, r.results(t.records))
	t.lines = append(t.lines, lines...)
	t.current, t.records = round{}, nil
	return nil
}

// because prefers the error of the journal to that of the context it ended.
func (t *play) because(err error) error {
	if cause := context.Cause(t.ctx); cause != nil && errors.Is(err, context.Canceled) {
		return cause
	}
	return err
}

func (t *play) line(job arena.Job, rec arena.Record) arena.Line {
	rec.Job = job.ID
	line := t.cast.Line(job, rec)
	line.Round = t.current.number
	return line
}

// write keeps a game as soon as it is played.
func (t *play) write(line arena.Line) error {
	text, err := line.Append(nil)
	if err == nil {
		err = t.log.Append(text)
	}
	if err != nil {
		return err
	}
	t.played(line)
	return nil
}

func (t *play) played(line arena.Line) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.records[line.Game-t.current.jobs[0].ID] = record(&line)
	if t.options.Watch != nil {
		t.options.Watch.Played(line, t.table)
	}
}

func (t *play) close() error {
	var err error
	for _, a := range t.pool.Agents {
		err = errors.Join(err, a.Close())
	}
	if t.log != nil {
		err = errors.Join(err, t.log.Close())
	}
	return err
}
