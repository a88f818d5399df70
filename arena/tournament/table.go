package tournament

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/review"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/stats"
)

// Schema is the form of a tournament's folder; docs/reference/formats.md lists all.
const Schema = 1

// Table sums up a tournament.
type Table struct {
	Name   string    `json:"name"`
	Format string    `json:"format"`
	Sides  [2]string `json:"sides"` // "black", "white"
	Games  int       `json:"games"` // in whole pairs
	Voids  int       `json:"voids"` // void games; their pairs count nowhere
	Rows   []Row     `json:"rows"`  // the winner first
	// Champion has won the final; nil if there was none, or it is not over.
	Champion *Champion `json:"champion,omitempty"`
	// Encounters lists them in the order of the rounds.
	Encounters []EncounterRow `json:"met"`
	Warnings   []string       `json:"warnings"`
	// Absent are those of a season who play no games.
	Absent []Absent `json:"absent,omitempty"`
	// Confinement is the level at which programs among the agents were held.
	Confinement string `json:"confinement,omitempty"`
	Schema      int    `json:"schema"`
}

// Row is a player's line.
type Row struct {
	Place    int            `json:"place"` // from 1; equal players share one
	Agent    string         `json:"agent"` // its name
	Rating   stats.Estimate `json:"rating"`
	Score    stats.Estimate `json:"score"` // per game
	Games    int            `json:"games"`
	Total    stats.WDL      `json:"total"`
	AsFirst  stats.WDL      `json:"as_first"`
	AsSecond stats.WDL      `json:"as_second"`
	Reasons  map[string]int `json:"lost_by"` // losses that were not by the rules

	met    stats.Result
	player int
	place  int // of the format
}

// EncounterRow is an encounter, from a's view.
type EncounterRow struct {
	Round       int               `json:"round"`
	A           string            `json:"a"`
	B           string            `json:"b"`
	Total       stats.WDL         `json:"total"`
	Pentanomial stats.Pentanomial `json:"pentanomial"`
	Score       stats.Estimate    `json:"score"`
	LOS         float64           `json:"los"`
}

func (t *play) table() *Table {
	rounds := t.book.rounds
	if len(t.records) > 0 {
		rounds = append(rounds[:len(rounds):len(rounds)], t.current.results(t.records))
	}
	sum := Summary{
		Name: t.config.Name, Format: t.config.Format, Sides: t.games.Game.Info().Sides, Players: t.roster.Names, Places: t.format.Places(&t.book),
		Rounds: rounds, Timed: t.config.limits() != arena.Limits{} || slices.Contains(t.timed, true),
	}
	table := sum.Table()
	table.Confinement = agent.Confinement(t.roster.Specs...)
	return table
}

// Summary is the input of a table.
type Summary struct {
	Name, Format string
	Sides        [2]string
	Players      []string
	Places       []int // of each player, as a format ranks them
	Rounds       [][]Encounter
	Timed        bool // time has decided moves
}

// Table adds up the rounds.
func (s *Summary) Table() *Table {
	table := &Table{Schema: Schema, Name: s.Name, Format: s.Format, Sides: s.Sides, Encounters: []EncounterRow{}, Warnings: []string{}}
	rows := make([]Row, len(s.Players))
	for i, name := range s.Players {
		rows[i] = Row{Agent: name, player: i, place: s.Places[i], Reasons: map[string]int{}}
	}
	var all []Encounter
	for i, round := range s.Rounds {
		all = append(all, round...)
		for _, m := range round {
			table.Games += m.Total().Games()
			table.Voids += m.Voids
			table.Encounters = append(table.Encounters, EncounterRow{i + 1, s.Players[m.A], s.Players[m.B], m.Total(), m.Pairs, m.Pairs.Score(), m.Pairs.LOS()})
			rows[m.A].add(m.Result, false)
			rows[m.B].add(m.Result, true)
		}
	}
	var pairs []stats.Encounter
	for _, m := range all {
		pairs = append(pairs, stats.Encounter{A: m.A, B: m.B, Pairs: m.Pairs})
	}
	for i, rating := range stats.Ratings(len(rows), pairs) {
		rows[i].Rating, rows[i].Score = rating, rows[i].met.Pairs.Score()
	}
	table.Rows = ranked(rows)
	table.Warnings = append(table.Warnings, warnings(all, s.Timed)...)
	return table
}

// SingleGame is an encounter of a single game, which A began. For statistics of pairs
// it counts as a pair with two equal results, which gives the intervals of
// independent games.
func SingleGame(t Pairing, line *arena.Line) Encounter {
	res := arena.SumGames([]arena.Job{{First: t.A, Second: t.B}}, []arena.Record{line.Record()}, t.A)
	res.Pairs.Add(2 * (2*res.Total().Wins + res.Total().Draws))
	return Encounter{t, res}
}

// add enters an encounter; swapped for the player who is its B.
func (r *Row) add(res arena.Result, swapped bool) {
	if swapped {
		res = res.Swap()
	}
	r.met = r.met.Plus(res.Result)
	r.Total, r.AsFirst, r.AsSecond = r.met.Total(), r.met.AsFirst, r.met.AsSecond
	r.Games = r.Total.Games()
	for reason, n := range res.LostBy[0] {
		r.Reasons[reason] += n
	}
}

// ranked sorts by the format's places, then by rating.
func ranked(rows []Row) []Row {
	order := func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(b.Rating.Value, a.Rating.Value))
	}
	slices.SortStableFunc(rows, order)
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && order(rows[i-1], rows[i]) == 0 {
			rows[i].Place = rows[i-1].Place
		}
	}
	return rows
}

func warnings(all []Encounter, timed bool) []string {
	few, repeated, oneSided, voids := 0, 0, 0, 0
	for _, m := range all {
		total := m.Total()
		n := total.Games()
		if n < arena.FewGames {
			few++
		}
		repeated += m.Duplicates
		voids += m.Voids
		if n > 0 && (total.Wins == n || total.Losses == n) {
			oneSided++
		}
	}
	var list []string
	if voids > 0 {
		list = append(list, arena.VoidWarning("void games", voids))
	}
	if few > 0 {
		list = append(list, fmt.Sprintf("%d of %s %s fewer than %s: wide intervals", few, quantity.Of(len(all), "encounter"), quantity.Verb(few, "has", "have"), quantity.Of(arena.FewGames, "game")))
	}
	if repeated > 0 {
		list = append(list, fmt.Sprintf("%s %s an earlier one move by move: that adds no information, and intervals are too narrow", quantity.Of(repeated, "game"), quantity.Verb(repeated, "repeats", "repeat")))
	}
	if oneSided > 0 {
		list = append(list, fmt.Sprintf("%d of %s %s one-sided: ratings there are only bounded on one side", oneSided, quantity.Of(len(all), "encounter"), quantity.Verb(oneSided, "is", "are")))
	}
	if timed {
		list = append(list, "time decides moves: the same tournament ends otherwise when it is played again")
	}
	return list
}

// JSON is the table as its file keeps it.
func (t *Table) JSON() ([]byte, error) {
	text, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	return append(text, '\n'), nil
}

// Champion is who has won a final.
type Champion struct {
	Agent   string    `json:"agent"`
	Against string    `json:"against"` // the other finalist
	Total   stats.WDL `json:"total"`   // of all their games against each other
}

// SetChampion enters the winner of the final: the first row, ahead of the second.
func (t *Table) SetChampion() {
	c := &Champion{Agent: t.Rows[0].Agent, Against: t.Rows[1].Agent}
	for _, m := range t.Encounters {
		switch [2]string{m.A, m.B} {
		case [2]string{c.Agent, c.Against}:
			c.Total = c.Total.Add(m.Total)
		case [2]string{c.Against, c.Agent}:
			c.Total = c.Total.Add(m.Total.Swap())
		}
	}
	t.Champion = c
}

// Of sums up games that belong to no tournament, such as those of a match: each
// player's results against those whom it met.
func Of(name string, sides [2]string, lines []arena.Line) *Table {
	s := &Summary{Name: name, Format: "games", Sides: sides, Players: review.Players(lines)}
	s.Places = make([]int, len(s.Players))
	own := slices.Clone(lines)
	for i := range own {
		own[i].Round = 1
		s.Timed = s.Timed || own[i].Timed
	}
	s.add(own)
	return s.Table()
}

// Read sums up the journal of a tournament, which may still be running: only whole
// pairs count, and of a season those of the players in their present versions. A line
// that has not been written to its end is left for later.
func Read(folder string) (*Table, *Config, error) {
	c, err := config.Load[Config](filepath.Join(folder, ConfigFile), nil)
	if err != nil {
		return nil, nil, err
	}
	lines, err := arena.ReadJournal(filepath.Join(folder, JournalFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, c, err
	}
	s := &Summary{Name: c.Name, Format: c.Format, Sides: [2]string{"first", "second"}, Timed: c.limits() != arena.Limits{}}
	s.Players = c.Names()
	s.Places = make([]int, len(s.Players))
	s.add(present(c, lines))
	table := s.Table()
	table.Absent = absentIn(folder)
	return table, c, nil
}

// Outcome is a tournament's config and, once it has ended, the table that it has written.
func Outcome(folder string) (*Config, *Table, error) {
	c, err := config.Load[Config](filepath.Join(folder, ConfigFile), nil)
	if err != nil {
		return nil, nil, err
	}
	const most = 1 << 28 // bytes
	text, err := files.Read(filepath.Join(folder, tableFile), most)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil, nil
	}
	var table Table
	if err == nil {
		err = files.DecodeJSON(text, &table)
	}
	if err != nil {
		return c, nil, err
	}
	return c, &table, nil
}

// Winner is who has won, or shares the first place; "" if nobody has played.
func (t *Table) Winner() string {
	if t.Champion != nil {
		return t.Champion.Agent
	}
	var first []string
	for _, r := range t.Rows {
		if r.Place == 1 && t.Games > 0 {
			first = append(first, r.Agent)
		}
	}
	return strings.Join(first, ", ")
}

// present are the games of the players in the versions of the config. A void one that was
// played again is left out.
func present(c *Config, lines []arena.Line) []arena.Line {
	specs := map[string]string{}
	for i, name := range c.Names() {
		specs[name] = c.Agents[i].Agent
	}
	ended := map[seasonGame]bool{}
	for i := range lines {
		if !lines[i].Open() {
			ended[seasonGameOf(&lines[i])] = true
		}
	}
	return slices.DeleteFunc(lines, func(l arena.Line) bool {
		other := l.Agents != [2]string{} && l.Agents != [2]string{specs[l.First], specs[l.Second]}
		return other || l.Open() && ended[seasonGameOf(&l)]
	})
}

// absentIn are those who play no games, as the folder's table has them.
func absentIn(folder string) []Absent {
	var table struct {
		Absent []Absent `json:"absent"`
	}
	const most = 1 << 28 // bytes
	if text, err := files.Read(filepath.Join(folder, tableFile), most); err == nil {
		_ = json.Unmarshal(text, &table) // the games count without it
	}
	return table.Absent
}

// add enters games, by round and encounter. It ignores games of players who are not
// in the config.
func (s *Summary) add(lines []arena.Line) {
	const maxRounds = 10_000 // more than any tournament has
	slices.SortStableFunc(lines, func(a, b arena.Line) int { return a.Game - b.Game })
	type meeting struct {
		jobs    []arena.Job
		records []arena.Record
	}
	rounds := []map[[2]int]*meeting{}
	var order [][][2]int
	for i := range lines {
		l := &lines[i]
		first, second := slices.Index(s.Players, l.First), slices.Index(s.Players, l.Second)
		if first < 0 || second < 0 || l.Round < 1 || l.Round > maxRounds {
			continue
		}
		for len(rounds) < l.Round {
			rounds, order = append(rounds, map[[2]int]*meeting{}), append(order, nil)
		}
		key := [2]int{min(first, second), max(first, second)}
		m := rounds[l.Round-1][key]
		if m == nil {
			m = &meeting{}
			rounds[l.Round-1][key] = m
			order[l.Round-1] = append(order[l.Round-1], key)
		}
		m.jobs = append(m.jobs, arena.Job{ID: l.Game, Pair: l.Pair, First: first, Second: second})
		m.records = append(m.records, l.Record())
	}
	for i, keys := range order {
		var encounters []Encounter
		for _, key := range keys {
			m := rounds[i][key]
			encounters = append(encounters, Encounter{Pairing{A: key[0], B: key[1], Games: len(m.jobs)}, arena.Sum(m.jobs, m.records, key[0])})
		}
		s.Rounds = append(s.Rounds, encounters)
	}
}
