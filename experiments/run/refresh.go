package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// Refresh reads the folders that have changed since they were last read.
func (x *Index) Refresh(ctx context.Context) error {
	known, err := x.rows(ctx)
	if err != nil {
		return err
	}
	now, err := folders(x.root)
	if err != nil {
		return err
	}
	var stale, gone []string
	for run := range known {
		if _, there := now[run]; !there {
			gone = append(gone, run)
		}
	}
	for run, stamp := range now {
		if k, ok := known[run]; !ok || k.stamp != stamp || k.status == IsRunning {
			stale = append(stale, run)
		}
	}
	if len(gone) > 0 {
		if err := x.store(nil, gone); err != nil {
			return err
		}
	}
	return x.readAll(ctx, stale, now)
}

// batch is how many runs are stored at once.
const batch = 200

// readAll stores the runs in batches: an interruption keeps what was read.
func (x *Index) readAll(ctx context.Context, stale []string, stamps map[string]string) error {
	done := 0
	for part := range slices.Chunk(stale, batch) {
		read, err := x.read(ctx, part, stamps)
		if err == nil && len(read) > 0 {
			err = x.store(read, nil)
		}
		if err != nil {
			return err
		}
		if done += len(part); x.told != nil {
			x.told(done, len(stale))
		}
	}
	return nil
}

// folders lists what may be runs, with the stamps of their folders.
func folders(root string) (map[string]string, error) {
	entries, err := os.ReadDir(root)
	if err != nil && !missing(err) {
		return nil, fmt.Errorf("run: %w", err)
	}
	list := make(map[string]string, len(entries))
	for _, e := range entries {
		if e.IsDir() || e.Type()&os.ModeSymlink != 0 {
			if stamp, ok := stampOf(filepath.Join(root, e.Name())); ok && !strings.HasPrefix(e.Name(), ".") {
				list[e.Name()] = stamp
			}
		}
	}
	return list, nil
}

// knownRow is what the index has of a run.
type knownRow struct{ stamp, status string }

// rows reads the index; damaged rows have no stamp.
func (x *Index) rows(ctx context.Context) (map[string]knownRow, error) {
	rows, err := x.db.QueryContext(ctx, "SELECT run, stamp, status, key, summary, sum FROM runs")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	defer rows.Close()
	list := map[string]knownRow{}
	for rows.Next() {
		var run, stamp, status, key, summary string
		var sum int64
		if err := rows.Scan(&run, &stamp, &status, &key, &summary, &sum); err != nil {
			return nil, fmt.Errorf("%w: %w", errDamaged, err)
		}
		k := knownRow{stamp, status}
		if checksum(run, stamp, key, summary) != sum {
			k.stamp = ""
		}
		list[run] = k
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return list, nil
}

// intact fails if the index is damaged.
func (x *Index) intact(ctx context.Context) error {
	var answer string
	if err := x.db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&answer); err != nil || answer != "ok" {
		return errors.Join(errDamaged, err)
	}
	_, err := x.rows(ctx)
	return err
}

// read summarises folders, several at a time, without those that are no runs.
func (x *Index) read(ctx context.Context, runs []string, stamps map[string]string) ([]row, error) {
	list := make([]*row, len(runs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, run := range runs {
		group.Go(func() error {
			folder := filepath.Join(x.root, run)
			if ctx.Err() != nil || !IsRun(folder) {
				return ctx.Err()
			}
			r, err := newRow(Summarize(folder), stamps[run])
			list[i] = &r
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	var read []row
	for _, r := range list {
		if r != nil {
			read = append(read, *r)
		}
	}
	return read, nil
}

// store changes the index at once: others see all of it or nothing.
func (x *Index) store(read []row, gone []string) error {
	tx, err := x.db.Begin()
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	defer tx.Rollback()
	for _, r := range read {
		if err := r.insert(tx); err != nil {
			return err
		}
	}
	for _, run := range gone {
		if _, err := tx.Exec("DELETE FROM runs WHERE run = ?", run); err != nil {
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return nil
}
