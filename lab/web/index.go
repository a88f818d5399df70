package web

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"evolab/experiments/run"
)

// indexed is the index of the runs. Making a new one takes a while for thousands of
// runs; pages do not wait for it.
type indexed struct {
	mu     sync.Mutex // held while the index is asked
	index  *run.Index
	opened chan struct{} // closed when it is open; nil before the first question
	err    error

	done, total atomic.Int64
}

// indexing is the error while the index is being made.
type indexing struct{ done, total int64 }

func (e *indexing) Error() string {
	return fmt.Sprintf("the runs are being read for the first time: %d of %d", e.done, e.total)
}

// list asks the index, which is updated first.
func (s *Server) list(ctx context.Context, q run.Query) ([]run.Summary, error) {
	x := &s.indexed
	x.mu.Lock()
	if x.opened == nil {
		x.opened = make(chan struct{})
		go x.open(s.jobs.ctx, s.options.Runs)
	}
	opened := x.opened
	x.mu.Unlock()
	select {
	case <-opened:
	case <-time.After(150 * time.Millisecond):
		return nil, &indexing{x.done.Load(), x.total.Load()}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.err != nil {
		x.opened = nil // the next one tries again
		return nil, x.err
	}
	if err := x.index.Refresh(ctx); err != nil && ctx.Err() == nil {
		_ = x.index.Close() // it is damaged, and opening it makes another one
		if x.index, x.err = run.Open(context.WithoutCancel(ctx), s.options.Runs, nil); x.err != nil {
			return nil, x.err
		}
	}
	return x.index.Runs(ctx, q)
}

// open opens the index.
func (x *indexed) open(ctx context.Context, root string) {
	index, err := run.Open(ctx, root, func(done, total int) {
		x.done.Store(int64(done))
		x.total.Store(int64(total))
	})
	x.mu.Lock()
	defer x.mu.Unlock()
	x.index, x.err = index, err
	close(x.opened)
}

// close waits for the index and closes it.
func (x *indexed) close() error {
	x.mu.Lock()
	opened := x.opened
	x.mu.Unlock()
	if opened == nil {
		return nil
	}
	<-opened
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.index == nil {
		return nil
	}
	return x.index.Close()
}

// newest summarises the runs with the last names, without an index.
func (s *Server) newest() []run.Summary {
	const most = 20
	entries, _ := os.ReadDir(s.options.Runs) // what cannot be read has no runs
	var list []run.Summary
	for _, e := range slices.Backward(entries) {
		if len(list) == most {
			break
		}
		if folder, err := s.run(e.Name()); err == nil {
			list = append(list, run.Summarize(filepath.Clean(folder)))
		}
	}
	return list
}
