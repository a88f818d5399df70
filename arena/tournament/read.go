package tournament

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"evolab/arena"
	"evolab/internal/config"
	"evolab/internal/files"
)

// Read sums up the journal of a tournament, which may still be running: only whole
// pairs count. A line that has not been written to its end is left for later.
func Read(folder string) (*Table, *Config, error) {
	c, err := config.Load[Config](filepath.Join(folder, configFile), nil)
	if err != nil {
		return nil, nil, fmt.Errorf("tournament: %w", err)
	}
	const most = 1 << 32 // bytes
	data, err := files.Read(filepath.Join(folder, JournalFile), most)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, c, fmt.Errorf("tournament: %w", err)
	}
	s := &Summary{Name: c.Name, Format: c.Format, Sides: [2]string{"first", "second"}, Timed: c.limits() != arena.Limits{}}
	s.Players = c.Names()
	s.Places = make([]int, len(s.Players))
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	var lines []arena.Line
	for text := range bytes.Lines(whole) {
		line, err := arena.ParseLine(text)
		if err != nil {
			return nil, c, fmt.Errorf("tournament: %s: %w", filepath.Join(folder, JournalFile), err)
		}
		lines = append(lines, line)
	}
	s.add(lines)
	return s.Table(), c, nil
}

// add enters games, by round and encounter. It ignores games of players who are not
// in the config.
func (s *Summary) add(lines []arena.Line) {
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
		if first < 0 || second < 0 || l.Round < 1 || l.Round > 10_000 {
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
		m.records = append(m.records, *record(l))
	}
	for i, keys := range order {
		var met []Met
		for _, key := range keys {
			m := rounds[i][key]
			met = append(met, Met{Tie{A: key[0], B: key[1], Games: len(m.jobs)}, arena.Sum(m.jobs, m.records, key[0])})
		}
		s.Rounds = append(s.Rounds, met)
	}
}
