package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments/experiment"
	"evolab/internal/config"
	"evolab/stats"
)

// ReadAll reads the folders of runs, in their order, and calls read after each.
func ReadAll(games agent.Table, folders []string, read func()) ([]*Report, error) {
	list := make([]*Report, len(folders))
	var group errgroup.Group
	group.SetLimit(8) // most of the time is the disk's
	for i, folder := range folders {
		group.Go(func() (err error) {
			if list[i], err = Read(games, folder); err != nil {
				err = fmt.Errorf("run: %s: %w", folder, err)
			}
			read()
			return err
		})
	}
	return list, group.Wait()
}

// Setting is a key of the config with its value in each of some runs.
type Setting struct {
	Key    string   `json:"key"`
	Values []string `json:"values"` // YAML
}

// Differing lists the keys that do not have the same value in all runs.
func Differing(runs []*Report) []Setting {
	var list []Setting
	for _, k := range config.Keys[experiment.Config]() {
		s := Setting{Key: k.Path}
		for _, r := range runs {
			s.Values = append(s.Values, r.Config[k.Path])
		}
		if slices.ContainsFunc(s.Values, func(v string) bool { return v != s.Values[0] }) {
			list = append(list, s)
		}
	}
	return list
}

// Encounter is a match of two runs' champions, from the first one's view.
type Encounter struct {
	A        string         `json:"a"`
	B        string         `json:"b"`
	Games    int            `json:"games"`
	Score    stats.Estimate `json:"score"` // with its 95 % interval
	AsFirst  stats.WDL      `json:"as_first"`
	AsSecond stats.WDL      `json:"as_second"`
	Warnings []string       `json:"warnings"`
}

// Meeting says how champions play each other.
type Meeting struct {
	Games int // per pair of champions, even
	Seed  uint64
	Pool  arena.Pool
	// Played, if not nil, is called after each game, from several goroutines.
	Played func()
}

// Play plays the champions of runs of one game and variant against each other, each
// at its run's depth, from openings as long as the first run's.
func (m Meeting) Play(ctx context.Context, runs []*Report) ([]Encounter, error) {
	if err := comparable(runs); err != nil {
		return nil, err
	}
	g, err := runs[0].parsed.FindGame()
	if err != nil {
		return nil, err
	}
	round := arena.Round{Game: g}
	if m.Played != nil {
		round.Done = func(arena.Record) { m.Played() }
	}
	for _, r := range runs {
		if r.parsed.Tunes() {
			return nil, fmt.Errorf("run: %s: its champion is a program (evolve freeze writes its parameters, evolve match plays it)", r.Run)
		}
		player, err := g.Agent(r.Evidence.Look().Spec(r.champion), agent.Env{})
		if err != nil {
			return nil, fmt.Errorf("run: %s: %w", r.Run, err)
		}
		round.Agents = append(round.Agents, player)
	}
	var list []Encounter
	for a := range runs {
		for b := a + 1; b < len(runs); b++ {
			e, err := m.encounter(ctx, round, runs, a, b)
			if err != nil {
				return list, err
			}
			list = append(list, e)
		}
	}
	return list, nil
}

// encounter is one match; agents are in the order of the runs.
func (m Meeting) encounter(ctx context.Context, round arena.Round, runs []*Report, a, b int) (Encounter, error) {
	c := runs[0].parsed
	match := arena.Match{Variant: c.Variant, Games: m.Games, OpeningPlies: c.Fitness.OpeningPlies, Seed: m.Seed, OwnSeeds: true}
	jobs, err := match.Jobs(round.Game, a, b, 0)
	if err != nil {
		return Encounter{}, err
	}
	records, err := m.Pool.Run(ctx, round, jobs)
	if err != nil {
		return Encounter{}, err
	}
	res := arena.Sum(jobs, records, a)
	return Encounter{runs[a].Run, runs[b].Run, m.Games, res.Pairs.Score(), res.AsFirst, res.AsSecond, res.Warnings()}, nil
}

// ErrNotComparable is the error of champions that cannot play each other.
var ErrNotComparable = errors.New("these champions cannot play each other")

// comparable reports whether champions can play each other.
func comparable(runs []*Report) error {
	first := runs[0]
	for _, r := range runs {
		switch {
		case r.Evidence == nil:
			return fmt.Errorf("run: %w: of %s there is none that can be read", ErrNotComparable, r.Run)
		case r.Game != first.Game || r.parsed.Variant != first.parsed.Variant:
			return fmt.Errorf("run: %w: %s plays %s %s, %s plays %s %s", ErrNotComparable, r.Run, r.Game, r.parsed.Variant, first.Run, first.Game, first.parsed.Variant)
		}
	}
	return nil
}
