package tables

import (
	"slices"
	"strings"

	"evolab/arena"
	"evolab/experiments/bridge"
	"evolab/experiments/run"
	"evolab/internal/config"
)

// Of makes the tables of runs. A column that only some of the runs have is empty for
// the others.
func Of(runs []*run.Run) []Table {
	return []Table{generations(runs), candidates(runs), games(runs)}
}

// identity are the columns by which tables are joined.
var identity = []leaf{{name: "run"}, {name: "seed"}}

// generations has a row for each line of metrics.jsonl, with the config, and the
// weights of the best candidate.
func generations(runs []*run.Run) Table {
	metrics, timing := leavesOf[run.Metrics]("", "weights", "parameters"), leavesOf[run.Timing]("timing.", "generation")
	keys, genes := settingsOf(runs), genesOf(runs)
	return Table{"generations", slices.Concat(headOf(identity, metrics, timing), keys.columns, genes.columns), func(yield func([]any) bool) {
		var row []any
		for _, r := range runs {
			clock := map[int]*run.Timing{}
			for i, t := range r.Timing {
				clock[t.Generation] = &r.Timing[i]
			}
			values := keys.settings(r)
			for i := range r.Metrics {
				m := &r.Metrics[i]
				row = cells(append(row[:0], r.Name(), r.Config.Seed), metrics, m)
				row = cells(row, timing, clock[m.Generation])
				row = genes.weights(append(row, values...), r, r.Config.Shown(m.Weights))
				if !yield(row) {
					return
				}
			}
		}
	}}
}

// candidates has a row for each line of individuals.jsonl.
func candidates(runs []*run.Run) Table {
	lines, genes, keys := leavesOf[run.IndividualLine]("", "genome"), genesOf(runs), differingOf(runs)
	return Table{"candidates", slices.Concat(headOf(identity, lines), keys.columns, genes.columns), func(yield func([]any) bool) {
		var row []any
		for _, r := range runs {
			values := keys.settings(r)
			for _, c := range r.Individuals() {
				row = append(cells(append(row[:0], r.Name(), r.Config.Seed), lines, &c), values...)
				row = genes.weights(row, r, r.Config.Shown(c.Genome))
				if !yield(row) {
					return
				}
			}
		}
	}}
}

// games has a row for each recorded game of a champion's test. Its seed is the game's,
// config.seed the run's.
func games(runs []*run.Run) Table {
	lines, keys := leavesOf[arena.Line](""), differingOf(runs)
	return Table{"games", slices.Concat(headOf(identity[:1], lines), []string{run.ConfigColumn + "seed"}, keys.columns), func(yield func([]any) bool) {
		var row []any
		for _, r := range runs {
			values := keys.settings(r)
			for _, l := range r.TestGames() {
				row = append(cells(append(row[:0], r.Name()), lines, &l), r.Config.Seed)
				row = append(row, values...)
				if !yield(row) {
					return
				}
			}
		}
	}}
}

func headOf(parts ...[]leaf) []string {
	var list []string
	for _, part := range parts {
		for _, l := range part {
			list = append(list, l.name)
		}
	}
	return list
}

// union is the columns of all runs together.
type union struct {
	columns []string
	at      map[string]int
}

func (u *union) add(name string) {
	if _, ok := u.at[name]; !ok {
		u.at[name] = len(u.columns)
		u.columns = append(u.columns, name)
	}
}

// settingsOf are the keys of the configs but the seed.
func settingsOf(runs []*run.Run) union {
	u := union{at: map[string]int{}}
	for _, r := range runs {
		for _, v := range config.TypedValues(r.Config) {
			if v.Path != "seed" {
				u.add(run.ConfigColumn + v.Path)
			}
		}
	}
	return u
}

// differingOf are the optimiser and the keys in which runs differ.
func differingOf(runs []*run.Run) union {
	u := union{at: map[string]int{}}
	differ := map[string]bool{"optimizer": true}
	for _, s := range run.DifferingSettings(runs) {
		differ[s.Key] = true
	}
	for _, name := range settingsOf(runs).columns {
		if differ[strings.TrimPrefix(name, run.ConfigColumn)] {
			u.add(name)
		}
	}
	return u
}

func (u *union) settings(r *run.Run) []any {
	row := make([]any, len(u.columns))
	for _, v := range config.TypedValues(r.Config) {
		if at, ok := u.at[run.ConfigColumn+v.Path]; ok {
			row[at] = v.Data
		}
	}
	return row
}

// genesOf are the weights with names of their own.
func genesOf(runs []*run.Run) union {
	u := union{at: map[string]int{}}
	for _, r := range runs {
		for _, name := range bridge.Genes(r) {
			u.add("weight." + name)
		}
	}
	return u
}

func (u *union) weights(row []any, r *run.Run, values []float64) []any {
	first := len(row)
	row = append(row, make([]any, len(u.columns))...)
	for i, name := range bridge.Genes(r) {
		row[first+u.at["weight."+name]] = values[i]
	}
	return row
}
