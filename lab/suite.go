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
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/lab/term"
	"evolab/search"
)

// suiteFlags are the flags for making or playing a suite.
type suiteFlags struct {
	gameFlags
	plies, part, out string
	count, workers   int
	seed, nodes      uint64
	in, agent        string
	confine          confineFlags
}

func suiteCommand(a *app) *cobra.Command {
	var f suiteFlags
	c := &cobra.Command{
		Use: "suite", Short: "Make a suite of proven positions in which the move matters, or let an agent play one", Args: cobra.NoArgs,
		Long: "Make a suite: positions after random moves, with proven values, in which at most half of the\n" +
			"legal moves keep the value. With --in and --agent, play a suite and count the values kept.",
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			if f.in != "" {
				return a.playSuite(c.Context(), &f)
			}
			return a.makeSuite(c.Context(), &f)
		},
	}
	f.gameFlags.add(a, c)
	f.confine.add(c)
	a.formats(c)
	addWorkers(c, &f.workers)
	c.Flags().StringVar(&f.plies, "plies", "10", "plies played before the positions, such as 8,10,12")
	c.Flags().IntVar(&f.count, "count", 50, "positions for each number of plies")
	limitNumber(c, "count", &f.count, 1, 1_000_000)
	c.Flags().StringVar(&f.part, "part", "reporting", "training or reporting: no position is in both, whatever the seed")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the random moves, or of the agent that plays --in")
	c.Flags().Uint64Var(&f.nodes, "nodes", 50_000_000, "skip positions that take more nodes to prove")
	c.Flags().StringVar(&f.out, "out", "", "write the suite to this file (default: standard output)")
	c.Flags().StringVar(&f.in, "in", "", "a suite to play, with --agent")
	c.Flags().StringVar(&f.agent, "agent", "frozen", "the agent that plays --in, as NAME or NAME:key=value,...")
	return c
}

// check refuses flags without an effect.
func (f *suiteFlags) check(c *cobra.Command) error {
	if c.Flags().Changed("in") && f.in == "" {
		return badInput(errors.New("evolve: --in is empty"), "name a suite; without --in one is made")
	}
	if f.in != "" {
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
		Game: g, Variant: f.variant, Part: suite.Part(f.part), Count: f.count, Seed: f.seed, Workers: f.workers,
		Solve: agent.Board.Solve, Limits: search.Limits{Nodes: f.nodes},
	}
	if p.Workers == 0 {
		p.Workers = runtime.GOMAXPROCS(0)
	}
	if p.Part != suite.Training && p.Part != suite.Reporting {
		return p, badInput(fmt.Errorf("evolve: %w", config.Refuse("--part", f.part, []string{string(suite.Training), string(suite.Reporting)})), "")
	}
	if f.nodes < 1 {
		return p, badInput(fmt.Errorf("evolve: --nodes %d (expected: 1 or more)", f.nodes), "")
	}
	for _, text := range strings.Split(f.plies, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n >= g.Info().PlyLimit {
			return p, badInput(fmt.Errorf("evolve: --plies %q (expected: numbers such as 8,10, below %d)", f.plies, g.Info().PlyLimit), "")
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
	progress := term.NewBar(a.err, len(p.Plies)*p.Count, "positions")
	p.Found = func() { progress.Add(1) }
	made, err := suite.Make(ctx, p)
	progress.Close()
	if errors.Is(err, context.Canceled) {
		return &exitError{exitInterrupted, errors.New("evolve: interrupted; nothing was written"), ""}
	}
	if err != nil {
		return &exitError{exitFailed, err, "fewer positions, other --plies, or more --nodes"}
	}
	if f.out == "" {
		_, err = a.out.Write(made.Append(nil))
		return err
	}
	if err := files.Replace(f.out, made.Append(nil)); err != nil {
		return err
	}
	a.remark("evolve: %d positions in %s\n", len(made.Entries), f.out)
	return nil
}

// playSuite lets an agent move in the positions of a suite.
func (a *app) playSuite(ctx context.Context, f *suiteFlags) error {
	g, s, err := f.read()
	if err != nil {
		return err
	}
	ready, err := openAgent(g, f.agent, agent.Env{Log: a.err, Programs: f.confine.programs(a)})
	if err != nil {
		return err
	}
	defer ready.Close()
	progress := term.NewBar(a.err, len(s.Entries), "positions")
	defer progress.Close()
	scores, err := s.Play(ctx, g, ready, f.agent, f.seed, func() { progress.Add(1) })
	if err != nil {
		return err
	}
	for _, line := range scores {
		a.print(line, "ply %2d: %d of %d kept (%.1f %%)\n", line.Plies, line.Kept, line.Positions, 100*line.Share)
	}
	return nil
}

// read reads the suite and finds its game.
func (f *suiteFlags) read() (agent.Game, suite.Suite, error) {
	data, err := files.Read(f.in, suite.MaxBytes)
	if err != nil {
		return nil, suite.Suite{}, badInput(fmt.Errorf("evolve: --in: %w", err), "")
	}
	s, err := suite.Parse(data)
	if err != nil {
		return nil, s, misread(f.in, fmt.Errorf("evolve: --in %s: %w", f.in, err), "evolve suite --out writes such files", suiteKind)
	}
	if f.game != "" && f.game != s.Game || f.variant != "" && f.variant != s.Variant {
		return nil, s, badInput(fmt.Errorf("evolve: --in %s is of %s", f.in, strings.TrimSpace(s.Game+" "+s.Variant)), "leave --game and --variant out")
	}
	g, err := (&gameFlags{game: s.Game, variant: s.Variant, games: f.games}).find()
	if err != nil { // it has a hint of its own
		return nil, s, fmt.Errorf("evolve: --in %s: suite: line 1: %w", f.in, err)
	}
	if err := s.Check(g); err != nil {
		return nil, s, badInput(fmt.Errorf("evolve: --in %s: %w", f.in, err), "")
	}
	return g, s, nil
}
