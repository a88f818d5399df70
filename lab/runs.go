package lab

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/experiments/run"
	"evolab/internal/config"
	"evolab/lab/term"
)

type runsFlags struct {
	Game       string `key:"game" doc:"only runs of this game"`
	Status     string `key:"status" doc:"only runs that are so" oneof:"running|finished|interrupted|crashed"`
	Experiment string `key:"experiment" doc:"only runs of this experiment"`
	Tag        string `key:"tag" doc:"only runs with this tag"`
	Name       string `key:"name" doc:"only runs whose name contains this"`
	Reverse    bool   `key:"reverse" doc:"reverse the order"`
	Limit      int    `key:"limit" doc:"list at most this many; 0: all" range:"0..1000000000"`
	where      []string
	sort       string
}

func runsCommand(a *app) *cobra.Command {
	var f runsFlags
	c := &cobra.Command{
		Use: "runs", Short: "List the runs: filter, sort, limit", Args: cobra.NoArgs,
		Long: "List the runs below runs/, newest first. A run is listed if it matches all flags.",
		RunE: func(c *cobra.Command, _ []string) error { return a.listRuns(c.Context(), &f) },
	}
	a.formats(c)
	bind(c, &f)
	c.Flags().StringArrayVar(&f.where, "where", nil, "only runs whose config has key.path=value; may be repeated")
	oneOf(c, &f.sort, "sort", "what to sort by: "+strings.Join(runOrders(), ", "), runOrders()...)
	return a.inRuns(c)
}

// claimedOrder is what the flag calls the order by the claimed fitness.
const claimedOrder = "best"

// runOrders are what runs can be sorted by: names alphabetically, all else with the largest
// or newest first.
func runOrders() []string {
	return []string{"started", claimedOrder, "validated", "generation", "seconds", "run", "game", "status"}
}

// view is the choice of runs that the flags describe.
func (f *runsFlags) view() (v run.View, err error) {
	var conditions []string
	add := func(field, operator, value string) {
		if value != "" {
			conditions = append(conditions, run.Condition(field, operator, value))
		}
	}
	add("game", "=", f.Game)
	add("status", "=", f.Status)
	add("experiment", "=", f.Experiment)
	add("tags", "=", f.Tag)
	add("run", "~", f.Name)
	for _, text := range f.where {
		const keysFound = "evolve config --search WORD finds keys"
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return v, badInput(fmt.Errorf("evolve: --where %q (expected: key.path=value)", text), keysFound)
		}
		if _, known := run.FindField(key); !known {
			return v, badInput(fmt.Errorf("evolve: --where: no config has the key %q%s", key, config.DidYouMean(key, run.FieldNames())), keysFound)
		}
		conditions = append(conditions, run.Condition(key, "=", value))
	}
	v.Sort, v.Reverse = f.sort, f.Reverse
	if v.Sort == claimedOrder {
		v.Sort = "claimed"
	}
	v.Filter, err = run.ParseFilter(strings.Join(conditions, " and "))
	return v, badInput(err, "evolve runs --help lists the flags")
}

func (a *app) listRuns(ctx context.Context, f *runsFlags) error {
	view, err := f.view()
	if err != nil {
		return err
	}
	if err := a.dirExists(); err != nil {
		return err
	}
	index, err := run.Open(ctx, a.runs(), a.indexing())
	if err != nil {
		return err
	}
	defer index.Close()
	list, err := index.Runs(ctx, len(f.where) > 0)
	if err != nil {
		return err
	}
	if list = view.Runs(list); f.Limit > 0 {
		list = list[:min(f.Limit, len(list))]
	}
	if a.json() {
		return printLines(a, list)
	}
	switch {
	case len(list) > 0:
	case run.HoldsRuns(a.runs()):
		fmt.Fprintf(a.err, "no run in %s matches\n", term.OneLine(a.runsPath()))
	default:
		fmt.Fprintf(a.err, "there is no run in %s\n", term.OneLine(a.runsPath()))
	}
	const game, generation, started, seconds, tags = 1, 3, 6, 7, 8
	t := term.NewTable("run", "game", "status", "gen.", "claimed", "validated", "started", "seconds", "tags")
	t.Names(0, tags).Optional(started, seconds, generation, game)
	for _, s := range list {
		t.Row(s.Run, s.Game, s.Status, s.Progress(), optional(s.Best), optional(s.Validated),
			s.Started.Local().Format(time.DateTime), strconv.FormatFloat(s.Seconds, 'f', 1, 64), strings.Join(s.Tags, " "))
	}
	return a.printTable(t)
}

// indexing shows how many runs have been read into the index: many, if it is missing or
// damaged.
type indexing struct {
	term.Progress
	left int // runs to read
}

func (a *app) indexing() *indexing { return &indexing{Progress: term.Progress{Out: a.err}} }

// Begin implements progress.Progress.
func (x *indexing) Begin(what string, total int, unit string) {
	x.left = total
	x.Progress.Begin(what, total, unit)
}

// Add implements progress.Progress. Reading has no end of its own.
func (x *indexing) Add(n int) {
	x.Progress.Add(n)
	if x.left -= n; x.left == 0 {
		x.End()
	}
}

// optional formats a fitness that may not be known yet.
func optional(x *float64) string {
	if x == nil {
		return "-"
	}
	return strconv.FormatFloat(*x, 'f', 3, 64)
}
