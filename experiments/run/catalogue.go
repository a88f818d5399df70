package run

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// Catalogue is the runs of a folder in memory, for a process that is asked often: it reads
// the whole index once, and then only the folders that have changed.
type Catalogue struct {
	Index   *Index
	Version int // grows with every change of what it lists

	known map[string]*catalogued
	list  []*Summary
}

// catalogued is a run as it was last read.
type catalogued struct {
	stamp string
	text  []byte // the summary as JSON
	*Summary
}

// Refresh reads the folders that have changed since they were last read.
func (c *Catalogue) Refresh(ctx context.Context) error {
	if c.known == nil {
		if err := c.Index.Refresh(ctx); err != nil {
			return err
		}
		return c.load(ctx, true)
	}
	now, err := folders(c.Index.root)
	if err != nil {
		return err
	}
	var stale, gone []string
	for run := range c.known {
		if _, there := now[run]; !there {
			gone = append(gone, run)
		}
	}
	for run, stamp := range now {
		if k := c.known[run]; k == nil || k.stamp != stamp || k.Status == IsRunning {
			stale = append(stale, run)
		}
	}
	read, others, err := c.Index.read(ctx, stale, now)
	for _, name := range others {
		if c.known[name] != nil {
			gone = append(gone, name)
		}
	}
	if err == nil && (len(read) > 0 || len(gone) > 0) {
		err = c.Index.store(read, gone)
	}
	if err != nil {
		return err
	}
	for _, run := range gone {
		delete(c.known, run)
	}
	changed := len(gone) > 0
	for i := range read {
		r := &read[i]
		before := c.known[r.summary.Run]
		c.known[r.summary.Run] = &catalogued{r.stamp, []byte(r.text), &r.summary}
		changed = changed || before == nil || !bytes.Equal(before.text, []byte(r.text))
	}
	if changed {
		c.changed()
	}
	return nil
}

// changed lists the runs anew. Whoever has the list before keeps it.
func (c *Catalogue) changed() {
	c.Version++
	c.list = make([]*Summary, 0, len(c.known))
	for _, k := range c.known {
		c.list = append(c.list, k.Summary)
	}
	slices.SortFunc(c.list, func(a, b *Summary) int {
		return newerFirst(a.Started, a.Run, b.Started, b.Run)
	})
}

// Runs lists the runs, the newest first. The list and what it holds belong to the
// catalogue, and do not change.
func (c *Catalogue) Runs() []*Summary { return c.list }

// load reads the index as it is.
func (c *Catalogue) load(ctx context.Context, settings bool) error {
	rows, err := c.Index.db.QueryContext(ctx, "SELECT stamp, key, summary, settings FROM runs")
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	defer rows.Close()
	known := map[string]*catalogued{}
	for rows.Next() {
		var stamp string
		var summary, values []byte
		s := &Summary{}
		err := rows.Scan(&stamp, &s.Key, &summary, &values)
		if err == nil {
			err = json.Unmarshal(summary, s)
		}
		if err == nil && settings {
			err = json.Unmarshal(values, &s.settings)
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
		known[s.Run] = &catalogued{stamp, summary, s}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	c.known = known
	c.changed()
	return nil
}
