package run

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// List lists the runs below root, the newest first.
func List(ctx context.Context, root string) ([]*Summary, error) {
	c := Catalogue{Root: root}
	err := c.Refresh(ctx)
	return c.Runs(), err
}

// Catalogue is the runs of a folder in memory, for a process that is asked often: it reads
// the runs that have changed since they were last read.
type Catalogue struct {
	Root    string
	Version int // grows with every change of what it lists

	known map[string]catalogued
	list  []*Summary
}

// catalogued is a run as it was last read.
type catalogued struct {
	state string // of its records
	*Summary
}

// Refresh reads the runs that have changed since they were last read.
func (c *Catalogue) Refresh(ctx context.Context) error {
	names, err := folders(c.Root)
	if err != nil {
		return err
	}
	read := make([]catalogued, len(names))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	const atOnce = 16
	for at := 0; at < len(names); at += atOnce {
		group.Go(func() error {
			for i := at; i < min(at+atOnce, len(names)); i++ {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				read[i] = c.read(names[i])
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	known := make(map[string]catalogued, len(names))
	changed := c.known == nil
	for i, name := range names {
		if read[i].Summary == nil {
			continue
		}
		known[name] = read[i]
		before := c.known[name].Summary
		changed = changed || before == nil || before != read[i].Summary && !reflect.DeepEqual(before, read[i].Summary)
	}
	changed = changed || len(known) != len(c.known)
	if c.known = known; !changed {
		return nil
	}
	c.Version++
	c.list = make([]*Summary, 0, len(known))
	for _, one := range known {
		c.list = append(c.list, one.Summary)
	}
	slices.SortFunc(c.list, func(a, b *Summary) int { return newerFirst(a.Started, a.Run, b.Started, b.Run) })
	return nil
}

// read reads a run unless nothing has changed. A folder that is no run has no summary.
func (c *Catalogue) read(name string) catalogued {
	folder := filepath.Join(c.Root, name)
	state := recordsState(folder)
	if known := c.known[name]; known.Summary != nil && known.state == state && known.Status != IsRunning {
		return known
	}
	return catalogued{state, summaryOf(folder, state)}
}

// Runs lists the runs, the newest first. The list and what it holds belong to the
// catalogue, and do not change.
func (c *Catalogue) Runs() []*Summary { return c.list }

// folders lists what may be runs.
func folders(root string) (names []string, err error) {
	entries, err := os.ReadDir(root)
	if err != nil && !isMissing(err) {
		return nil, err
	}
	for _, e := range entries {
		if (e.IsDir() || e.Type()&os.ModeSymlink != 0) && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}
