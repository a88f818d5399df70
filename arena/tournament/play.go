// Package tournament plays many agents against each other: a round robin, one
// against all others, or a knock-out. Opponents play pairs of games from
// shared openings with sides swapped. Each game is saved as soon as it ends,
// so an interrupted tournament continues where it stopped and ends with the
// same table.
//
// A Config (config.go) names a format, which says who meets whom, round by round
// (format.go). Play plays the rounds (play.go) into a folder (folder.go), and a Table
// sums up the games (table.go).
package tournament

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/internal/config"
)

// Options say how a tournament is played; nothing in them changes a result.
type Options struct {
	Root      string // folder of the tournaments
	Resume    bool   // continue the newest one of this name, if there is one
	Overrides []string
	Workers   int        // on this machine; 0: one a core
	Pool      arena.Pool // plays the games; nil: the workers
	Env       agent.Env
	Observer  Observer // nil: nobody
}

// Observer is told of the games of a tournament. One goroutine at a time calls Played.
type Observer interface {
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
	roster   arena.Roster
	timed    []bool
	identity func(player int) uint64 // for seeds
	games    arena.Round             // what the games of all rounds have in common
	openings openings
	format   format
	book     Book
	journal  *journal
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
	t := &play{config: c, options: o, format: c.format(), book: Book{players: len(c.Agents)}, identity: func(player int) uint64 { return uint64(player) }}
	defer func() { err = errors.Join(err, t.close(err)) }()
	if err := t.prepare(ctx); err != nil {
		return nil, t.folder, err
	}
	t.ctx = ctx
	for {
		pairings := t.format.Round(&t.book)
		if len(pairings) == 0 {
			if err := t.journal.refuseForeign(len(t.lines)); err != nil {
				return nil, t.folder, err
			}
			table := t.table()
			if t.format.Final(&t.book) {
				table.SetChampion()
			}
			return table, t.folder, t.finish(table)
		}
		if err := t.round(pairings); err != nil {
			return t.table(), t.folder, err
		}
	}
}

// round plays the missing games of a round and enters it into the book.
func (t *play) round(pairings []Pairing) error {
	r, err := t.plan(pairings)
	if err != nil {
		return err
	}
	t.current, t.records = r, make([]*arena.Record, len(r.jobs))
	if t.options.Observer != nil {
		t.options.Observer.Started(t.folder, r.number, len(r.jobs))
	}
	lines, missing, err := t.resumed(r)
	if err != nil {
		return err
	}
	first := r.jobs[0].ID
	t.games.Of = filepath.Base(t.folder)
	err = t.journal.Play(t.ctx, t.options.Pool, t.games, missing,
		func(rec arena.Record) arena.Line { return t.line(r.jobs[rec.Job-first], rec) },
		func(_ arena.Record, line arena.Line, _ int) {
			lines[line.Game-first] = line
			t.played(line.Game-first, line)
		})
	if err != nil {
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
		line, err := t.journal.take(t.line(job, arena.Record{}))
		switch {
		case err != nil:
			return nil, nil, err
		case line == nil:
			missing = append(missing, job)
		default:
			lines[i] = *line
			t.played(i, *line)
		}
	}
	return lines, missing, nil
}

func (t *play) line(job arena.Job, rec arena.Record) arena.Line {
	rec.Job = job.ID
	line := t.roster.Line(job, rec)
	line.Round = t.current.number
	return line
}

func (t *play) played(i int, line arena.Line) {
	t.mu.Lock()
	defer t.mu.Unlock()
	rec := line.Record()
	t.records[i] = &rec
	if t.options.Observer != nil {
		t.options.Observer.Played(line, t.table)
	}
}

func (t *play) close(played error) error {
	var err error
	for _, a := range t.games.Agents {
		err = errors.Join(err, a.Close())
	}
	if t.journal == nil {
		return err
	}
	return errors.Join(err, closeFolder(t.folder, t.journal.Journal, played))
}

func (t *play) prepare(ctx context.Context) error {
	g, err := t.config.FindGame()
	if err != nil {
		return err
	}
	t.games = arena.Round{Game: g, Voids: true}
	t.roster = arena.Roster{Info: g.Info(), Names: t.config.Names()}
	for _, e := range t.config.Agents {
		spec, a, err := openAgent(g, e.Agent, t.options.Env)
		if err != nil {
			return err
		}
		t.games.Agents = append(t.games.Agents, a)
		if err := agent.Build(ctx, a); err != nil {
			return err
		}
		t.timed = append(t.timed, spec.Timed())
		t.roster.Specs = append(t.roster.Specs, e.Agent)
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
	_, a, err := openAgent(g, o.Balanced.Agent, t.options.Env)
	if err != nil {
		return err
	}
	t.openings.balance = &arena.Balance{Agent: a, Games: o.Balanced.Games, Within: o.Balanced.Within}
	return nil
}

// prepareFolder makes a new folder, or opens the one to continue.
func (t *play) prepareFolder() error {
	text, err := config.YAML(t.config)
	if err != nil {
		return fmt.Errorf("%q: %w", t.config.Name, err)
	}
	t.folder, err = openFolder(&t.options, t.config.Name, text, func() (string, error) {
		if !t.options.Resume {
			return "", nil
		}
		return findFolder(t.options.Root, t.config.Name, text, func(*Config) {})
	})
	if err != nil {
		return err
	}
	if t.journal, err = openJournal(t.folder, t.games.Game); err != nil {
		return err
	}
	if err := Sums(t.folder).Remove(); err != nil {
		return err
	}
	waits := t.journal.waits()
	for i, a := range t.games.Agents {
		arena.RaiseWaits(a, waits[t.roster.Names[i]])
	}
	return nil
}

func openAgent(g agent.Game, text string, env agent.Env) (agent.Spec, agent.Agent, error) {
	spec, err := agent.ParseSpec(text)
	if err != nil {
		return spec, nil, err
	}
	a, err := g.Agent(spec, env)
	if err != nil {
		return spec, nil, err
	}
	return spec, a, nil
}

// openingSeed and playSeed keep openings and players apart.
const openingSeed, playSeed = 1, 2

// round is a round's games.
type round struct {
	number   int // from 1
	pairings []Pairing
	jobs     []arena.Job
	pairing  []int // of each job
}

// plan lists the games of a round: the first pair of every encounter, then the
// second of every one, so that the results are always balanced. Later pairs of two
// players, in a final or a replay, begin from new openings.
func (t *play) plan(pairings []Pairing) (round, error) {
	r := round{number: t.book.Rounds() + 1, pairings: pairings}
	base := 0
	for _, played := range t.book.rounds {
		for _, m := range played {
			base += m.Games
		}
	}
	longest := 0
	for _, pairing := range pairings {
		longest = max(longest, t.book.pairs(pairing)+pairing.Games/2)
	}
	openings, err := t.openings.first(t.ctx, longest)
	if err != nil {
		return round{}, err
	}
	for pair := range longest {
		for i, pairing := range pairings {
			if pair >= pairing.Games/2 {
				continue
			}
			job := arena.Job{
				ID: base + len(r.jobs), Variant: t.config.Variant, Opening: openings[t.book.pairs(pairing)+pair], First: pairing.A, Second: pairing.B,
				Seed:   game.Mix(t.config.Seed, playSeed, uint64(r.number), t.identity(pairing.A), t.identity(pairing.B), uint64(pair)),
				Limits: t.config.limits(), Keep: true, Timed: t.timed[pairing.A] || t.timed[pairing.B],
			}
			job.Pair = job.ID / 2
			r.jobs = append(r.jobs, job, job.Swapped(true))
			r.pairing = append(r.pairing, i, i)
		}
	}
	return r, nil
}

func (c *Config) limits() arena.Limits {
	seconds := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	return arena.Limits{Move: seconds(c.Limits.Move), Game: seconds(c.Limits.Game)}
}

// results adds up the games of a round; a nil record is one not played yet.
func (r *round) results(records []*arena.Record) []Encounter {
	jobs, played := make([][]arena.Job, len(r.pairings)), make([][]arena.Record, len(r.pairings))
	for j, job := range r.jobs {
		if i := r.pairing[j]; records[j] != nil {
			jobs[i], played[i] = append(jobs[i], job), append(played[i], *records[j])
		}
	}
	encounters := make([]Encounter, len(r.pairings))
	for i, pairing := range r.pairings {
		encounters[i] = Encounter{pairing, arena.Sum(jobs[i], played[i], pairing.A)}
	}
	return encounters
}

// openings are the positions that pairs begin from, made when they are needed.
type openings struct {
	game    agent.Game
	variant string
	seed    uint64
	plies   int
	given   []string       // of a file, played in turn
	balance *arena.Balance // nil: not chosen
	workers int
	made    []string
}

// first returns the first n openings. The same ones come for any number of
// workers.
func (o *openings) first(ctx context.Context, n int) ([]string, error) {
	var err error
	if len(o.given) == 0 && o.balance != nil && n > len(o.made) {
		var more []string
		more, err = o.balance.Choose(ctx, arena.Choice{
			Game: o.game, Variant: o.variant, Plies: o.plies, From: len(o.made), To: n, Seed: game.Mix(o.seed, openingSeed), Workers: o.workers,
		})
		o.made = append(o.made, more...)
		return o.made, err
	}
	for i := len(o.made); i < n && err == nil; i++ {
		var text string
		if len(o.given) > 0 {
			text = o.given[i%len(o.given)]
		} else {
			text, err = arena.Opening(o.game, o.variant, o.plies, game.Mix(o.seed, openingSeed, uint64(i)))
		}
		o.made = append(o.made, text)
	}
	return o.made, err
}
