package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/course"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/experiments/train"
	"evolab/internal/config"
	"evolab/internal/quantity"
	"evolab/lab/term"
	"evolab/learn/td"
	"evolab/ship/bundle"
	"evolab/stats"
)

func runCommand(a *app) *cobra.Command {
	var f struct {
		workerFlags
		Seed uint64 `key:"seed" doc:"the same as seed=N"`
	}
	var confine confineFlags
	var clustering clusterFlags
	c := &cobra.Command{
		Use:   "run CONFIG [key.path=value ...]",
		Short: "Run an experiment: from a config to a tuned agent",
		Long: "Run an experiment in a new folder below runs/, whose name is the first line of the output.\n" +
			"CONFIG is a file, or the name of an example that comes with the program, such as quick or ga.\n" +
			"Settings after it override the file, as in seed=7 or ga.population=30.",
		Args: arguments(1, anyNumber),
		RunE: func(c *cobra.Command, args []string) error {
			overrides := args[1:]
			if c.Flags().Changed("seed") {
				var err error
				if overrides, err = seedOverride(overrides, f.Seed); err != nil {
					return err
				}
			}
			return a.runExperiment(c.Context(), args[0], overrides, train.Options{Programs: confine.programs(a), Formats: a.figures}, &clustering, confine.level())
		},
	}
	bind(c, &f)
	clustering.add(c, &f.Workers)
	confine.add(c)
	return a.inRuns(saves(c))
}

// seedOverride adds the seed of the flag; a different one among the overrides is
// bad input.
func seedOverride(overrides []string, seed uint64) ([]string, error) {
	want := fmt.Sprintf("seed=%d", seed)
	for _, o := range overrides {
		var own struct {
			Seed uint64 `key:"seed"`
		}
		text, found := strings.CutPrefix(o, "seed=")
		if found && config.Apply(&own, []config.Setting{{Key: "seed", Value: text}}) == nil && own.Seed != seed {
			return nil, badInput(fmt.Errorf("--seed %d and %s differ", seed, o), "give one of them")
		}
	}
	return append(overrides[:len(overrides):len(overrides)], want), nil
}

func (a *app) runExperiment(ctx context.Context, path string, overrides []string, o train.Options, clustering *clusterFlags, require string) (err error) {
	config := a.newConfig()
	text, err := readConfig(path)
	if err == nil {
		err = experiment.ParseInto(config, path, text, overrides, experiment.CheckNames)
	}
	if err != nil {
		return misread(path, err, keysHint(err), experimentKind)
	}
	venue, err := clustering.open(ctx, a, require)
	if err != nil {
		return err
	}
	defer venue.close(&err)
	watch := &runWatcher{app: a}
	o.Root, o.File, o.Overrides, o.Observer, o.Progress = a.runs(), path, overrides, watch, watch
	o.Workers, o.Pool, o.Aside, o.Warn = venue.threads, venue.pool, venue.aside, venue.warn
	done, err := train.Run(ctx, config, o)
	watch.end()
	return a.ended(done, err, a.nextStep)
}

// ended prints the result of a run and the next step, or says how to continue it.
func (a *app) ended(done train.Done, err error, next func(train.Done) error) error {
	again := "evolve resume " + a.runArgument(done.Folder) + " continues it"
	var known *exitError
	switch {
	case errors.As(err, &known): // it says what to do
		return err
	case err != nil && done.Folder != "" && !run.IsRun(done.Folder):
		return &exitError{exitFailed, err, "its folder was removed while it was at work: evolve run starts it anew"}
	case errors.Is(err, train.ErrNoChampion):
		return &exitError{exitInterrupted, err, again}
	case errors.Is(err, train.ErrRemote):
		return badInput(err, "training_games instead, or neither --listen nor --cluster")
	case errors.Is(err, train.ErrBudget):
		return badInput(err, "less is needed with fewer candidates, fewer opponents or faster games")
	case errors.Is(err, td.ErrDiverged):
		return &exitError{exitFailed, err, "a new run with smaller steps helps: td.core_step and td.step, or those of qlearning"}
	case err != nil && done.Folder == "":
		return err
	case err != nil:
		if err = noRoom(err, again); !errors.As(err, &known) {
			err = &exitError{exitFailed, err, "once that is fixed, " + again}
		}
		return err
	}
	a.printDone(done)
	if done.Interrupted {
		return &exitError{exitInterrupted, errors.New("interrupted; the champion so far and its figures are in " + done.Folder), again}
	}
	return next(done)
}

func (a *app) printDone(d train.Done) {
	if d.Headline != "" {
		fmt.Fprintln(a.out, breakHeadline(d.Headline))
	}
	if len(d.Evidence.Test) > 0 && d.Weights.Game != agent.RunnerGameName { // the headline says it all
		fmt.Fprintf(a.out, "\nThe champion at %s, from k random opening plies: score in %% with its 95 %%\ninterval, in all and on each side. Intervals count repeated games only once.\n", d.Evidence.Look())
		sides := [2]string{"first", "second"}
		if g, err := a.games.Find(d.Weights.Game); err == nil {
			sides = g.Info().Sides
		}
		_ = a.printTable(testTable(sides, d.Evidence.Test)) // the next line meets the same error
		if d.Weights.Game == "tictactoe" {
			printBattles(a.out, d.Test)
		}
	}
	workers := "with " + quantity.Of(d.Workers, "worker")
	if d.Workers == 0 {
		workers = "with the workers of a cluster"
	}
	a.remark("training: %s in %.1f s, %.0f games/s %s\n",
		quantity.Of(d.Evidence.Games, "game"), d.Training.Seconds(), float64(d.Evidence.Games)/d.Training.Seconds(), workers)
	a.remark("figures: %s\n", term.OneLine(filepath.Join(d.Folder, run.PlotsFolder)))
}

// nextStep says what to do with a champion where the person stands: in a checkout it is
// frozen into the agent that is shipped, elsewhere it is handed in.
func (a *app) nextStep(d train.Done) error {
	name := a.runArgument(d.Folder)
	if d.Evidence.Agent != "" {
		t, err := readTuned(d.Folder, d.Weights)
		if err != nil {
			return err
		}
		a.remark("%s", t.handIn(name))
		return nil
	}
	_, err := checkout()
	if _, known := agent.FindGame(d.Weights.Game); err == nil && known == nil {
		a.remark("freeze the champion with: evolve freeze %s\n", name)
		return nil
	}
	f := shipFlags{lang: bundle.Languages()[0], out: "handin"}
	o, _, err := f.order(a, d.Folder, false)
	if err == nil {
		err = o.Check()
	}
	if err != nil { // no program can be shipped
		a.remark("write the champion's weights with: evolve freeze %s --to weights.json\n", name)
		return nil
	}
	a.remark("hand in the champion with: evolve ship %s --out handin (one C++ file; --lang python or java: one of that language)\n", name)
	// The champion has met the start and the hand-set weights, but not these.
	if _, err := frozen.Weights(d.Weights.Game); err == nil {
		board := d.Weights.Game
		if d.Weights.Variant != "" {
			board += " --variant " + shellWord(d.Weights.Variant)
		}
		a.remark("it was not compared with the weights that evolve ship frozen hands in; this does, at equal time:\n  evolve match %s frozen --game %s --games 100 --move-time .05\n",
			shellWord("frozen:weights="+filepath.Join(d.Folder, run.ChampionFile)), board)
	}
	return nil
}

func (a *app) runArgument(folder string) string {
	name := term.OneLine(filepath.Base(folder))
	if a.dir != "" {
		name += " --dir " + shellWord(a.dir)
	}
	return name
}

func testTable(sides [2]string, test []run.Versus) *term.Table {
	t := term.NewTable("opponent", "k", "games", "score", sides[0], sides[1]).Keys(2).Names(0).Right(1, 2, 3, 4, 5)
	for _, v := range test {
		games := fmt.Sprint(v.Games)
		if 100*v.Duplicates > v.Games {
			games = fmt.Sprintf("%d of %d", v.Games-v.Duplicates, v.Games)
		}
		t.Row(v.Opponent, fmt.Sprint(v.OpeningPlies), games, inPercent(v.Score, 1), inPercent(v.AsFirst, 0), inPercent(v.AsSecond, 0))
	}
	return t
}

// inPercent formats an estimate without its unit.
func inPercent(e stats.Estimate, decimals int) string {
	return fmt.Sprintf("%.*f [%.*f, %.*f]", decimals, 100*e.Value, decimals, 100*e.Low, decimals, 100*e.High)
}

// breakHeadline breaks a headline in two if it does not fit a terminal of 80 columns.
func breakHeadline(headline string) string {
	if len(headline) <= 80 {
		return headline
	}
	return strings.Replace(headline, "; ", ";\n", 1)
}

// runWatcher shows the progress of a run: on a terminal a line for each generation and
// below the games in progress, elsewhere a line now and then.
type runWatcher struct {
	*app
	plan train.Plan
	name string    // of the run, until it is printed
	bar  *term.Bar // nil before the start
}

// Started prints the run's name, which scripts read from the first line.
func (w *runWatcher) Started(folder string, plan train.Plan) {
	w.plan = plan
	w.name = term.OneLine(filepath.Base(folder))
	if plan.CPU == 0 { // else the first generation may show that it pays for no step
		w.announce()
	}
	w.bar = term.NewBar(w.err, plan.Games, plan.Unit)
	w.bar.Describe("generation 0")
	if plan.Played > 0 {
		w.bar.Describe("resumed")
		w.bar.Skip(plan.Played)
	}
	if plan.StartApart {
		w.bar.Unlike()
	}
}

// announce prints the run's name, once.
func (w *runWatcher) announce() {
	if !w.json() && w.name != "" {
		fmt.Fprintln(w.out, w.name)
	}
	w.name = ""
}

// Add counts games of the training or of the stage.
func (w *runWatcher) Add(games int) { w.bar.Add(games) }

// Generation shows the claimed fitness of the best with its interval, and without a
// live bar also the speed.
func (w *runWatcher) Generation(m run.Metrics, t run.Timing) {
	w.announce()
	w.plan.UsedCPU += t.TrainingCPU()
	text := w.generation(m.Generation)
	if !w.plan.EachOther {
		text += fmt.Sprintf("  claimed %.3f [%.3f, %.3f]  mean %.3f", m.Best, m.Interval.Low, m.Interval.High, m.Mean)
	}
	if m.Validated != nil {
		text += fmt.Sprintf("  validated %.3f", m.Validated.Value)
	}
	switch {
	case !w.plan.StartApart:
	case m.Generation == 0:
		w.bar.Unlike()
	default:
		w.bar.Like()
	}
	if !w.bar.Live() {
		text += fmt.Sprintf("  %.0f %s/s", t.GamesPerSecond, quantity.Noun(t.GamesPerSecond, w.plan.Unit))
		if left, known := w.bar.Rest(); known {
			text += "  " + term.Roughly(left) + " left"
		}
		if workers := w.bar.Workers(); workers != "" {
			text += "  " + workers
		}
	}
	if len(m.Parameters) > 0 { // of a program
		var list []string
		for _, name := range slices.Sorted(maps.Keys(m.Parameters)) {
			list = append(list, name+"="+quantity.Digits(m.Parameters[name], 4))
		}
		text += "\n  best: " + strings.Join(list, " ")
	}
	w.bar.Log(text, m.Generation == w.plan.Generations || w.plan.CPU > 0 && w.plan.UsedCPU > .95*w.plan.CPU)
	w.bar.Describe(w.generation(m.Generation + 1))
}

// generation names a generation among those of the plan.
func (w *runWatcher) generation(n int) string {
	if w.plan.CPU > 0 {
		return fmt.Sprintf("generation %d, %s of %s s of CPU", n, quantity.Digits(w.plan.UsedCPU, 3), quantity.Digits(w.plan.CPU, 3))
	}
	return fmt.Sprintf("generation %d/%d", min(n, w.plan.Generations), w.plan.Generations)
}

func (w *runWatcher) end() {
	if w.bar != nil {
		w.bar.Close()
	}
}

// Begin begins another bar, or announces the stage without a live one.
func (w *runWatcher) Begin(name string, total int, unit string) {
	w.bar.Close()
	w.bar = term.NewBar(w.err, total, unit)
	w.bar.Describe(name)
	if !w.bar.Live() {
		w.bar.Log(name, true)
	}
}

func (w *runWatcher) Note(text string) {
	if strings.HasPrefix(text, "warning") {
		fmt.Fprintln(w.err, text)
	} else {
		w.remark("%s\n", text)
	}
}

// printBattles prints the table and the grade of the Little-Go assignment's section
// 9, if the champion met all its players from the start position.
func printBattles(w io.Writer, test []run.MatchLine) {
	met := map[string]run.MatchLine{}
	for _, m := range test {
		if m.OpeningPlies == 0 {
			met[m.Opponent] = m
		}
	}
	battles := course.Battles()
	if slices.ContainsFunc(battles, func(b course.Battle) bool { return met[b.Agent].Games < 2 }) {
		return
	}
	fmt.Fprintf(w, "\nThe assignment's battles: %% of games won, drawn, lost\n")
	row := func(x, o string, r stats.WDL) {
		share := func(n int) float64 { return 100 * float64(n) / float64(r.Games()) }
		fmt.Fprintf(w, "%-9s (X) vs %-9s (O): %6.1f %6.1f %6.1f\n", x, o, share(r.Wins), share(r.Draws), share(r.Losses))
	}
	for _, b := range battles {
		row("qlearner", b.Agent, met[b.Agent].AsFirst)
		row(b.Agent, "qlearner", swapped(met[b.Agent].AsSecond))
	}
	points, most := 0., 0.
	for _, b := range battles {
		m := met[b.Agent]
		rate := b.Rate(m.AsFirst.Losses, m.AsSecond.Losses, m.Games/2)
		fmt.Fprintf(w, "win/draw rate against %-8s %6.2f %%: %5.2f of %2.0f points\n", b.Agent, rate, b.Points(rate), b.Full())
		points, most = points+b.Points(rate), most+b.Full()
	}
	fmt.Fprintf(w, "Task 2 Grade: %s / %.0f\n", quantity.Digits(points, 4), most)
}

func swapped(r stats.WDL) stats.WDL {
	return stats.WDL{Wins: r.Losses, Draws: r.Draws, Losses: r.Wins}
}
