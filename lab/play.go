package lab

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/game"
)

func playCommand(a *app) *cobra.Command {
	var g gameFlags
	var second bool
	var against string
	var seed uint64
	var confine confineFlags
	c := &cobra.Command{
		Use: "play", Short: "Play a game against an agent at the terminal", Args: cobra.NoArgs,
		Long: "Play a game against an agent. Type squares as the game writes them, or by the names at the board's edges,\nsuch as c3. The commands are moves, hint, undo, board, resign, save FILE, help and quit.",
		RunE: func(c *cobra.Command, _ []string) error {
			found, err := g.find()
			if err != nil {
				return err
			}
			if against == "human" {
				return badInput(errors.New("evolve: two people need no program: --against human"), "evolve agents lists the agents")
			}
			s := &playSession{game: found, variant: g.variant, against: against, seed: seed, programs: confine.programs(a)}
			if second {
				s.person = game.Second
			}
			return a.play(c.Context(), s)
		},
	}
	g.add(a, c)
	c.Flags().BoolVar(&second, "second", false, "you move second")
	c.Flags().StringVar(&against, "against", "frozen", "the agent to play against (evolve agents)")
	confine.add(c)
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the agent")
	return c
}

// play makes the agent and lets a person play.
func (a *app) play(ctx context.Context, s *playSession) error {
	runtime.LockOSThread() // CPU time is measured per thread
	defer runtime.UnlockOSThread()
	ready, err := openReady(ctx, s.game, s.against, agent.Env{Log: a.err, Programs: s.programs, Think: agent.DefaultTime})
	if err != nil {
		return err
	}
	defer ready.Close()
	s.app, s.info, s.agent = a, s.game.Info(), ready
	s.lines = bufio.NewScanner(a.in)
	return s.run(ctx)
}

// verdictText says who won, and by how much if the board decided it.
func verdictText(info agent.Info, o game.Outcome, counted bool) string {
	if o.Result == game.Draw {
		return "draw"
	}
	winner, margin := info.Sides[0], o.Margin
	if o.Result == game.SecondWins {
		winner, margin = info.Sides[1], -o.Margin
	}
	if info.MaxMargin == 0 || !counted {
		return winner + " wins"
	}
	return fmt.Sprintf("%s wins by %g", winner, float64(margin)/2)
}
