// Package sweep runs an experiment with many settings and seeds, and sums up the
// results.
//
// A cell is a combination of settings with one seed; each is an ordinary run.
// A sweep stores no state: a cell is done when there is a finished run with
// exactly its config. So an interrupted sweep continues where it stopped, and
// an extended one runs only the new cells.
package sweep

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/internal/config"
)

// Cell is one run of a sweep.
type Cell struct {
	Settings []string // overrides, without the seed
	Config   *experiment.Config
}

// Name is the cell as people read it.
func (c *Cell) Name() string {
	return strings.TrimSpace(fmt.Sprintf("%s seed=%d", strings.Join(c.Settings, " "), c.Config.Seed))
}

// Cells lists the runs of a file, the seeds of a setting next to each other.
// Overrides apply to all of them. like has the games, rubrics, learners and optimisers
// that the file may name; check is the last one of each config, as of
// [experiment.ParseFile]. Problems of a cell's settings come back as a *config.Error,
// wrapped.
func Cells(like *experiment.Config, name string, data []byte, overrides []string, check config.Check[experiment.Config]) ([]Cell, error) {
	// maxCells keeps a typing error from becoming a year's work.
	const maxCells = 100_000
	file, err := experiment.ParseFile(like, name, data, overrides, check)
	if err != nil {
		return nil, err
	}
	if n := count(&file.Sweep); n > maxCells {
		return nil, fmt.Errorf("%s: %.0f runs (allowed: up to %d)", name, n, maxCells)
	}
	var cells []Cell
	known := map[string]int{} // cells by all that their configs say
	for _, s := range combinations(&file.Sweep) {
		own, err := experiment.ParseFile(like, name, data, append(overrides[:len(overrides):len(overrides)], s...), check)
		if err == nil {
			err = own.Config.CheckBudget()
		}
		if err != nil {
			if len(s) == 0 {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			place(err, name, string(data), s)
			return nil, fmt.Errorf("with %s: %w", strings.Join(s, " "), err)
		}
		for i := range file.Sweep.Seeds {
			c := own.Config
			c.Seed += uint64(i)
			if twin, twice := known[values(&c)]; twice {
				return nil, fmt.Errorf("%s: %q and %q are the same run (expected: each value once, and no seed beside sweep.seeds)",
					name, cells[twin].Name(), (&Cell{s, &c}).Name())
			}
			known[values(&c)] = len(cells)
			// An optimiser under way is told its share; cells may run side by side.
			c.Learner, c.Optimizer = c.Learner.Clone(), c.Optimizer.Clone()
			cells = append(cells, Cell{s, &c})
		}
	}
	return cells, nil
}

// place gives the problems of a cell's settings their places in the file: to its parser they
// are overrides, which nobody has typed.
func place(err error, name, text string, settings []string) {
	var problems *config.Error
	if !errors.As(err, &problems) {
		return
	}
	for i := range problems.Problems {
		p := &problems.Problems[i]
		own := slices.ContainsFunc(settings, func(s string) bool { return strings.HasPrefix(s, p.Key+"=") })
		before, _, found := strings.Cut(text, p.Key+"=")
		if !p.Override() || !own || !found {
			continue
		}
		line := before[strings.LastIndexByte(before, '\n')+1:]
		p.Place(name, strings.Count(before, "\n")+1, utf8.RuneCountInString(line)+1)
	}
}

func values(c *experiment.Config) string {
	var b strings.Builder
	for _, v := range config.Values(c) {
		b.WriteString(v.Text + "\n")
	}
	return b.String()
}

// count is the number of cells; it may be too large for an int.
func count(s *experiment.Sweep) float64 {
	n := float64(s.Seeds) * float64(max(1, len(s.List)))
	for _, line := range s.Grid {
		_, values, _ := strings.Cut(line, "=")
		n *= float64(len(split(values, "|")))
	}
	return n
}

// combinations are the overrides of each setting: the list's items in turn,
// and for each of them the grid, whose last key changes fastest.
func combinations(s *experiment.Sweep) [][]string {
	list := [][]string{nil}
	if len(s.List) > 0 {
		list = nil
	}
	for _, item := range s.List {
		list = append(list, split(item, ";"))
	}
	for _, line := range s.Grid {
		key, values, _ := strings.Cut(strings.TrimSpace(line), "=")
		var finer [][]string
		for _, settings := range list {
			for _, value := range split(values, "|") {
				finer = append(finer, append(settings[:len(settings):len(settings)], key+"="+value))
			}
		}
		list = finer
	}
	return list
}

func split(text, separator string) []string {
	var parts []string
	for _, part := range strings.Split(text, separator) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// Rows sums up the runs of cells over their seeds, in the order of the cells; runs is
// what Run returned. The gains are over the first row of the same game. It calls read
// for each run, which may have losses.
func Rows(cells []Cell, runs []string, root string, read func(*run.Run)) ([]run.Group, error) {
	var rows []run.Group
	var members []*run.Run
	first := map[string]int{}
	for i, c := range cells {
		r, err := run.Read(c.Config.Games, filepath.Join(root, runs[i]))
		if err != nil {
			return nil, err
		}
		read(r)
		members = append(members, r)
		if i+1 == len(cells) || !slices.Equal(c.Settings, cells[i+1].Settings) {
			row, game := run.NewGroup(append([]string{}, c.Settings...), members), r.GameName()
			if k, known := first[game]; known {
				row.CompareTo(&rows[k])
			} else {
				first[game] = len(rows)
			}
			rows, members = append(rows, row), nil
		}
	}
	return rows, nil
}
