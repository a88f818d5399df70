package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	protocol "evolab/protocol/artemis"
)

// konaneConnectFlags are the settings of evolve konane connect.
type konaneConnectFlags struct {
	konaneFlags
	user, opponent int
	agent          string
	seed           uint64
}

func konaneConnectCommand(a *app) *cobra.Command {
	var f konaneConnectFlags
	c := &cobra.Command{
		Use: "connect HOST[:PORT] --user N --opponent N --agent AGENT", Short: "Play one game on an Artemis server", Args: cobra.ExactArgs(1),
		Long: "Play one game on an Artemis server. The password comes from the environment variable\n" + passwordVariable + ", or is asked for on a terminal.",
		RunE: func(c *cobra.Command, args []string) error { return a.konaneConnect(c.Context(), args[0], &f) },
	}
	f.konaneFlags.add(c)
	c.Flags().IntVar(&f.user, "user", -1, "who we are, a number")
	c.Flags().IntVar(&f.opponent, "opponent", -1, "whom we play, a number")
	c.Flags().StringVar(&f.agent, "agent", "", "the agent that plays (evolve agents)")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of everything that is drawn")
	return c
}

// check refuses what no server could accept.
func (f *konaneConnectFlags) check() error {
	for _, n := range []int{f.user, f.opponent} {
		if n < 0 || n > math.MaxInt32 {
			return badInput(errors.New("evolve: konane connect needs --user and --opponent, each a number from 0 to 2147483647"), "")
		}
	}
	if f.user == f.opponent {
		return badInput(fmt.Errorf("evolve: user %d cannot play against itself", f.user), "")
	}
	if f.agent == "" {
		return badInput(errors.New("evolve: konane connect needs an agent"), "--agent AGENT; evolve agents lists them")
	}
	return nil
}

func (a *app) konaneConnect(ctx context.Context, address string, f *konaneConnectFlags) error {
	start, clock, err := f.read()
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	if address, err = artemisAddress(address); err != nil {
		return err
	}
	g, err := agent.FindGame("konane")
	if err != nil {
		return err
	}
	ready, err := openAgent(g, f.agent, agent.Env{In: a.in, Out: a.err, Log: a.err})
	if err != nil {
		return err
	}
	defer ready.Close()
	password, err := a.artemisPassword(ctx)
	if err != nil {
		return err
	}
	player, err := ready.Player(f.seed)
	if err != nil {
		return err
	}
	defer player.Close()
	account := protocol.Account{User: f.user, Opponent: f.opponent, Password: password}
	p := &konanePlay{app: a, ctx: ctx, game: g, variant: f.variant, player: player, clock: clock, secret: string(password)}
	return p.run(address, protocol.NewClient(account, start))
}

// run connects and plays until the game is over.
func (p *konanePlay) run(address string, client *protocol.Client) error {
	conn, err := (&net.Dialer{Timeout: 10 * time.Second}).DialContext(p.ctx, "tcp", address)
	if err != nil {
		return p.broken(fmt.Errorf("evolve: cannot connect: %w", err))
	}
	defer conn.Close()
	stop := context.AfterFunc(p.ctx, func() { conn.Close() })
	defer stop()
	p.conn, p.client = patient{conn}, client
	p.wait(loginSilence)
	if err := client.Run(p.conn, p.choose, p.watch); err != nil {
		return p.broken(err)
	}
	won, _ := client.Result()
	fmt.Fprintf(p.app.out, "game %d: user %s\n", client.Game(), map[bool]string{true: "wins", false: "loses"}[won])
	return nil
}

// broken is the error of a game that did not end; whoever was interrupted
// needs no other reason.
func (p *konanePlay) broken(err error) error {
	if p.ctx.Err() != nil {
		return p.ctx.Err()
	}
	var late net.Error
	if errors.As(err, &late) && late.Timeout() {
		return errors.New("evolve: the server has been silent for too long")
	}
	if p.trouble != "" {
		return fmt.Errorf("%w; the server said: %s", err, p.trouble)
	}
	return err
}

// patient is a connection that does not wait for ever to be written to.
type patient struct{ net.Conn }

func (c patient) Write(b []byte) (int, error) {
	c.SetWriteDeadline(time.Now().Add(10 * time.Second))
	return c.Conn.Write(b)
}
