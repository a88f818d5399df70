package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/ablation"
	"evolab/internal/quantity"
	"evolab/lab/term"
)

type ablateFlags struct {
	gameFlags
	workerFlags
	Games        int    `key:"games" doc:"games for each feature" range:"2..10000000" even:"true" default:"200"`
	OpeningPlies int    `key:"opening_plies" doc:"random plies before each game" range:"0..1000" default:"4"`
	Seed         uint64 `key:"seed" doc:"seed of the openings and of the agents" default:"1"`
	cluster      clusterFlags
}

func ablateCommand(a *app) *cobra.Command {
	var f ablateFlags
	c := &cobra.Command{
		Use: "ablate [AGENT]", Short: "Measure what each feature is worth to an evaluation", Args: arguments(0, 1),
		Long: "Let an agent with an evaluation (" + strings.Join(agent.LinearKinds(), ", ") + ") play against copies of itself that each lack one feature.\n" +
			"The score is the whole evaluation's: above 50 % the feature helps. Without an agent: frozen:depth=2,ties=random.",
		RunE: func(c *cobra.Command, args []string) error {
			name := "frozen:depth=2,ties=random"
			if len(args) == 1 {
				name = args[0]
			}
			return a.ablate(c.Context(), &f, name)
		},
	}
	f.gameFlags.add(a, c)
	a.formats(c, "text", "json", "md")
	bind(c, &f)
	f.cluster.add(c, &f.Workers)
	return c
}

func (a *app) ablate(ctx context.Context, f *ablateFlags, name string) (err error) {
	plan, err := f.plan(name)
	if err != nil {
		return err
	}
	if plan.Whole, err = ablation.Evaluation(plan.Game, f.variant, plan.Spec); err != nil {
		return badInput(err, "agents with an evaluation: "+strings.Join(agent.LinearKinds(), ", ")+" (evolve agents)")
	}
	venue, err := f.cluster.open(ctx, a, "")
	if err != nil {
		return err
	}
	defer venue.close(&err)
	plan.Pool = venue.pool
	names := ablation.Features(plan.Whole)
	progress := term.NewBar(a.err, len(names)*f.Games, "game")
	plan.Played = progress.Add
	list, err := plan.Run(ctx)
	progress.Close()
	// What has been measured before an interruption is not lost.
	if err == nil || errors.Is(err, context.Canceled) {
		err = errors.Join(a.printAblation(list, venue.warn()), err)
	}
	return err
}

// plan checks everything before the first game.
func (f *ablateFlags) plan(name string) (*ablation.Ablation, error) {
	g, err := f.find()
	if err != nil {
		return nil, err
	}
	spec, err := parseSpec(name)
	if err != nil {
		return nil, err
	}
	plan := &ablation.Ablation{Game: g, Spec: spec, Match: arena.Match{
		Variant: f.variant, Games: f.Games, OpeningPlies: f.OpeningPlies, Seed: f.Seed, OwnSeeds: true,
	}}
	ready, err := openAgent(g, name, agent.Env{})
	if err != nil {
		return nil, err
	}
	_, err = plan.Match.Jobs(g, 0, 1, 0)
	return plan, errors.Join(badInput(err, openingsHint), ready.Close())
}

func (a *app) printAblation(list []ablation.Worth, warnings []string) error {
	slices.SortStableFunc(list, func(a, b ablation.Worth) int { return cmp.Compare(b.Score.Value, a.Score.Value) })
	row, rule := "%-20s %6v  %-22s %s\n", ""
	if a.format == "md" {
		row, rule = "| %s | %v | %s | %s |\n", "|---|---|---|---|\n"
	}
	text := fmt.Sprintf(row, "feature", "games", "score with it", "verdict") + rule
	repeated := 0
	for i := range list {
		one := &list[i]
		one.Warnings = warnings
		verdict := "not clear"
		switch {
		case one.Score.Low > .5:
			verdict = "helps"
		case one.Score.High < .5:
			verdict = "harms"
		}
		text += fmt.Sprintf(row, one.Feature, one.Games, one.Score.Percent(), verdict)
		repeated = max(repeated, one.Duplicates)
	}
	if a.json() {
		return printLines(a, list)
	}
	for _, warning := range warnings {
		fmt.Fprintf(a.err, "warning: %s\n", term.OneLine(warning))
	}
	if repeated > 0 {
		fmt.Fprintf(a.err, "warning: up to %s of a feature %s an earlier one: those intervals are too narrow\n", quantity.Of(repeated, "game"), quantity.Verb(repeated, "repeats", "repeat"))
	}
	_, err := fmt.Fprint(a.out, text)
	return err
}
