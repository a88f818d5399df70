package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"evolab/experiments/run"
	"evolab/internal/config"
	"evolab/internal/progress"
)

// pageOfRuns is how many runs a page lists.
const pageOfRuns = 100

// runsPage is a list of runs.
type runsPage struct {
	Runs     []run.Summary
	Query    run.Query
	Where    string // a setting, as key.path=value
	From     int    // the first of those shown, from 0
	Total    int
	Games    []string
	Statuses []string
	Working  bool   // a run that is shown is at work
	Indexing string // the index is being made, and only the newest runs are shown
	query    url.Values
}

// showRuns lists the runs that the address asks for.
func (s *Server) showRuns(w http.ResponseWriter, r *http.Request) error {
	p := runsPage{query: r.URL.Query(), Games: s.options.Games.Names(),
		Statuses: []string{run.IsRunning, run.IsFinished, run.IsInterrupted, run.IsCrashed}}
	if err := p.read(); err != nil {
		return err
	}
	list, err := s.list(r.Context(), p.Query)
	var young *indexingError
	if errors.As(err, &young) {
		list, p.Indexing = s.newest(), young.Error()
	} else if err != nil {
		return err
	}
	p.Total = len(list)
	p.From = min(p.From, max(0, p.Total-1)/pageOfRuns*pageOfRuns)
	p.Runs = list[p.From:min(p.Total, p.From+pageOfRuns)]
	p.Working = p.Indexing != "" || slices.ContainsFunc(p.Runs, func(s run.Summary) bool { return s.Status == run.IsRunning })
	return s.pages.render(w, "runs", http.StatusOK, &p)
}

// read takes the query from the address.
func (p *runsPage) read() error {
	get := func(key string) string { return strings.TrimSpace(p.query.Get(key)) }
	p.Query = run.Query{Game: get("game"), Status: get("status"), Tag: get("tag"), Name: get("name"), Sort: get("sort"), Reverse: get("reverse") != ""}
	p.Where = get("where")
	if p.Where != "" {
		key, value, ok := strings.Cut(p.Where, "=")
		if !ok {
			return refuse(http.StatusBadRequest, "%q is no setting (expected: key.path=value)", p.Where)
		}
		p.Query.Settings = []config.Value{{Path: key, Text: value}}
	}
	if text := get("from"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return refuse(http.StatusBadRequest, "from %q (expected: a number)", text)
		}
		p.From = n
	}
	if err := p.Query.Validate(); err != nil {
		return refuse(http.StatusBadRequest, "%s", plain(err))
	}
	return nil
}

// address is the address of this list with another value; an empty one is left out.
func (p *runsPage) address(key, value string) url.Values {
	q := url.Values{}
	for k, v := range p.query {
		q[k] = v
	}
	if q.Set(key, value); value == "" {
		q.Del(key)
	}
	return q
}

// Column is the head of a column: a link that sorts by it.
type Column struct {
	Name, Address, Sorted string // Sorted is ascending, descending or ""
	Number                bool
}

// Columns are those of the table after the first, which selects runs.
func (p *runsPage) Columns() []Column {
	list := make([]Column, 0, 8)
	for _, c := range []struct {
		sort, name string
		number     bool
	}{{"run", "run", false}, {"game", "game", false}, {"status", "status", false}, {"generation", "generation", true}, {"best", "claimed", true},
		{"validated", "validated", true}, {"started", "started", false}, {"seconds", "seconds", true}} {
		now := p.Query.Sort == c.sort || p.Query.Sort == "" && c.sort == "started"
		q := p.address("sort", c.sort)
		q.Del("reverse")
		q.Del("from")
		column := Column{Name: c.name, Number: c.number}
		if now {
			words := slices.Contains([]string{"run", "game", "status"}, c.sort)
			column.Sorted = map[bool]string{true: "ascending", false: "descending"}[words != p.Query.Reverse]
			if !p.Query.Reverse {
				q.Set("reverse", "1")
			}
		}
		column.Address = "/?" + q.Encode()
		list = append(list, column)
	}
	return list
}

// Earlier and Later are the addresses of the neighbouring pages, "" for none.
func (p *runsPage) Earlier() string {
	if p.From == 0 {
		return ""
	}
	return "/?" + p.address("from", strconv.Itoa(max(0, p.From-pageOfRuns))).Encode()
}

func (p *runsPage) Later() string {
	if p.From+len(p.Runs) >= p.Total {
		return ""
	}
	return "/?" + p.address("from", strconv.Itoa(p.From+pageOfRuns)).Encode()
}

// Last is the number of the last run that is shown.
func (p *runsPage) Last() int { return p.From + len(p.Runs) }

// runIndex is the index of the runs. Making a new one takes a while for thousands of
// runs; pages do not wait for it.
type runIndex struct {
	mu     sync.Mutex // held while the index is asked
	index  *run.Index
	opened chan struct{} // closed when it is open; nil before the first question
	err    error

	read reading
}

// reading counts the runs that are read into the index.
type reading struct {
	progress.None
	done, total atomic.Int64
}

// Begin implements progress.Progress.
func (r *reading) Begin(_ string, total int, _ string) { r.total.Store(int64(total)) }

// Add implements progress.Progress.
func (r *reading) Add(n int) { r.done.Add(int64(n)) }

// indexingError is the error while the index is being made.
type indexingError struct{ done, total int64 }

func (e *indexingError) Error() string {
	return fmt.Sprintf("the runs are being read for the first time: %d of %d", e.done, e.total)
}

// list asks the index, which is updated first.
func (s *Server) list(ctx context.Context, q run.Query) ([]run.Summary, error) {
	x := &s.runIndex
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
		return nil, &indexingError{x.read.done.Load(), x.read.total.Load()}
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
func (x *runIndex) open(ctx context.Context, root string) {
	index, err := run.Open(ctx, root, &x.read)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.index, x.err = index, err
	close(x.opened)
}

// close waits for the index and closes it.
func (x *runIndex) close() error {
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
