package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"evolab/agent"
	"evolab/experiments/experiment"
	"evolab/experiments/train"
	"evolab/experiments/tune"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/lab/term"
)

func (a *app) tuneMatches(ctx context.Context, f *tuneFlags) error {
	skeleton, err := f.matchesSkeleton(a)
	if err != nil {
		return err
	}
	a.remark("%s of what %s plays, given as %sNAME and, of whom it meets, %sBASE_NAME; it runs unconfined\n",
		quantity.Of(len(skeleton.Parameters), "parameter"), term.OneLine(f.Command), agent.VariablePrefix, agent.VariablePrefix)
	jobs := cmp.Or(f.Jobs, f.Workers, runtime.GOMAXPROCS(0))
	plan, clock, said, err := f.planMatches(ctx, a, skeleton, jobs)
	if err != nil {
		return err
	}
	var head []string
	for _, text := range said {
		a.remark("%s\n", text)
		head = append(head, term.Wrap(text, 98)...)
	}
	text, err := plan.YAML(skeleton, head)
	if err != nil {
		return err
	}
	c := a.newConfig()
	if err := experiment.ParseInto(c, f.file(), text, nil, experiment.CheckNames); err != nil {
		return err
	}
	if f.Out != "" {
		if err := files.Replace(f.Out, text); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	watch := &runWatcher{app: a}
	done, err := train.Run(ctx, c, train.Options{Root: a.runs(), File: f.file(), Observer: watch, Progress: watch, Workers: jobs, Formats: a.figures, Clock: clock})
	watch.end()
	if ctx.Err() == nil && (done.Interrupted || errors.Is(err, train.ErrNoChampion)) {
		return f.late(a, done)
	}
	if a.json() && err == nil && !done.Interrupted {
		return a.printTunedJSON(f, c, done, said)
	}
	return a.ended(done, err, func(d train.Done) error { return a.printTuned(f, d) })
}

// matchesSkeleton is the experiment as far as it is known before anything is measured.
func (f *tuneFlags) matchesSkeleton(a *app) (*experiment.Config, error) {
	c := a.newConfig()
	config.Defaults(c)
	c.Name, c.Seed, c.Objective, c.Command, c.Timeout = "tune", f.Seed, experiment.CommandObjective, f.Command, f.Timeout
	for _, text := range f.params {
		p, err := experiment.ParseParameter(text)
		if err != nil {
			return nil, badInput(fmt.Errorf("--param: %w", err), "as in --param NAME=START:LOW..HIGH")
		}
		c.Parameters = append(c.Parameters, p)
	}
	if len(c.Parameters) == 0 {
		return nil, badInput(errors.New("--param is missing"), "name what the command reads, as in --param margin=100:0..300:int")
	}
	const some = 100
	trial, err := tune.PlanMatches(some, 1)
	if err != nil {
		return nil, err
	}
	text, err := trial.YAML(c, nil)
	if err != nil {
		return nil, err
	}
	if err := f.explain(experiment.ParseInto(a.newConfig(), "tune.yaml", text, nil, experiment.CheckNames)); err != nil {
		return nil, err
	}
	return c, experiment.ParseInto(c, "tune.yaml", text, nil, experiment.CheckNames)
}

func (f *tuneFlags) planMatches(ctx context.Context, a *app, c *experiment.Config, jobs int) (m *tune.Matches, clock train.Clock, said []string, err error) {
	if f.Pairs > 0 {
		if m, err = tune.PlanMatches(f.Pairs, 1); err != nil {
			return nil, clock, nil, badInput(err, "more --pairs, or --minutes")
		}
		return m, clock, m.Why, nil
	}
	began := time.Now()
	end := began.Add(time.Duration(f.Minutes * float64(time.Minute)))
	measuring, stop := context.WithDeadline(ctx, end)
	defer stop()
	pace, err := tune.MeasurePace(measuring, c)
	if measuring.Err() != nil && ctx.Err() == nil {
		return nil, clock, nil, badInput(fmt.Errorf("the %s %s over after less than five pairs", quantity.Of(f.Minutes, "minute"), quantity.Verb(f.Minutes, "was", "were")), "give it more --minutes, or a command whose games are shorter")
	}
	if err != nil {
		return nil, clock, nil, err
	}
	said = []string{fmt.Sprintf("a match of the start against itself takes %s s to begin and %s s a pair", quantity.Digits(pace.Start.Seconds(), 3), quantity.Digits(pace.Pair.Seconds(), 3))}
	if m, err = tune.PlanMatches(pace.Pairs(time.Until(end), jobs), pace.Each()); err != nil {
		return nil, clock, nil, badInput(err, "more --minutes, or --jobs if there are more cores")
	}
	return m, m.Clock(end, pace, jobs), append(said, m.Why...), nil
}
