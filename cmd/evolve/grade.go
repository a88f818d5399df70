package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/course/rubric"
)

// gradeFlags are the settings of evolve grade.
type gradeFlags struct {
	gameFlags
	formatFlag
	rubric   string
	moveTime float64
	gameTime float64
	gamesOut string
	scale    int
	workers  int
	seed     uint64
}

func gradeCommand(a *app) *cobra.Command {
	var f gradeFlags
	c := &cobra.Command{
		Use: "grade AGENT", Short: "Points under an assignment's rubric", Args: cobra.ExactArgs(1),
		Long: "Play the games of a rubric (evolve rubrics) from the start position and count the points.\n" +
			"An agent that sets itself no limit gets the time for a move that keeps all of the rubric's limits.\n" +
			"checkers-2021 and halma-2019 also ask for single moves, in positions taken from games that the\n" +
			"seed decides, and a drawn game is won by the side with more of its time left.",
		RunE: func(c *cobra.Command, args []string) error { return a.grade(c.Context(), &f, args[0]) },
	}
	f.gameFlags.add(a, c)
	noDefault(c, "game", "the game (default: the rubric's)")
	f.formatFlag.add(c)
	c.Flags().StringVar(&f.rubric, "rubric", "", "the rubric (evolve rubrics)")
	c.Flags().Float64Var(&f.moveTime, "move-time", 0, "seconds of CPU for a move, if it has to be less than the rubric's")
	c.Flags().Float64Var(&f.gameTime, "game-time", 0, "seconds of CPU for a game and side, if it has to be less than the rubric's")
	c.Flags().IntVar(&f.scale, "scale", 1, "play so many times the rubric's games, for narrower intervals")
	c.Flags().StringVar(&f.gamesOut, "games-out", "", gamesOutDoc)
	addWorkers(c, &f.workers)
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of everything that is drawn")
	return saves(c)
}

// maxScale is far more than any interval needs.
const maxScale = 1000

func (a *app) grade(ctx context.Context, f *gradeFlags, name string) error {
	json, err := f.json()
	if err != nil {
		return err
	}
	grading, err := f.grading()
	if err != nil {
		return err
	}
	noteShadow(a.err, name)
	spec, err := plannedSpec(name, grading.Rubric)
	if err != nil {
		return err
	}
	grading.Timed = spec.Timed()
	prepared := a.busy("preparing the games")
	jobs, err := grading.Jobs(ctx)
	prepared()
	if err != nil {
		return err
	}
	agents, err := gradeAgents(ctx, grading, spec)
	if err != nil {
		return err
	}
	defer closeAgents(agents)
	if spec.String() != name {
		a.tellPlan(grading, spec, len(jobs))
	}
	play := &gradePlay{app: a, jobs: jobs}
	played, records, stopped := play.run(ctx, arena.Pool{Game: grading.Game, Agents: agents, Workers: f.workers, Voids: true})
	return a.graded(f, grading, spec, len(jobs), played, records, stopped, json)
}

// graded writes the games, and prints what they came to.
func (a *app) graded(f *gradeFlags, grading *rubric.Grading, spec agent.Spec, games int, played []arena.Job, records []arena.Record, stopped error, json bool) error {
	if stopped != nil && !errors.Is(stopped, context.Canceled) {
		return stopped
	}
	if f.gamesOut != "" {
		if err := writeGradeGames(f.gamesOut, grading, spec, played, records); err != nil {
			return err
		}
	}
	out := gradeOut{Agent: spec.String(), Seed: f.seed, Report: grading.Report(played, records), Grading: grading}
	if stopped != nil {
		out.Interrupted = fmt.Sprintf("interrupted after %d of %d games", len(records), games)
	}
	if err := a.printGrade(out, json); err != nil {
		return err
	}
	if stopped == nil {
		return voidError(out.Report.Voids(), len(records))
	}
	return &exitError{exitInterrupted, errors.New("evolve: " + out.Interrupted), "the points are those of the games that were finished"}
}

// grading looks at everything that can be wrong with the flags.
func (f *gradeFlags) grading() (*rubric.Grading, error) {
	if err := checkWorkers(f.workers); err != nil {
		return nil, err
	}
	r, err := f.lowered()
	if err != nil {
		return nil, err
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
	if f.scale < 1 || f.scale > maxScale {
		return nil, badInput(fmt.Errorf("evolve: --scale %d (allowed: 1..%d)", f.scale, maxScale), "")
	}
	if err := checkGamesOut(f.gamesOut, g); err != nil {
		return nil, err
	}
	return &rubric.Grading{Rubric: r, Game: g, Variant: f.variant, Seed: f.seed, Scale: f.scale}, nil
}

// lowered is the rubric under the limits that were asked for.
func (f *gradeFlags) lowered() (rubric.Rubric, error) {
	r, err := rubric.Find(f.rubric)
	if err != nil {
		return r, badInput(err, "evolve rubrics describes them")
	}
	move, err := cpuSeconds("--move-time", f.moveTime)
	if err != nil {
		return r, err
	}
	whole, err := cpuSeconds("--game-time", f.gameTime)
	if err != nil {
		return r, err
	}
	r, err = r.Lower(move, whole)
	return r, badInput(err, "--move-time and --game-time can only lower a rubric's limits")
}

// gradeAgents makes the graded agent and then the opponents.
func gradeAgents(ctx context.Context, grading *rubric.Grading, graded agent.Spec) ([]agent.Agent, error) {
	first, err := grading.Game.Agent(graded, agent.Env{})
	if err != nil {
		return nil, badInput(err, "evolve agents lists the agents and their settings")
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

// writeGradeGames writes the games of a grading.
func writeGradeGames(path string, grading *rubric.Grading, graded agent.Spec, jobs []arena.Job, records []arena.Record) error {
	cast := arena.Cast{Info: grading.Game.Info(), Names: []string{gradedName}, Specs: []string{graded.String()}}
	for _, o := range grading.Opponents() {
		cast.Names, cast.Specs = append(cast.Names, o.Name), append(cast.Specs, o.Agent)
	}
	return saveGames(path, grading.Game, linesOf(&cast, jobs, records))
}
