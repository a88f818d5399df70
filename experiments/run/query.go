package run

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"evolab/experiments/experiment"
	"evolab/internal/config"
)

// Query selects runs. Empty fields select all.
type Query struct {
	Game       string
	Status     string
	Experiment string
	Tag        string
	Name       string         // a part of the run's name
	Settings   []config.Value // keys of the config with the values they must have
	Sort       string         // one of Orders; empty: started
	Reverse    bool
	Limit      int // 0: all

	key string // of the config
}

// Orders lists what runs can be sorted by: names alphabetically, all else with the
// largest or newest first. Runs without a value come last.
func Orders() []string {
	return []string{"started", "best", "validated", "generation", "seconds", "run", "game", "status"}
}

// Validate reports an invalid query.
func (q Query) Validate() error {
	if q.Sort != "" && !slices.Contains(Orders(), q.Sort) {
		return fmt.Errorf("run: sort by %q (allowed: %s)", q.Sort, strings.Join(Orders(), ", "))
	}
	statuses := []string{"", IsRunning, IsFinished, IsInterrupted, IsCrashed}
	if !slices.Contains(statuses, q.Status) {
		return fmt.Errorf("run: status %q (allowed: %s)", q.Status, strings.Join(statuses[1:], ", "))
	}
	var paths []string
	for _, k := range config.Keys[experiment.Config]() {
		if k.Type != "section" && !strings.Contains(k.Path, ".N") {
			paths = append(paths, k.Path)
		}
	}
	for _, s := range q.Settings {
		if !slices.Contains(paths, s.Path) {
			return fmt.Errorf("run: no config has the key %q; the nearest is %s", s.Path, config.Nearest(s.Path, paths))
		}
	}
	if q.Limit < 0 {
		return fmt.Errorf("run: limit %d (allowed: 1 and more, or 0 for all)", q.Limit)
	}
	return nil
}

// Runs returns the runs that a query selects.
func (x *Index) Runs(ctx context.Context, q Query) ([]Summary, error) {
	if err := q.Validate(); err != nil {
		return nil, err
	}
	text, args := q.sql()
	rows, err := x.db.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, fmt.Errorf("run: index: %w", err)
	}
	defer rows.Close()
	var list []Summary
	for rows.Next() {
		var summary string
		var s Summary
		if err = rows.Scan(&summary); err == nil {
			err = json.Unmarshal([]byte(summary), &s)
		}
		if err != nil {
			return nil, fmt.Errorf("run: index: %w", err)
		}
		list = append(list, s)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("run: index: %w", err)
	}
	return list, nil
}

// Alike returns the runs with exactly this config, the newest first.
func (x *Index) Alike(ctx context.Context, c *experiment.Config) ([]Summary, error) {
	return x.Runs(ctx, Query{key: keyOf(config.Values(c))})
}

// sql puts runs without a value last whatever the direction, and equal ones in the order
// of their start.
func (q Query) sql() (string, []any) {
	where, args := q.conditions()
	text := "SELECT summary FROM runs"
	if len(where) > 0 {
		text += " WHERE " + strings.Join(where, " AND ")
	}
	column := cmp.Or(q.Sort, "started")
	down := column != "run" && column != "game" && column != "status"
	direction := "ASC"
	if down != q.Reverse {
		direction = "DESC"
	}
	text += " ORDER BY " + column + " IS NULL, " + column + " " + direction + ", started DESC, run DESC"
	if q.Limit > 0 {
		text += fmt.Sprintf(" LIMIT %d", q.Limit)
	}
	return text, args
}

// conditions have a question mark for each argument.
func (q Query) conditions() (where []string, args []any) {
	add := func(clause string, values ...any) {
		where = append(where, clause)
		args = append(args, values...)
	}
	for _, c := range []struct{ column, value string }{
		{"game", q.Game}, {"status", q.Status}, {"experiment", q.Experiment}, {"key", q.key},
	} {
		if c.value != "" {
			add(c.column+" = ?", c.value)
		}
	}
	if q.Tag != "" {
		add("instr(tags, ?) > 0", joinTags([]string{q.Tag}))
	}
	if q.Name != "" {
		add("instr(run, ?) > 0", q.Name)
	}
	for _, s := range q.Settings {
		values := []any{`$."` + s.Path + `"`}
		for _, t := range settingTexts(s.Text) {
			values = append(values, t)
		}
		add("json_extract(settings, ?) IN (?"+strings.Repeat(",?", len(values)-2)+")", values...)
	}
	return where, args
}
