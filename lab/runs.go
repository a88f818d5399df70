package lab

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/experiments/run"
	"evolab/internal/config"
	"evolab/lab/term"
)

type runsFlags struct {
	query run.Query
	where []string
}

func runsCommand(a *app) *cobra.Command {
	var f runsFlags
	c := &cobra.Command{
		Use: "runs", Short: "List the runs: filter, sort, limit", Args: cobra.NoArgs,
		Long: "List the runs below runs/, newest first. A run is listed if it matches all flags.",
		RunE: func(c *cobra.Command, _ []string) error { return a.listRuns(c.Context(), &f) },
	}
	a.formats(c)
	bind(c, &f.query)
	c.Flags().StringArrayVar(&f.where, "where", nil, "only runs whose config has key.path=value; may be repeated")
	oneOf(c, &f.query.Sort, "sort", "what to sort by: "+strings.Join(run.Orders(), ", "), run.Orders()...)
	return a.inRuns(c)
}

func (a *app) listRuns(ctx context.Context, f *runsFlags) error {
	for _, text := range f.where {
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return badInput(fmt.Errorf("evolve: --where %q (expected: key.path=value)", text), "evolve config --search WORD finds keys")
		}
		f.query.Settings = append(f.query.Settings, config.Value{Path: key, Text: value})
	}
	if err := f.query.Validate(); err != nil {
		return badInput(err, "evolve runs --help lists the flags")
	}
	if _, err := os.Stat(a.runs()); a.dir != "" && err != nil {
		return badInput(fmt.Errorf("evolve: --dir: %w", err), "name the folder of the runs, or leave it out")
	}
	index, err := run.Open(ctx, a.runs(), a.indexing())
	if err != nil {
		return err
	}
	defer index.Close()
	list, err := index.Runs(ctx, f.query)
	if err != nil {
		return err
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
