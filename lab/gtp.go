package lab

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/game"
	"evolab/game/littlego"
	"evolab/internal/provenance"
	"evolab/lab/term"
	"evolab/protocol/gtp"
)

func gtpCommand(a *app) *cobra.Command {
	var name string
	var f seedFlags
	var confine confineFlags
	c := &cobra.Command{
		Use: "gtp --agent AGENT", Short: "Run a Little-Go engine for other Go programs (GTP 2)", Args: arguments(0, 0),
		Long: "Speak the Go Text Protocol on standard input and output, for Little-Go: 5x5, komi 2.5\n" +
			"(other sizes and komi are refused), 24 plies, stones on the board count. time_settings and time_left\nlimit the agent's CPU time. Any number of play commands of one colour in a row set up a position; after the\nend of the game, genmove passes.",
		RunE: func(c *cobra.Command, _ []string) error { return a.gtp(c.Context(), name, f.Seed, confine.programs(a)) },
	}
	c.Flags().StringVar(&name, "agent", "frozen", "the agent that answers genmove (evolve agents)")
	confine.add(c)
	bind(c, &f)
	return c
}

func (a *app) gtp(ctx context.Context, name string, seed uint64, programs agent.Programs) error {
	g, err := agent.FindGame("littlego")
	if err != nil {
		return err
	}
	ready, err := openAgent(g, name, agent.Env{Log: a.err, Programs: programs, Think: agent.DefaultTime})
	if err != nil {
		return err
	}
	defer ready.Close()
	e := &gtpEngine{ctx: ctx, game: g, agent: ready, seed: seed}
	defer e.end()
	build, _ := provenance.ReadBuild()
	if build.Version == "" {
		build.Version = "(devel)"
	}
	session, err := gtp.NewSession(gtp.Engine{Name: "evolve " + name, Version: build.Version, Begin: e.begin, Choose: e.choose})
	if err != nil {
		return err
	}
	if term.IsTerminal(a.in) {
		fmt.Fprintln(a.err, "GTP on standard input: list_commands lists the commands, quit or Ctrl-D ends the session")
	}
	err = session.Serve(a.in, a.out)
	if errors.Is(err, bufio.ErrTooLong) {
		return badInput(err, "a line of GTP is a command")
	}
	return err
}

// gtpEngine plays the games of one session.
type gtpEngine struct {
	ctx    context.Context
	game   agent.Game
	agent  agent.Agent
	player agent.Player // of the current game; nil before its first move
	seed   uint64
	games  uint64
}

// begin ends the previous game. The player is made with the first move, because
// controllers clear the board more often than they play.
func (e *gtpEngine) begin() error {
	e.games++
	return e.end()
}

func (e *gtpEngine) end() error {
	p := e.player
	if e.player = nil; p == nil {
		return nil
	}
	return p.Close()
}

func (e *gtpEngine) choose(s *littlego.State, c gtp.Clock) (game.Move, time.Duration, error) {
	if e.player == nil {
		var err error
		if e.player, err = e.agent.Player(game.Mix(e.seed, e.games)); err != nil {
			return 0, 0, err
		}
	}
	b, err := e.game.Board("", littlego.Rules().Format(s))
	if err != nil {
		return 0, 0, err
	}
	started := time.Now()
	choice, err := e.player.Choose(e.ctx, b, agent.Clock{Move: c.Move, Left: c.Left, PliesLeft: b.PliesLeft()})
	used := time.Since(started)
	var lost *agent.Forfeit
	if errors.As(err, &lost) {
		return 0, used, fmt.Errorf("the agent gave no move: %w", lost)
	}
	return choice.Move, used, err
}
