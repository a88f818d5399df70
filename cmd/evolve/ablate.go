package main

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
)

// ablateFlags are the settings of evolve ablate.
type ablateFlags struct {
	gameFlags
	format       string
	games        int
	openingPlies int
	workers      int
	seed         uint64
}

func ablateCommand(a *app) *cobra.Command {
	var f ablateFlags
	c := &cobra.Command{
		Use: "ablate [AGENT]", Short: "Measure what each feature is worth to an evaluation", Args: cobra.MaximumNArgs(1),
		Long: "Let an agent with an evaluation (frozen, hand) play against itself without one of its features at a time.\n" +
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
	c.Flags().StringVar(&f.format, "format", "text", "text, json or md")
	c.Flags().IntVar(&f.games, "games", 200, "games for each feature, an even number")
	c.Flags().IntVar(&f.openingPlies, "opening-plies", 4, "random plies before each game")
	addWorkers(c, &f.workers)
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of openings and of everything that is drawn")
	return c
}

func (a *app) ablate(ctx context.Context, f *ablateFlags, name string) error {
	if !slices.Contains([]string{"text", "json", "md"}, f.format) {
		return badInput(fmt.Errorf("evolve: --format %q (allowed: text, json, md)", f.format), "")
	}
	plan, err := f.plan(name)
	if err != nil {
		return err
	}
	if plan.Whole, err = ablation.Evaluation(plan.Game, f.variant, plan.Spec); err != nil {
		return badInput(err, "agents with an evaluation: frozen, hand (evolve agents)")
	}
	names := ablation.Features(plan.Whole)
	progress := newBar(a.err, len(names)*f.games, "games")
	plan.Played = progress.add
	list, err := plan.Run(ctx)
	progress.close()
	// What has been measured before an interruption is not lost.
	if err == nil || errors.Is(err, context.Canceled) {
		err = errors.Join(a.printAblation(f.format, list), err)
	}
	return err
}

// plan looks at everything that can be wrong before the first game.
func (f *ablateFlags) plan(name string) (*ablation.Ablation, error) {
	if f.games > mostGames {
		return nil, badInput(fmt.Errorf("evolve: --games %d (allowed: 2..%d)", f.games, mostGames), "")
	}
	if err := checkWorkers(f.workers); err != nil {
		return nil, err
	}
	g, err := f.find()
	if err != nil {
		return nil, err
	}
	spec, err := agent.ParseSpec(name)
	if err != nil {
		return nil, badInput(err, "evolve agents lists the agents and their settings")
	}
	plan := &ablation.Ablation{Game: g, Spec: spec, Workers: f.workers, Match: arena.Match{
		Variant: f.variant, Games: f.games, OpeningPlies: f.openingPlies, Seed: f.seed, OwnSeeds: true,
	}}
	ready, err := openAgent(g, name, agent.Env{})
	if err != nil {
		return nil, err
	}
	_, err = plan.Match.Jobs(g, 0, 1, 0)
	return plan, errors.Join(badInput(err, ""), ready.Close())
}

func (a *app) printAblation(format string, list []ablation.Worth) error {
	slices.SortStableFunc(list, func(a, b ablation.Worth) int { return cmp.Compare(b.Score.Value, a.Score.Value) })
	if format == "json" {
		for _, one := range list {
			if err := a.printJSON(one); err != nil {
				return err
			}
		}
		return nil
	}
	row := "%-20s %6v  %-22s %s\n"
	head := fmt.Sprintf(row, "feature", "games", "score with it", "verdict")
	if format == "md" {
		row = "| %s | %v | %s | %s |\n"
		head = fmt.Sprintf(row, "feature", "games", "score with it", "verdict") + "|---|---|---|---|\n"
	}
	var b strings.Builder
	b.WriteString(head)
	again := 0
	for _, one := range list {
		fmt.Fprintf(&b, row, one.Feature, one.Games, one.Score.Percent(), ablationVerdict(one))
		again = max(again, one.Duplicates)
	}
	if again > 0 {
		fmt.Fprintf(a.err, "warning: up to %d games of a feature repeat an earlier one: those intervals are too narrow\n", again)
	}
	_, err := fmt.Fprint(a.out, b.String())
	return err
}

// ablationVerdict is what the interval says.
func ablationVerdict(one ablation.Worth) string {
	switch {
	case one.Score.Low > .5:
		return "helps"
	case one.Score.High < .5:
		return "harms"
	}
	return "not clear"
}
