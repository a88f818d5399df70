package notebook

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena"
	"evolab/config"
	"evolab/experiments"
	"evolab/plots"
	"evolab/stats"
)

// ReadAll reads the folders of runs, in their order.
func ReadAll(folders []string) ([]*Report, error) {
	list := make([]*Report, len(folders))
	var group errgroup.Group
	group.SetLimit(8) // most of the time is the disk's
	for i, folder := range folders {
		group.Go(func() (err error) {
			if list[i], err = Read(folder); err != nil {
				err = fmt.Errorf("notebook: %s: %w", folder, err)
			}
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
	for _, k := range config.Keys[experiments.Config]() {
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

// ByGame puts runs together that play one game and variant, in the order of the
// first of each; the fitness of others cannot be compared.
func ByGame(runs []*Report) [][]*Report {
	var list [][]*Report
	at := map[string]int{}
	for _, r := range runs {
		name := r.GameName()
		if _, known := at[name]; !known {
			at[name] = len(list)
			list = append(list, nil)
		}
		list[at[name]] = append(list[at[name]], r)
	}
	return list
}

// GameName is the run's game, with the variant where the config names one.
func (r *Report) GameName() string {
	if r.parsed.Variant == "" {
		return r.Game
	}
	return r.Game + " " + r.parsed.Variant
}

// ErrGames is the error of runs of different games whose fitness is to be laid
// over each other.
var ErrGames = errors.New("the fitness of different games cannot be compared")

// Overlay draws the validated fitness of several runs of one game in one figure.
// Runs without a validated generation are left out. Runs of several games are
// ErrGames: ByGame splits them.
func Overlay(runs []*Report) (*plots.Figure, error) {
	if games := ByGame(runs); len(games) > 1 {
		return nil, fmt.Errorf("notebook: %w: %s and %s", ErrGames, games[0][0].GameName(), games[1][0].GameName())
	}
	data := plots.OverlayData{Title: fmt.Sprintf("Validated fitness of %d runs", len(runs)), Noun: "run"}
	for _, r := range runs {
		if c := r.curve(); len(c.Games) > 0 {
			data.Curves = append(data.Curves, c)
		}
	}
	if len(data.Curves) == 0 {
		return nil, errUnvalidated
	}
	return plots.Overlay(data)
}

var errUnvalidated = errors.New("notebook: none of the runs has validated a generation")

// Validated tells whether there is anything of the runs to be laid over each
// other.
func Validated(runs []*Report) bool {
	return slices.ContainsFunc(runs, func(r *Report) bool { return len(r.curve().Games) > 0 })
}

// curve is the validated fitness over the games of the training.
func (r *Report) curve() plots.OverlayCurve {
	c := plots.OverlayCurve{Name: shortName(r.Run)}
	for _, m := range r.Metrics {
		if m.Validated != nil {
			c.Games = append(c.Games, m.Games)
			c.Fitness = append(c.Fitness, m.Validated.Value)
		}
	}
	return c
}

// shortName leaves room for the curves. Names begin with the date, and differ
// behind it.
func shortName(run string) string {
	const most = 32
	if r := []rune(run); len(r) > most {
		return "..." + string(r[len(r)-most+3:])
	}
	return run
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
	Games   int // of each two, even
	Seed    uint64
	Workers int // 0: one a core
}

// Play lets the champions of runs of one game and variant play each other, each
// as deep as its run has it, from openings as long as the first run's.
func (m Meeting) Play(ctx context.Context, runs []*Report) ([]Encounter, error) {
	if err := comparable(runs); err != nil {
		return nil, err
	}
	g, err := agent.FindGame(runs[0].parsed.Game)
	if err != nil {
		return nil, err
	}
	pool := arena.Pool{Game: g, Workers: m.Workers}
	for _, r := range runs {
		player, err := g.Agent(r.Evidence.Look().Spec(r.champion), agent.Env{})
		if err != nil {
			return nil, fmt.Errorf("notebook: %s: %w", r.Run, err)
		}
		pool.Agents = append(pool.Agents, player)
	}
	var list []Encounter
	for a := range runs {
		for b := a + 1; b < len(runs); b++ {
			e, err := m.encounter(ctx, pool, runs, a, b)
			if err != nil {
				return list, err
			}
			list = append(list, e)
		}
	}
	return list, nil
}

// encounter is one match; agents are in the order of the runs.
func (m Meeting) encounter(ctx context.Context, pool arena.Pool, runs []*Report, a, b int) (Encounter, error) {
	c := runs[0].parsed
	match := arena.Match{Variant: c.Variant, Games: m.Games, OpeningPlies: c.Fitness.OpeningPlies, Seed: m.Seed, OwnSeeds: true}
	jobs, err := match.Jobs(pool.Game, a, b, 0)
	if err != nil {
		return Encounter{}, err
	}
	records, err := pool.Run(ctx, jobs)
	if err != nil {
		return Encounter{}, err
	}
	res := arena.Sum(jobs, records, a)
	return Encounter{runs[a].Run, runs[b].Run, m.Games, res.Pairs.Score(), res.AsFirst, res.AsSecond, res.Warnings()}, nil
}

// ErrNotComparable is the error of champions that cannot play each other.
var ErrNotComparable = errors.New("these champions cannot play each other")

// comparable tells whether champions can play each other.
func comparable(runs []*Report) error {
	first := runs[0]
	for _, r := range runs {
		switch {
		case r.Evidence == nil:
			return fmt.Errorf("notebook: %w: %s has none yet", ErrNotComparable, r.Run)
		case r.Game != first.Game || r.parsed.Variant != first.parsed.Variant:
			return fmt.Errorf("notebook: %w: %s plays %s %s, %s plays %s %s", ErrNotComparable, r.Run, r.Game, r.parsed.Variant, first.Run, first.Game, first.parsed.Variant)
		}
	}
	return nil
}
