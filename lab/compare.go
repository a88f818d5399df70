package lab

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"evolab/arena"
	"evolab/experiments/run"
	"evolab/lab/term"
	"evolab/plots"
)

type compareFlags struct {
	workerFlags
	Play int    `key:"play" doc:"games per pair of champions" range:"0..10000000" even:"true"`
	Seed uint64 `key:"seed" doc:"seed of these games" default:"1"`
	plot string
}

// comparison is the result line.
type comparison struct {
	Runs        []comparedRun   `json:"runs"`
	Differences []run.Setting   `json:"differences"`
	Plot        string          `json:"plot,omitempty"`
	Matches     []run.Encounter `json:"matches,omitempty"`
	Warnings    []string        `json:"warnings,omitempty"`
}

type comparedRun struct {
	run.Summary
	CPU       float64  `json:"cpu"`        // of the training, in seconds
	TestScore *float64 `json:"test_score"` // of the champion against the config's opponents
}

func compareCommand(a *app) *cobra.Command {
	const figure = "compare.svg"
	var f compareFlags
	c := &cobra.Command{
		Use: "compare RUN RUN...", Short: "Compare runs: differences, curves in one figure, matches between the champions", Args: arguments(2, anyNumber),
		Long: "Compare runs: one line per run with its results and the config keys that differ, and the curves of validated fitness\n" +
			"in one figure. With --play N, each pair of champions plays N games.",
		RunE: func(c *cobra.Command, args []string) error {
			if !c.Flags().Changed("plot") {
				f.plot = filepath.Join(a.runs(), figure)
			}
			return a.compare(c.Context(), &f, args)
		},
	}
	a.formats(c)
	c.Flags().StringVar(&f.plot, "plot", filepath.Join(run.RootFolder, figure), "the figure (svg, png, pdf); empty: none")
	bind(c, &f)
	return a.inRuns(c)
}

func (a *app) compare(ctx context.Context, f *compareFlags, args []string) error {
	runs, err := a.readRuns(args)
	if err != nil {
		return err
	}
	a.warnOfLosses(runs...)
	a.warnOfCompared(runs)
	if f.plot != "" && filepath.Dir(f.plot) == a.runs() { // the runs may all be elsewhere
		if err := a.makeRuns(); err != nil {
			return err
		}
	}
	if f.plot != "" {
		if err := drawOverlay(runs, f.plot, plots.Style{}); err != nil {
			return err
		}
	}
	result, err := f.result(ctx, a, runs)
	switch {
	case errors.Is(err, run.ErrNotComparable):
		return badInput(err, "only finished runs of the same game and variant have champions that can play each other")
	case err != nil:
		return err
	case a.json():
		return a.printJSON(result)
	}
	return a.printComparison(result)
}

func (a *app) readRuns(args []string) ([]*run.Run, error) {
	folders, err := a.findRuns(args)
	if err != nil {
		return nil, err
	}
	progress := term.NewBar(a.err, len(folders), "run")
	defer progress.Close()
	runs, err := run.ReadAll(a.games, folders, func() { progress.Add(1) })
	return runs, unreadable(err)
}

func (f *compareFlags) result(ctx context.Context, a *app, runs []*run.Run) (*comparison, error) {
	c := &comparison{Differences: run.Differing(runs), Plot: f.plot, Warnings: run.RepeatWarnings(runs)}
	for _, r := range runs {
		c.Runs = append(c.Runs, comparedRun{r.Summary(), r.TrainingCPU(), r.TestScore()})
	}
	if f.Play == 0 {
		return c, nil
	}
	var err error
	progress := term.NewBar(a.err, len(runs)*(len(runs)-1)/2*f.Play, "game")
	defer progress.Close()
	c.Matches, err = run.RoundRobin{Games: f.Play, Seed: f.Seed, Pool: arena.Cores{Workers: f.Workers}, Played: func() { progress.Add(1) }}.Play(ctx, runs)
	return c, err
}

func (a *app) printComparison(c *comparison) error {
	heads := []string{"run", "status", "gen.", "games", "CPU", "validated", "test score", "claimed"}
	for _, d := range c.Differences {
		heads = append(heads, d.Key)
	}
	t := term.NewTable(heads...).Names(0)
	for i := range c.Differences {
		t.Names(len(heads) - 1 - i)
	}
	for i, r := range c.Runs {
		cells := []string{r.Run, r.Status, fmt.Sprint(r.Generation), fmt.Sprint(r.Games), run.SecondsText(r.CPU), optional(r.Validated), optional(r.TestScore), optional(r.Best)}
		for _, d := range c.Differences {
			cells = append(cells, d.Values[i])
		}
		t.Row(cells...)
	}
	if err := a.printTable(t); err != nil {
		return err
	}
	if len(c.Matches) > 0 {
		fmt.Fprintln(a.out)
		t = term.NewTable("champion", "against", "games", "score, 95 %", "as first", "as second").Keys(2).Names(0, 1)
		for _, m := range c.Matches {
			t.Row(m.A, m.B, fmt.Sprint(m.Games), m.Score.Percent(), m.AsFirst.Rate().Percent(), m.AsSecond.Rate().Percent())
			for _, text := range m.Warnings {
				fmt.Fprintf(a.err, "warning: %s against %s: %s\n", term.OneLine(m.A), term.OneLine(m.B), text)
			}
		}
		if err := a.printTable(t); err != nil {
			return err
		}
	}
	if c.Plot == "" {
		return nil
	}
	return a.printPaths(c.Plot)
}
