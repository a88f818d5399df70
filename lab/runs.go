package lab

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"evolab/experiments/run"
	"evolab/internal/config"
	"evolab/lab/term"
)

type runsFlags struct {
	Where   string `key:"where" doc:"only runs that fulfil this condition, such as ga.sigma > .3 and game == \"halma\""`
	Sort    string `key:"sort" doc:"what to sort by: a fact or a key of configs; started without it"`
	Reverse bool   `key:"reverse" doc:"reverse the order"`
	Limit   int    `key:"limit" doc:"list at most this many; 0: all" range:"0..1000000000"`
}

func runsCommand(a *app) *cobra.Command {
	var f runsFlags
	var facts, names []string
	for _, fact := range run.Fields() {
		names = append(names, fact.Name+"\t"+fact.Doc)
		facts = append(facts, fmt.Sprintf("  %-11s %s", fact.Name, fact.Doc))
	}
	c := &cobra.Command{
		Use: "runs", Short: "List the runs: filter, sort, limit", Args: arguments(0, 0),
		Long: "List the runs below runs/, newest first.\n\n" +
			"A condition is an expression of expr-lang: == != < <= > >= contains startsWith matches in, and or not,\n" +
			"texts in quotes. Its names are the keys of configs and these facts:\n" + strings.Join(facts, "\n") + "\n" +
			"A number that is not known fulfils no comparison but !=; known(test) asks whether a value is known.",
		RunE: func(c *cobra.Command, _ []string) error { return a.listRuns(c.Context(), &f) },
	}
	a.formats(c)
	bind(c, &f)
	completeFlag(c, "sort", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
	return a.inRuns(c)
}

// view is the choice of runs that the flags describe.
func (f *runsFlags) view() (v run.View, err error) {
	v.Sort, v.Reverse = f.Sort, f.Reverse
	if err := v.Validate(); err != nil {
		return v, badInput(err, "evolve runs --help lists the facts, evolve config the keys")
	}
	v.Filter, err = run.ParseFilter(f.Where)
	var mistake *run.FilterError
	if errors.As(err, &mistake) {
		column := utf8.RuneCountInString(mistake.Before()) + 1
		err = fmt.Errorf("--where, character %d: %s\n%s", column, mistake.What, config.Excerpt(f.Where, column))
	}
	return v, badInput(err, "evolve runs --help says what a condition is, evolve config --search WORD finds keys")
}

func (a *app) listRuns(ctx context.Context, f *runsFlags) error {
	view, err := f.view()
	if err != nil {
		return err
	}
	if err := a.dirExists(); err != nil {
		return err
	}
	list, err := run.List(ctx, a.runs())
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

// optional formats a fitness that may not be known yet.
func optional(x *float64) string {
	if x == nil {
		return "-"
	}
	return strconv.FormatFloat(*x, 'f', 3, 64)
}
