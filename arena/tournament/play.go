package tournament

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"evolab/agent"
	"evolab/arena"
)

// Options say how a tournament is played; nothing in them changes a result.
type Options struct {
	Root      string // folder of the tournaments
	Resume    bool   // continue the newest one of this name, if there is one
	Overrides []string
	Workers   int        // on this machine; 0: one a core
	Pool      arena.Pool // plays the games; nil: the workers
	Env       agent.Env
	Watch     Watcher
}

// Watcher follows a tournament. One goroutine at a time calls Played.
type Watcher interface {
	// Started announces the folder, and the round that begins with its games.
	Started(folder string, round, games int)
	// Played is a game that has ended or was found on the disk; table makes the
	// current table.
	Played(line arena.Line, table func() *Table)
}

// play is a tournament in progress.
type play struct {
	ctx      context.Context
	config   *Config
	options  Options
	cast     arena.Cast
	timed    []bool
	games    arena.Round // what the games of all rounds have in common
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

// Play plays a tournament to its end, or continues one, and writes its folder.
// When the context ends, it returns the table so far with the context's error.
func Play(ctx context.Context, c *Config, o Options) (table *Table, folder string, err error) {
	if o.Pool == nil {
		o.Pool = arena.Cores{Workers: o.Workers}
	}
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

// round plays the missing games of a round and enters it into the book.
func (t *play) round(ties []Tie, stop context.CancelCauseFunc) error {
	r, err := t.plan(ties)
	if err != nil {
		return err
	}
	t.current, t.records = r, make([]*arena.Record, len(r.jobs))
	if t.options.Watch != nil {
		t.options.Watch.Started(t.folder, r.number, len(r.jobs))
	}
	lines, missing, err := t.resumed(r)
	if err != nil {
		return err
	}
	first := r.jobs[0].ID
	t.games.Of = filepath.Base(t.folder)
	t.games.Done = func(rec arena.Record) {
		line := t.line(r.jobs[rec.Job-first], rec)
		lines[rec.Job-first] = line
		if err := t.keep(line); err != nil {
			stop(err)
		}
	}
	if _, err := t.options.Pool.Run(t.ctx, t.games, missing); err != nil {
		if cause := context.Cause(t.ctx); cause != nil && errors.Is(err, context.Canceled) {
			return cause // such as an error of the journal, which ended the context
		}
		return err
	}
	t.book.rounds = append(t.book.rounds, r.results(t.records))
	t.lines = append(t.lines, lines...)
	t.current, t.records = round{}, nil
	return nil
}

// resumed takes the lines of a round from the journal, by job, and returns the
// jobs that it has none of.
func (t *play) resumed(r round) (lines []arena.Line, missing []arena.Job, err error) {
	lines = make([]arena.Line, len(r.jobs))
	for i, job := range r.jobs {
		line, err := t.log.take(t.line(job, arena.Record{}))
		switch {
		case err != nil:
			return nil, nil, err
		case line == nil:
			missing = append(missing, job)
		default:
			lines[i] = *line
			t.played(*line)
		}
	}
	return lines, missing, nil
}

func (t *play) line(job arena.Job, rec arena.Record) arena.Line {
	rec.Job = job.ID
	line := t.cast.Line(job, rec)
	line.Round = t.current.number
	return line
}

// keep writes a game as soon as it has ended.
func (t *play) keep(line arena.Line) error {
	text, err := line.Append(nil)
	if err == nil {
		err = t.log.Append(text)
	}
	if err == nil {
		t.played(line)
	}
	return err
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
	for _, a := range t.games.Agents {
		err = errors.Join(err, a.Close())
	}
	if t.log != nil {
		err = errors.Join(err, t.log.Close())
	}
	return err
}
