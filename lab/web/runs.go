package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"evolab/experiments/run"
	"evolab/internal/config"
	"evolab/internal/wording"
	"evolab/plots"
)

// pageOfRuns is how many runs or groups a page lists.
const pageOfRuns = 100

// runsPage is a list of runs, as its address asks for it.
type runsPage struct {
	View    run.View
	Filter  string // as it was typed
	Mistake *run.FilterError
	Runs    []*run.Summary // of the page
	Folds   []*run.Fold    // instead of them, if they are grouped
	Columns []run.Field
	Varying []string // settings that differ between the runs that the filter lets through
	From    int      // the first of those shown, from 0
	Total   int      // runs, or groups
	Version int      // of the list
	Freezes bool     // champions can be frozen here

	query url.Values
	all   []*run.Summary // that the filter lets through
	folds []*run.Fold
}

// varyingColumn stands for the settings that differ.
const varyingColumn = "varying"

// The most settings that are columns without and with being asked for.
const (
	fewSettings  = 4
	mostSettings = 12
)

// showRuns lists the runs that the address asks for.
func (s *Server) showRuns(w http.ResponseWriter, r *http.Request) error {
	p, err := s.readList(r)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if p.Mistake != nil {
		status = http.StatusBadRequest
	}
	p.Total = len(p.all)
	if p.View.Group != "" {
		p.Total = len(p.folds)
	}
	p.From = min(p.From, max(0, p.Total-1)/pageOfRuns*pageOfRuns)
	end := min(p.Total, p.From+pageOfRuns)
	if p.View.Group != "" {
		p.Folds = p.folds[p.From:end]
	} else {
		p.Runs = p.all[p.From:end]
	}
	return s.pages.render(w, "runs", status, p)
}

func (s *Server) sendList(w http.ResponseWriter, r *http.Request) error {
	p, err := s.readList(r)
	if err == nil {
		err = p.whole()
	}
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if p.View.Group != "" {
		err = p.View.FoldedCSV(&b, p.folds, p.Varying)
	} else {
		folder, _ := run.FindField("run")
		name, _ := run.FindField("name")
		err = p.View.CSV(&b, p.all, append([]run.Field{folder, name}, p.Columns...))
	}
	if err != nil {
		return err
	}
	return send(w, "runs.csv", "text/csv; charset=utf-8", b.Bytes())
}

// runsAnswer is a list of runs for scripts.
type runsAnswer struct {
	Total int         `json:"total"` // before the limit
	Runs  []listedRun `json:"runs"`
}

// listedRun is a run with the settings in which the listed ones differ.
type listedRun struct {
	*run.Summary
	Params map[string]string `json:"params"`
}

// answerRuns answers scripts with the runs that the address asks for.
func (s *Server) answerRuns(w http.ResponseWriter, r *http.Request) error {
	p, err := s.readList(r)
	if err == nil {
		err = p.whole()
	}
	if err != nil {
		return err
	}
	limit, err := limitOf(r, len(p.all))
	if err != nil {
		return err
	}
	list := []listedRun{}
	for _, one := range p.all[:limit] {
		params := map[string]string{}
		for _, key := range p.Varying {
			params[key] = one.Value(key)
		}
		list = append(list, listedRun{one, params})
	}
	return writeJSON(w, http.StatusOK, runsAnswer{len(p.all), list})
}

// whole fails unless the list is what was asked for.
func (p *runsPage) whole() error {
	if p.Mistake != nil {
		return refuse(http.StatusBadRequest, "%s", wording.Of(p.Mistake))
	}
	return nil
}

// readList lists the runs that an address asks for.
func (s *Server) readList(r *http.Request) (*runsPage, error) {
	p := &runsPage{query: r.URL.Query(), Freezes: s.options.Freeze != nil}
	if err := p.read(); err != nil {
		return nil, err
	}
	list, version, err := s.list(r.Context())
	if err != nil {
		return nil, err
	}
	p.Version = version
	if p.Mistake == nil {
		p.all = p.View.Runs(list)
	}
	p.Varying = run.Varying(p.all)
	if p.View.Group != "" {
		p.folds = p.View.Fold(p.all)
	}
	return p, p.chooseColumns()
}

func (p *runsPage) read() error {
	p.Filter = strings.TrimSpace(p.query.Get("filter"))
	p.View = run.View{Sort: p.query.Get("sort"), Reverse: p.query.Get("reverse") != "", Group: p.query.Get("group")}
	if err := p.View.Validate(); err != nil {
		return refuse(http.StatusBadRequest, "%s", wording.Of(err))
	}
	var err error
	if p.View.Filter, err = run.ParseFilter(p.Filter); err != nil && !errors.As(err, &p.Mistake) {
		return err
	}
	if text := p.query.Get("from"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return refuse(http.StatusBadRequest, "from %q (expected: a number)", text)
		}
		p.From = n
	}
	return nil
}

// chooseColumns takes the columns of the address, or the usual ones.
func (p *runsPage) chooseColumns() error {
	names, most := p.query["column"], mostSettings
	if len(names) == 0 {
		names, most = usualColumns(), fewSettings
	}
	for _, name := range names {
		if name == varyingColumn {
			if len(p.Varying) > most && most == fewSettings {
				continue // too many for a table: they can be chosen
			}
			for _, key := range p.Varying[:min(len(p.Varying), most)] {
				p.addColumn(key)
			}
			continue
		}
		if !p.addColumn(name) {
			return refuse(http.StatusBadRequest, "column %q: neither a fact nor a key of configs%s", name, config.DidYouMean(name, run.FieldNames()))
		}
	}
	return nil
}

func usualColumns() []string {
	return []string{"game", "status", "test", "validated", varyingColumn, "seed", "games", "cpu", "started", "tags", "note"}
}

// addColumn adds a column once; the run has its own.
func (p *runsPage) addColumn(name string) bool {
	f, ok := run.FindField(name)
	if ok && name != "run" && name != "name" && !slices.ContainsFunc(p.Columns, func(c run.Field) bool { return c.Name == name }) {
		p.Columns = append(p.Columns, f)
	}
	return ok
}

// choice is a column that can be chosen.
type choice struct {
	Name, Title, Doc string
	Chosen           bool
}

// Choices are the columns that can be chosen: facts, and settings that differ or are shown.
func (p *runsPage) Choices() (list []choice) {
	asked := p.query["column"]
	if len(asked) == 0 {
		asked = usualColumns()
	}
	add := func(name, title, doc string) {
		list = append(list, choice{name, title, doc, slices.Contains(asked, name)})
	}
	for _, f := range run.Fields() {
		if f.Name != "run" && f.Name != "name" {
			add(f.Name, titleOf(f.Name), f.Doc)
		}
	}
	add(varyingColumn, "settings that differ", fmt.Sprintf("the first %d of them", mostSettings))
	for _, key := range p.Varying {
		add(key, key, "")
	}
	for _, key := range asked {
		if !slices.ContainsFunc(list, func(c choice) bool { return c.Name == key }) {
			add(key, key, "")
		}
	}
	return list
}

// Hidden reports whether settings differ that no column shows.
func (p *runsPage) Hidden() int {
	n := 0
	for _, key := range p.Varying {
		if !slices.ContainsFunc(p.Columns, func(c run.Field) bool { return c.Name == key }) {
			n++
		}
	}
	return n
}

// Groupings are what runs can be grouped by, with a title.
func (p *runsPage) Groupings() (list []choice) {
	names := append([]string{"setting", "sweep", "experiment", "game", "status", "tags"}, p.Varying...)
	if p.View.Group != "" && !slices.Contains(names, p.View.Group) {
		names = append(names, p.View.Group)
	}
	for _, name := range names {
		title := titleOf(name)
		if name == "setting" {
			title = "setting (over its seeds)"
		}
		list = append(list, choice{Name: name, Title: title, Chosen: name == p.View.Group})
	}
	return list
}

func titleOf(name string) string {
	switch name {
	case "cpu":
		return "CPU"
	case "test":
		return "test score, 95 %"
	case "seconds":
		return "time of work"
	}
	return name
}

// address is the address of this list with another value; an empty one is left out.
func (p *runsPage) address(key, value string) url.Values {
	q := url.Values{}
	for _, kept := range []string{"sort", "reverse", "group", "column", "from"} {
		if list := p.query[kept]; len(list) > 0 {
			q[kept] = list
		}
	}
	if p.Filter != "" {
		q.Set("filter", p.Filter)
	}
	if q.Set(key, value); value == "" {
		q.Del(key)
	}
	return q
}

// Table is the address of the whole list as CSV.
func (p *runsPage) Table() string { return "/runs.csv?" + p.address("from", "").Encode() }

// heading is the head of a column: a link that sorts by it.
type heading struct {
	Title, Doc, Address, Sorted string // Sorted is ascending, descending or ""
	Number                      bool
}

func (p *runsPage) heading(f run.Field) heading {
	q := p.address("sort", f.Name)
	q.Del("reverse")
	q.Del("from")
	h := heading{Title: titleOf(f.Name), Doc: f.Doc, Number: f.Number()}
	if cmp.Or(p.View.Sort, "started") == f.Name {
		h.Sorted = map[bool]string{true: "descending", false: "ascending"}[p.View.Descends()]
		if !p.View.Reverse {
			q.Set("reverse", "1")
		}
	}
	h.Address = "/?" + q.Encode()
	return h
}

// Headings are the heads of the columns, that of the run first.
func (p *runsPage) Headings() []heading {
	first, _ := run.FindField("run")
	list := []heading{p.heading(first)}
	for _, f := range p.Columns {
		list = append(list, p.heading(f))
	}
	return list
}

// FoldHeadings are the heads of the results of groups.
func (p *runsPage) FoldHeadings() (list []heading) {
	for _, name := range []string{"test", "validated"} {
		f, _ := run.FindField(name)
		h := p.heading(f)
		h.Title = map[string]string{"test": "mean test score, 95 %", "validated": "mean validated, 95 %"}[name]
		list = append(list, h)
	}
	return list
}

// GroupTitle names what the runs are grouped by.
func (p *runsPage) GroupTitle() string { return titleOf(p.View.Group) }

// Inside is the address of the runs of a group.
func (p *runsPage) Inside(f *run.Fold) string {
	condition := run.Condition(p.View.Group, f.Value)
	if p.Filter != "" {
		condition = "(" + p.Filter + ") and " + condition
	}
	q := p.address("filter", condition)
	q.Del("group")
	q.Del("from")
	return "/?" + q.Encode()
}

// Common are the settings in which a group may differ from others.
func (p *runsPage) Common(f *run.Fold) (list []string) {
	for _, v := range f.Common(p.Varying) {
		list = append(list, v.Path+"="+v.Text)
	}
	if n := len(list); n > mostSettings {
		list = append(list[:mostSettings], fmt.Sprintf("and %d more", n-mostSettings))
	}
	return list
}

// Cell is what a run has in a column, "-" if it is not known.
func (p *runsPage) Cell(f run.Field, s *run.Summary) string {
	switch text := f.Text(s); {
	case text == "" && f.Number():
		return "-"
	case f.Name == "generation" && s.Generations > 0:
		return s.Progress()
	case f.Name == "games" && text != "":
		return plots.Thousands(s.Games)
	case f.Name == "cpu" && text != "" && s.CPU < 1:
		return run.SecondsText(s.CPU)
	default:
		return text
	}
}

// Earlier and Later are the addresses of the neighbouring pages, "" for none.
func (p *runsPage) Earlier() string {
	if p.From == 0 {
		return ""
	}
	from := strconv.Itoa(max(0, p.From-pageOfRuns))
	return "/?" + p.address("from", strings.TrimPrefix(from, "0")).Encode()
}

func (p *runsPage) Later() string {
	if p.Last() >= p.Total {
		return ""
	}
	return "/?" + p.address("from", strconv.Itoa(p.From+pageOfRuns)).Encode()
}

// Repeats is how many tested runs of the groups repeat another one.
func (p *runsPage) Repeats() (n int) {
	for _, f := range p.folds {
		n += len(f.Repeats)
	}
	return n
}

// Last is the number of the last run or group that is shown.
func (p *runsPage) Last() int { return p.From + len(p.Runs) + len(p.Folds) }

// runIndex is the runs, read again as they change.
type runIndex struct {
	mu    sync.Mutex // held while the runs are read
	runs  run.Catalogue
	asked time.Time // when they were last read
}

// usualAge is how old the list may be: many pages may ask for it.
const usualAge = 500 * time.Millisecond

// list is the runs, the newest first, with the version of the list.
func (s *Server) list(ctx context.Context) ([]*run.Summary, int, error) {
	x := &s.runIndex
	x.mu.Lock()
	defer x.mu.Unlock()
	if time.Since(x.asked) >= usualAge {
		x.runs.Root = s.options.Runs
		if err := x.runs.Refresh(ctx); err != nil {
			return nil, 0, err
		}
		x.asked = time.Now()
	}
	return x.runs.Runs(), x.runs.Version, nil
}

// forget has the next one read what has changed.
func (x *runIndex) forget() {
	x.mu.Lock()
	x.asked = time.Time{}
	x.mu.Unlock()
}
