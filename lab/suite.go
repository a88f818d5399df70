package lab

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena/suite"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/lab/term"
	"evolab/search"
)

// suiteFlags are the flags for making or playing a suite.
type suiteFlags struct {
	gameFlags
	workerFlags
	Plies   string `key:"plies" doc:"plies played before the positions, such as 8,10,12" default:"10"`
	Count   int    `key:"count" doc:"positions for each number of plies" range:"1..1000000" default:"50"`
	Part    string `key:"part" doc:"which part: no position is in both, whatever the seed" oneof:"training|reporting" default:"reporting"`
	Seed    uint64 `key:"seed" doc:"seed of the random moves, or of the agent that plays --in" default:"1"`
	Nodes   int    `key:"nodes" doc:"skip positions that take more nodes to prove" range:"1..1000000000000" default:"50000000"`
	Out     string `key:"out" doc:"write the suite to this file (default: standard output)"`
	In      string `key:"in" doc:"a suite to play, with --agent"`
	Agent   string `key:"agent" doc:"the agent that plays --in, as NAME or NAME:key=value,..." default:"frozen"`
	confine confineFlags
}

func suiteCommand(a *app) *cobra.Command {
	var f suiteFlags
	c := &cobra.Command{
		Use: "suite", Short: "Make a suite of proven positions in which the move matters, or let an agent play one", Args: arguments(0, 0),
		Long: "Make a suite: positions after random moves, with proven values, in which at most half of the\n" +
			"legal moves keep the value. With --in and --agent, play a suite and count the values kept.",
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			if f.In != "" {
				return a.playSuite(c.Context(), &f)
			}
			return a.makeSuite(c.Context(), &f)
		},
	}
	f.gameFlags.add(a, c)
	f.confine.add(c)
	a.formats(c)
	bind(c, &f)
	return c
}

// check refuses flags without an effect.
func (f *suiteFlags) check(c *cobra.Command) error {
	if c.Flags().Changed("in") && f.In == "" {
		return badInput(errors.New("--in is empty"), "name a suite; without --in one is made")
	}
	if f.In != "" {
		if !c.Flags().Changed("game") {
			f.game = "" // the suite's
		}
		return refuseIdle(c, "where a suite is made, without --in", "plies", "count", "part", "nodes", "out")
	}
	if err := refuseIdle(c, "where a suite is played, with --in", "agent", "format", "mount", "pass-env", "require-confinement"); err != nil {
		return err
	}
	return outFile(c, "out")
}

func (f *suiteFlags) plan() (suite.Plan, error) {
	g, err := f.find()
	if err != nil {
		return suite.Plan{}, err
	}
	p := suite.Plan{
		Game: g, Variant: f.variant, Part: suite.Part(f.Part), Count: f.Count, Seed: f.Seed, Workers: f.Workers,
		Solve: agent.Board.Solve, Limits: search.Limits{Nodes: uint64(f.Nodes)},
	}
	if p.Workers == 0 {
		p.Workers = runtime.GOMAXPROCS(0)
	}
	for _, text := range strings.Split(f.Plies, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n >= g.Info().PlyLimit {
			return p, badInput(fmt.Errorf("--plies %q (expected: numbers such as 8,10, below %d)", f.Plies, g.Info().PlyLimit), "numbers of plies, separated by commas alone")
		}
		p.Plies = append(p.Plies, n)
	}
	return p, nil
}

func (a *app) makeSuite(ctx context.Context, f *suiteFlags) error {
	p, err := f.plan()
	if err != nil {
		return err
	}
	watch := &term.Progress{Out: a.err}
	p.Progress = watch
	made, err := suite.Make(ctx, p)
	watch.End()
	if errors.Is(err, context.Canceled) {
		return &exitError{exitInterrupted, errors.New("interrupted; nothing was written"), ""}
	}
	if err != nil {
		return &exitError{exitFailed, err, "fewer positions, other --plies, or more --nodes"}
	}
	if f.Out == "" {
		_, err = a.out.Write(made.Append(nil))
		return err
	}
	if err := files.Replace(f.Out, made.Append(nil)); err != nil {
		return err
	}
	a.remark("%s in %s\n", quantity.Of(len(made.Entries), "position"), f.Out)
	return nil
}

// playSuite lets an agent move in the positions of a suite.
func (a *app) playSuite(ctx context.Context, f *suiteFlags) error {
	g, s, err := f.read()
	if err != nil {
		return err
	}
	ready, err := openAgent(g, f.Agent, agent.Env{Log: a.err, Programs: f.confine.programs(a)})
	if err != nil {
		return err
	}
	defer ready.Close()
	progress := term.NewBar(a.err, len(s.Entries), "position")
	defer progress.Close()
	scores, err := s.Play(ctx, g, ready, f.Agent, f.Seed, func() { progress.Add(1) })
	if err != nil {
		return err
	}
	for _, line := range scores {
		a.print(line, "ply %2d: %d of %d kept (%.1f %%)\n", line.Plies, line.Kept, line.Positions, 100*line.Share)
	}
	return nil
}

const suiteHint = "evolve suite --out FILE writes such a file"

func (f *suiteFlags) read() (agent.Game, suite.Suite, error) {
	data, err := files.ReadArgument(f.In, suite.MaxBytes)
	if err != nil {
		return nil, suite.Suite{}, badInput(fmt.Errorf("--in: %w", err), suiteHint)
	}
	s, err := suite.Parse(data)
	if err != nil {
		return nil, s, misread(f.In, fmt.Errorf("--in %s: %w", f.In, err), suiteHint, suiteKind)
	}
	if f.game != "" && f.game != s.Game || f.variant != "" && f.variant != s.Variant {
		return nil, s, badInput(fmt.Errorf("--in %s is of %s", f.In, strings.TrimSpace(s.Game+" "+s.Variant)), "leave --game and --variant out")
	}
	g, err := (&gameFlags{game: s.Game, variant: s.Variant, games: f.games}).find()
	if err != nil { // it has a hint of its own
		return nil, s, fmt.Errorf("--in %s: line 1: %w", f.In, err)
	}
	if err := s.Check(g); err != nil {
		return nil, s, badInput(fmt.Errorf("--in %s: %w", f.In, err), suiteHint)
	}
	return g, s, nil
}
