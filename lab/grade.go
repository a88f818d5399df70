package lab

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/course/rubric"
	"evolab/host"
)

type gradeFlags struct {
	gameFlags
	rubric   string
	limits   arena.Limits // below the rubric's
	gamesOut string
	scale    int
	workers  int
	seed     uint64
	confine  confineFlags
	many     clusterFlags
	class    classFlags
}

func gradeCommand(a *app) *cobra.Command {
	f := gradeFlags{confine: confineFlags{least: host.Isolated.String()}}
	c := &cobra.Command{
		Use: "grade AGENT|CLASS_FOLDER", Short: "Points under an assignment's rubric", Args: cobra.ExactArgs(1),
		Long: "Play the games of a rubric (evolve rubrics) from the start position and count the points.\n" +
			"An agent without its own limit gets the time per move that stays within all of the rubric's limits.\n" +
			"checkers-2021 and halma-2019 also include single moves, in positions from games that depend on the\n" +
			"seed, and there the side with more time left wins a drawn game.\n" +
			"A program is graded only if this machine can isolate it (evolve doctor --system), unless --require-confinement says otherwise.\n" +
			"With --out, grade each folder and source file in CLASS_FOLDER.",
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.class.check(c); err != nil {
				return err
			}
			if f.class.out != "" {
				return a.gradeClass(c.Context(), &f, args[0])
			}
			return a.grade(c.Context(), &f, args[0])
		},
	}
	f.gameFlags.add(a, c)
	noDefault(c, "game", "the game (default: the rubric's)")
	a.formats(c)
	c.Flags().StringVar(&f.rubric, "rubric", "", "the rubric (evolve rubrics)")
	addLimits(c, &f.limits, ", if less than the rubric's")
	c.Flags().IntVar(&f.scale, "scale", 1, "play this many times the rubric's games, for narrower intervals")
	allow(c, "scale", "1..1000", func() bool { return f.scale >= 1 && f.scale <= 1000 })
	c.Flags().StringVar(&f.gamesOut, "games-out", "", gamesOutDoc)
	f.class.add(c)
	addWorkers(c, &f.workers)
	f.confine.add(c)
	f.many.add(c, &f.workers)
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of positions and agents")
	return saves(c)
}

func (a *app) grade(ctx context.Context, f *gradeFlags, name string) (err error) {
	grading, err := f.grading()
	if err != nil {
		return err
	}
	noteShadow(a.err, name)
	spec, err := parseSpec(name)
	if err != nil {
		return err
	}
	if spec.Open() {
		spec = spec.With("time", fmt.Sprintf("%g", grading.Rubric.Plan.Seconds()))
	}
	grading.Timed = spec.Timed()
	done := a.busy("preparing the games")
	jobs, err := grading.Jobs(ctx)
	done()
	if err != nil {
		return err
	}
	agents, err := gradeAgents(ctx, grading, spec, agent.Env{Log: a.err, Programs: f.confine.programs(a)})
	if err != nil {
		return err
	}
	defer closeAgents(agents)
	if spec.String() != name {
		a.printPlan(grading, spec, len(jobs))
	}
	place, err := f.many.open(ctx, a, f.confine.level())
	if err != nil {
		return err
	}
	defer place.close(&err)
	play := &matchPlay{app: a, jobs: jobs}
	played, records, stopped := play.run(ctx, place.pool, arena.Round{Game: grading.Game, Agents: agents, Voids: true})
	return a.graded(f, grading, spec, len(jobs), played, records, stopped, place.warn())
}

// printPlan says which time the agent was given, and how much that is at most.
func (a *app) printPlan(grading *rubric.Grading, spec agent.Spec, games int) {
	r := grading.Rubric
	most := time.Duration(games*(grading.Game.Info().PlyLimit/2)) * r.Plan
	if r.Whole > 0 {
		most = min(most, time.Duration(grading.Scale)*r.AllAllowed())
	}
	a.remark("%s: the time is the plan of %s for a move; %d games take up to %v of CPU\n", oneLine(spec.String()), r.Name, games, most)
}

// graded writes the games and prints the result.
func (a *app) graded(f *gradeFlags, grading *rubric.Grading, spec agent.Spec, games int, played []arena.Job, records []arena.Record, stopped error, machines []string) error {
	if stopped != nil && !errors.Is(stopped, context.Canceled) {
		return stopped
	}
	if f.gamesOut != "" {
		cast := arena.Cast{Info: grading.Game.Info(), Names: []string{gradedName}, Specs: []string{spec.String()}}
		for _, o := range grading.Opponents() {
			cast.Names, cast.Specs = append(cast.Names, o.Name), append(cast.Specs, o.Agent)
		}
		if err := saveGames(f.gamesOut, grading.Game, linesOf(&cast, played, records)); err != nil {
			return err
		}
	}
	out := gradeOut{Agent: spec.String(), Seed: f.seed, Report: grading.Report(played, records), Grading: grading, Machines: machines}
	if stopped != nil {
		out.Interrupted = fmt.Sprintf("interrupted after %d of %d games", len(records), games)
	}
	if err := a.print(newGradeLine(out), "%s", gradeText(out)); err != nil {
		return err
	}
	if stopped == nil {
		return voidError(out.Report.Voids(), len(records), firstVoid(records))
	}
	return &exitError{exitInterrupted, errors.New("evolve: " + out.Interrupted), "the points are for the games that were finished"}
}

// grading checks the flags.
func (f *gradeFlags) grading() (*rubric.Grading, error) {
	r, err := rubric.Find(f.rubric)
	if err != nil {
		return nil, badInput(err, "evolve rubrics describes them")
	}
	if r, err = r.Lower(f.limits.Move, f.limits.Game); err != nil {
		return nil, badInput(err, "--move-time and --game-time can only lower a rubric's limits")
	}
	if f.game == "" {
		f.game = r.Game
	}
	g, err := f.find()
	if err != nil {
		return nil, err
	}
	if r.Game != g.Info().Name {
		return nil, badInput(fmt.Errorf("evolve: rubric %s is for %s, not for %s", r.Name, r.Game, g.Info().Name), "")
	}
	if err := checkGamesOut(f.gamesOut, g); err != nil {
		return nil, err
	}
	return &rubric.Grading{Rubric: r, Game: g, Variant: f.variant, Seed: f.seed, Scale: f.scale}, nil
}

// gradeAgents makes the graded agent and the opponents after it.
func gradeAgents(ctx context.Context, grading *rubric.Grading, graded agent.Spec, env agent.Env) ([]agent.Agent, error) {
	first, err := grading.Game.Agent(graded, env)
	if err != nil {
		return nil, badInput(err, agentsHint)
	}
	agents := []agent.Agent{first}
	if err := agent.Build(ctx, first); err != nil {
		closeAgents(agents)
		return nil, err
	}
	for _, o := range grading.Opponents() {
		ready, err := openAgent(grading.Game, o.Agent, agent.Env{})
		if err != nil {
			closeAgents(agents)
			return nil, err
		}
		agents = append(agents, ready)
	}
	return agents, nil
}
