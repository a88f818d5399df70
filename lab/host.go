package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
)

type hostFlags struct {
	confine confineFlags
	gameFlags
	arena.Limits
	First    string `key:"first" doc:"the agent that moves first (evolve agents)"`
	Second   string `key:"second" doc:"the agent that moves second"`
	Position string `key:"position" doc:"the position to begin from" default:"start"`
	Seed     uint64 `key:"seed" doc:"seed of the agents" default:"1"`
	gamesOut string
	keep     bool
}

func hostCommand(a *app) *cobra.Command {
	var f hostFlags
	c := &cobra.Command{
		Use: "host --first AGENT --second AGENT", Short: "Play one game between any two agents or programs, shown move by move", Args: arguments(0, 0),
		Long: "Play one game as a course's game host does: programs (a folder, a source file, or\nexec:dir=FOLDER,cmd=COMMAND) run once per ply in a copy of their folder, under the given limits.",
		RunE: func(c *cobra.Command, _ []string) error { return a.host(c.Context(), &f) },
	}
	f.gameFlags.add(a, c)
	a.formats(c)
	bind(c, &f)
	c.Flags().StringVar(&f.gamesOut, "games-out", "", gamesOutDoc)
	addKeep(c, &f.keep)
	f.confine.add(c)
	return c
}

func (a *app) host(ctx context.Context, f *hostFlags) error {
	g, err := f.find()
	if err != nil {
		return err
	}
	job, err := f.job(g)
	if err != nil {
		return err
	}
	round := arena.Round{Game: g, Voids: true, Again: func(r arena.Record) {
		fmt.Fprintf(a.err, "void, played again: %s\n", untrusted.Printable(r.Failure))
	}}
	for i, name := range f.agents() {
		if name == "" {
			return badInput(fmt.Errorf("host needs an agent for %s", g.Info().Sides[i]), "--first AGENT --second AGENT; evolve agents lists them")
		}
		ready, err := openReady(ctx, g, name, agent.Env{In: a.in, Out: a.err, Keep: f.keep, Log: a.err, Programs: f.confine.programs(a), Think: agent.DefaultTime})
		if err != nil {
			return err
		}
		defer ready.Close()
		round.Agents = append(round.Agents, ready)
	}
	if !a.json() {
		round.Ply = func(p arena.Ply) { a.showPly(g.Info().Sides[p.Side], p) }
	}
	records, err := arena.Cores{Workers: 1}.Run(ctx, round, []arena.Job{job})
	if err != nil {
		return err
	}
	if err := a.showGame(g, f, job, records[0]); err != nil || !records[0].Void() {
		return err
	}
	return voidError(1, 1, firstVoid(records))
}

// showPly prints a move and the board after it.
func (a *app) showPly(side string, p arena.Ply) {
	thought := ""
	if c := p.Choice; c.Searched {
		thought = fmt.Sprintf(", depth %d, %s, score %d", c.Depth, quantity.Of(c.Nodes, "node"), c.Score)
	}
	fmt.Fprintf(a.out, "%d. %s %s  (%s of CPU%s)\n%s\n", p.Number, side, p.Move, p.CPU.Round(time.Microsecond), thought, p.Board.Draw())
}

func (f *hostFlags) agents() []string { return []string{f.First, f.Second} }

func (f *hostFlags) job(g agent.Game) (arena.Job, error) {
	job := arena.Job{Variant: f.variant, Opening: f.Position, First: 0, Second: 1, Limits: f.Limits, Seed: f.Seed, Keep: true}
	if err := arena.CheckOpenings(g, f.variant, []string{f.Position}); err != nil {
		return job, badInput(err, f.positionHint())
	}
	if f.First == "human" && f.Second == "human" {
		return job, badInput(errors.New("two people need no host"), "one of --first and --second has to be an agent or a program; evolve agents lists them")
	}
	return job, checkGamesOut(f.gamesOut, g)
}

func (a *app) showGame(g agent.Game, f *hostFlags, job arena.Job, rec arena.Record) error {
	names := f.agents()
	if names[0] == names[1] {
		names = []string{names[0] + " (first)", names[1] + " (second)"}
	}
	roster := arena.Roster{Info: g.Info(), Names: names, Specs: f.agents()}
	line := roster.Line(job, rec)
	if f.gamesOut != "" {
		if err := writeGames(f.gamesOut, g, f.agents(), []arena.Job{job}, []arena.Record{rec}); err != nil {
			return err
		}
	}
	if a.json() {
		return a.printJSON(line)
	}
	info := g.Info()
	sides := info.Sides
	verdict := "nobody wins"
	if !rec.Void() {
		verdict = info.Verdict(game.Outcome{Result: rec.Result, Margin: rec.Margin}, rec.Reason == arena.Normal)
	}
	fmt.Fprintf(a.out, "%s (%s)   CPU: %s %.3f s, %s %.3f s\n", verdict, line.Reason, sides[0], line.CPU[0], sides[1], line.CPU[1])
	if line.Detail != "" {
		fmt.Fprintln(a.out, untrusted.Printable(line.Detail))
	}
	for i, text := range line.Stderr {
		if text != "" {
			fmt.Fprintf(a.out, "%s wrote to standard error: %s\n", sides[i], untrusted.Printable(strings.TrimSpace(text)))
		}
	}
	return nil
}
