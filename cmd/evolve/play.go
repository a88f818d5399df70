package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

func playCommand(a *app) *cobra.Command {
	var g gameFlags
	var second bool
	var against string
	var seed uint64
	c := &cobra.Command{
		Use: "play", Short: "Play a game against an agent at the terminal", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			found, err := g.find()
			if err != nil {
				return err
			}
			if against == "human" {
				return badInput(errors.New("evolve: two people need no program: --against human"), "evolve agents lists the agents")
			}
			env := agent.Env{In: a.in, Out: a.out, Think: agent.DefaultTime}
			var players [2]agent.Player
			for i, name := range sidesOf(second, against) {
				ready, err := openReady(c.Context(), found, name, env)
				if err != nil {
					return err
				}
				defer ready.Close()
				if players[i], err = ready.Player(game.Mix(seed, uint64(i))); err != nil {
					return err
				}
				defer players[i].Close()
			}
			b, err := found.Board(g.variant, "start")
			if err != nil {
				return err
			}
			return a.playGame(c.Context(), found.Info(), b, players)
		},
	}
	g.add(c)
	c.Flags().BoolVar(&second, "second", false, "you move second")
	c.Flags().StringVar(&against, "against", "frozen", "the agent to play against (evolve agents)")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of everything that the agent draws")
	return c
}

// sidesOf names the agents of the first and the second side.
func sidesOf(second bool, against string) [2]string {
	if second {
		return [2]string{against, "human"}
	}
	return [2]string{"human", against}
}

// playGame plays a game move by move and shows it. A person who leaves ends it
// without a result.
func (a *app) playGame(ctx context.Context, info agent.Info, b agent.Board, players [2]agent.Player) error {
	runtime.LockOSThread() // CPU time is measured per thread
	defer runtime.UnlockOSThread()
	for !b.Outcome().Over() {
		if err := ctx.Err(); err != nil {
			return err
		}
		side := b.Turn()
		choice, err := players[side].Choose(ctx, b, agent.Clock{})
		if errors.Is(err, agent.ErrQuit) {
			_, err := fmt.Fprintln(a.out, "game left unfinished")
			return err
		}
		var lost *agent.Forfeit
		if err == nil && !agent.Legal(b, choice.Move) {
			lost = &agent.Forfeit{Reason: "illegal", Detail: b.FormatMove(choice.Move)}
		}
		if lost != nil || errors.As(err, &lost) {
			if lost.Reason == arena.Void {
				fmt.Fprintf(a.out, "nobody wins: %v\n", lost)
				return voidError(1, 1)
			}
			_, err := fmt.Fprintf(a.out, "%s loses: %v\n", info.Sides[side], lost)
			return err
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(a.out, "%s plays %s\n", info.Sides[side], b.FormatMove(choice.Move))
		b.Play(choice.Move)
	}
	fmt.Fprint(a.out, b.Draw())
	_, err := fmt.Fprintln(a.out, verdictText(info, b.Outcome(), true))
	return err
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
