package tournament

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/config"
	"evolab/internal/files"
)

// Season is a tournament in a folder that is played again as its players come, change and
// leave. Only games that the folder lacks are played: a game belongs to two players in
// these versions, and to the seed. What it ends in follows from who plays, however often
// it was interrupted; in a ladder by lot, pairs that have met stay besides.
type Season struct {
	play
	// Other says how the newest season of this name differs, if that is why this one is
	// new; nil: there was none.
	Other error
	// Confinement is the level at which the players are held.
	Confinement string

	file     *arena.Journal            // nil before Play
	known    map[seasonGame]arena.Line // what was played before
	nextPair int                       // of the journal
}

// Contender takes part in a season. Its agent is the caller's to close.
type Contender struct {
	Name    string // for the tables; nobody else has it
	Version string // as a spec; in another version it is another player
	Agent   agent.Agent
}

// Absent is somebody whom the table lists without games.
type Absent struct {
	Agent string `json:"agent"` // its name
	Why   string `json:"why"`
}

// ErrPlayers is the error of a season that too few or too many can play.
var ErrPlayers = errors.New("the number of players does not fit")

const minPlayers, maxPlayers = 2, 1000 // of a config

// ErrStrangers is the error of a season in which nobody has played before.
var ErrStrangers = errors.New("it has games, but none of those who play now")

// seasonGame tells a season's games apart.
type seasonGame struct {
	first, second string
	agents        [2]string
	opening       string
	seed          uint64
}

func seasonGameOf(l *arena.Line) seasonGame {
	return seasonGame{l.First, l.Second, l.Agents, l.Opening, l.Seed}
}

// OpenSeason opens the newest season with the config's name and settings, or makes its
// folder. Who plays is said later; agents of the config are ignored.
func OpenSeason(c *Config, o Options) (*Season, error) {
	if o.Pool == nil {
		o.Pool = arena.Cores{Workers: o.Workers}
	}
	s := &Season{play: play{config: c, options: o}}
	g, err := c.FindGame()
	if err != nil {
		return nil, err
	}
	s.games = arena.Round{Game: g, Voids: true}
	c.Agents = nil
	text, err := config.YAML(c)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", c.Name, err)
	}
	o.Overrides = nil
	s.folder, err = openFolder(&o, c.Name, text, func() (string, error) {
		folder, err := findFolder(o.Root, c.Name, text, func(c *Config) { c.Agents = nil })
		if errors.Is(err, ErrOtherConfig) {
			s.Other, err = err, nil
		}
		return folder, err
	})
	if err == nil { // whoever enters writes to the folder
		err = Sums(s.folder).Remove()
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Folder is where the season is kept.
func (s *Season) Folder() string { return s.folder }

// Play plays the missing games and writes the folder. When the context ends, it returns
// the table so far with the context's error. It is called once.
func (s *Season) Play(ctx context.Context, players []Contender, absent []Absent) (*Table, error) {
	s.ctx = ctx
	if n := len(players); n < minPlayers || n > maxPlayers {
		return nil, fmt.Errorf("%d of %d can play (expected: %d..%d): %w", n, n+len(absent), minPlayers, maxPlayers, ErrPlayers)
	}
	if err := s.openJournal(players); err != nil {
		return nil, err
	}
	s.enter(players)
	if err := s.prepareOpenings(s.games.Game); err != nil {
		return nil, err
	}
	r, err := s.plan(s.pairings())
	if err != nil {
		return nil, err
	}
	table := func() *Table {
		t := s.table()
		t.Absent, t.Confinement = absent, s.Confinement
		return t
	}
	err = s.playRound(r, table)
	if err == nil {
		err = s.finish(table())
	}
	return table(), err
}

// Close closes the folder after the work, which may have failed.
func (s *Season) Close(played error) error {
	if _, err := os.Stat(filepath.Join(s.folder, GamesFile)); err == nil && (errors.Is(played, ErrPlayers) || errors.Is(played, ErrStrangers)) {
		played = nil // it stays as it was
	}
	return closeFolder(s.folder, s.file, played)
}

// openJournal reads the games that were played before.
func (s *Season) openJournal(players []Contender) error {
	file, lines, err := arena.OpenJudgedJournal(filepath.Join(s.folder, JournalFile), s.games.Game, nil)
	if err != nil {
		return err
	}
	s.file, s.known = file, map[seasonGame]arena.Line{}
	anybody := len(lines) == 0
	for i := range lines {
		l := &lines[i]
		if !l.Open() {
			s.known[seasonGameOf(l)] = *l
		}
		s.nextPair = max(s.nextPair, l.Pair+1)
		anybody = anybody || slices.ContainsFunc(players, func(p Contender) bool { return p.Name == l.First || p.Name == l.Second })
	}
	if !anybody {
		return fmt.Errorf("%s: %w", s.folder, ErrStrangers)
	}
	return nil
}

// enter enters the players, in the order of their names.
func (s *Season) enter(players []Contender) {
	players = slices.SortedFunc(slices.Values(players), func(a, b Contender) int { return strings.Compare(a.Name, b.Name) })
	s.roster = arena.Roster{Info: s.games.Game.Info()}
	s.timed = make([]bool, len(players))
	for _, p := range players {
		s.config.Agents = append(s.config.Agents, Entrant{Agent: p.Version, Name: p.Name})
		s.roster.Names, s.roster.Specs = append(s.roster.Names, p.Name), append(s.roster.Specs, p.Version)
		s.games.Agents = append(s.games.Agents, p.Agent)
	}
	s.identity = func(player int) uint64 { return nameHash(s.roster.Names[player]) }
	s.format, s.book = s.config.format(), Book{players: len(players)}
}

// pairings are those of the format, and those of who have met before in these versions.
func (s *Season) pairings() []Pairing {
	list := s.format.Round(&s.book)
	games := map[[2]int]int{}
	at := map[string]int{}
	for i, name := range s.roster.Names {
		at[name] = i
	}
	for game := range s.known {
		a, aKnown := at[game.first]
		b, bKnown := at[game.second]
		if aKnown && bKnown && game.agents == [2]string{s.roster.Specs[a], s.roster.Specs[b]} {
			games[[2]int{min(a, b), max(a, b)}]++
		}
	}
	for _, p := range list {
		delete(games, [2]int{p.A, p.B})
	}
	for pair, n := range games {
		if n >= s.config.Games {
			list = append(list, Pairing{pair[0], pair[1], s.config.Games})
		}
	}
	slices.SortFunc(list, func(a, b Pairing) int { return cmp.Or(a.A-b.A, a.B-b.B) })
	return list
}

// playRound plays the missing games of the only round.
func (s *Season) playRound(r round, table func() *Table) error {
	s.current, s.records, s.lines = r, make([]*arena.Record, len(r.jobs)), make([]arena.Line, len(r.jobs))
	var missing []arena.Job
	pairs := make([]int, len(r.jobs)/2) // the numbers in the journal, from 1; 0: none yet
	for i, job := range r.jobs {
		want := s.line(job, arena.Record{})
		line, ok := s.known[seasonGameOf(&want)]
		if !ok {
			missing = append(missing, job)
			continue
		}
		rec := line.Record()
		s.records[i], s.lines[i], pairs[i/2] = &rec, line, line.Pair+1
	}
	s.raiseWaits()
	if err := s.begin(table(), len(missing) > 0); err != nil || len(missing) == 0 {
		return err
	}
	for _, job := range missing {
		if pairs[job.Pair] == 0 {
			s.nextPair++
			pairs[job.Pair] = s.nextPair
		}
	}
	if s.options.Observer != nil {
		s.options.Observer.Started(s.folder, r.number, len(missing))
	}
	s.games.Of = filepath.Base(s.folder)
	return s.file.Play(s.ctx, s.options.Pool, s.games, missing,
		func(rec arena.Record) arena.Line {
			job := r.jobs[rec.Job]
			job.Pair = pairs[job.Pair] - 1
			job.ID = 2*job.Pair + rec.Job%2
			line := s.line(job, rec)
			line.Confinement = s.Confinement
			return line
		},
		func(rec arena.Record, line arena.Line, _ int) {
			s.lines[rec.Job] = line
			s.played(rec.Job, line)
		})
}

// raiseWaits tells players how long they have waited in the games before.
func (s *Season) raiseWaits() {
	sums := map[string]agent.Waits{}
	for i, rec := range s.records {
		if rec != nil {
			arena.AddWaits(sums, s.lines[i:i+1])
		}
	}
	for i, a := range s.games.Agents {
		arena.RaiseWaits(a, sums[s.roster.Names[i]])
	}
}

// begin writes who plays, and the table so far. A season with games to play is not over.
func (s *Season) begin(table *Table, open bool) error {
	text, err := config.YAML(s.config)
	if err != nil {
		return fmt.Errorf("%q: %w", s.config.Name, err)
	}
	text = configText(text, nil, Began(s.folder))
	if !open {
		if there, err := files.Read(filepath.Join(s.folder, ConfigFile), maxConfig); err == nil && bytes.Equal(there, text) {
			return nil
		}
	}
	result, err := table.JSON()
	if err == nil {
		err = files.Replace(filepath.Join(s.folder, ConfigFile), text)
	}
	if err == nil {
		err = files.Replace(filepath.Join(s.folder, tableFile), result)
	}
	if err == nil && open {
		err = files.Remove(filepath.Join(s.folder, GamesFile))
	}
	return err
}

// finish numbers the games in the order of the pairings, and writes them with the table.
func (s *Season) finish(table *Table) error {
	for i := range s.lines {
		s.lines[i].Game, s.lines[i].Pair = i, i/2
	}
	return s.play.finish(table)
}
