package lab

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	protocol "evolab/protocol/artemis"
)

type konaneConnectFlags struct {
	konaneFlags
	user, opponent int
	agent          string
	event          bool
	games          int
	record         string
	recordNamed    bool
	seed           uint64
}

func konaneConnectCommand(a *app) *cobra.Command {
	var f konaneConnectFlags
	c := &cobra.Command{
		Use: "connect HOST[:PORT] --user N --opponent N --agent AGENT", Short: "Play games on an Artemis server, or an event", Args: cobra.ExactArgs(1),
		Long: "Play on an Artemis server, one game or --games N. The password comes from the environment variable\n" + protocol.PasswordVariable + ", or from a prompt on a terminal.\n" +
			"--event plays all games of an event run by evolve konane serve; the opponent is then whoever is next.\n" +
			"With either, it waits up to five minutes for an unreachable server, and continues after a game that breaks off.",
		RunE: func(c *cobra.Command, args []string) error {
			if f.recordNamed = c.Flags().Changed("games-out"); !f.recordNamed { // one program at a time can write to it
				f.record = fmt.Sprintf("konane-user%d.jsonl", f.user)
			}
			if f.event && !c.Flags().Changed("opponent") {
				f.opponent = 0
			}
			return a.konaneConnect(c.Context(), args[0], &f)
		},
	}
	f.konaneFlags.add(c)
	c.Flags().IntVar(&f.user, "user", -1, "our user number")
	c.Flags().IntVar(&f.opponent, "opponent", -1, "the opponent's user number")
	c.Flags().BoolVar(&f.event, "event", false, "play until the server announces the end of the event")
	c.Flags().IntVar(&f.games, "games", 1, "games to play, one after the other")
	c.Flags().StringVar(&f.record, "games-out", "", konaneGamesDoc+" (default konane-userN.jsonl)")
	c.Flags().StringVar(&f.agent, "agent", "", "the agent that plays (evolve agents)")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the agent")
	return c
}

// check refuses what no server can accept.
func (f *konaneConnectFlags) check() error {
	for _, n := range []int{f.user, f.opponent} {
		if n < 0 || n > protocol.MaxUser {
			return badInput(errors.New("evolve: konane connect needs --user and --opponent, each a number from 0 to 2147483647"), "")
		}
	}
	if f.games < 1 || f.event && f.games > 1 {
		return badInput(fmt.Errorf("evolve: --games %d (allowed: 1 and up; an event has games of its own)", f.games), "")
	}
	if f.user == f.opponent {
		return badInput(fmt.Errorf("evolve: user %d cannot play against itself", f.user), "")
	}
	if f.agent == "" {
		return badInput(errors.New("evolve: konane connect needs an agent"), "--agent AGENT; evolve agents lists them")
	}
	return nil
}

func (a *app) konaneConnect(ctx context.Context, address string, f *konaneConnectFlags) (err error) {
	start, clock, err := f.read()
	if err == nil {
		err = f.check()
	}
	if err == nil {
		address, err = artemisAddress(address)
	}
	if err != nil {
		return err
	}
	g, err := agent.FindGame("konane")
	if err != nil {
		return err
	}
	ready, err := openAgent(g, f.agent, agent.Env{In: a.in, Out: a.err, Log: a.err, Think: agent.DefaultTime})
	if err != nil {
		return err
	}
	defer ready.Close()
	password, err := a.artemisPassword(ctx)
	if err != nil {
		return err
	}
	records, err := a.openKonaneRecords(f.record, f.recordNamed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, records.close()) }()
	like := konanePlay{app: a, ctx: ctx, game: g, variant: f.variant, start: start, clock: clock, user: f.user, spec: f.agent, records: records}
	account := protocol.Account{User: f.user, Opponent: f.opponent, Password: password, Event: f.event}
	play := func(seed uint64) (*konanePlay, error) { return like.again(address, account, ready, seed) }
	if f.event || f.games > 1 {
		return (&konaneSeries{app: a, ctx: ctx, event: f.event, games: f.games, play: play}).run(f.seed)
	}
	_, err = play(f.seed)
	return err
}

// again plays another game with the settings of p and a new player of the agent.
func (p konanePlay) again(address string, account protocol.Account, ready agent.Agent, seed uint64) (*konanePlay, error) {
	player, err := ready.Player(seed)
	if err != nil {
		return nil, err
	}
	defer player.Close()
	p.player, p.seed = player, seed
	return &p, p.run(address, protocol.NewClient(account, p.start))
}

// run connects and plays until the game is over.
func (p *konanePlay) run(address string, client *protocol.Client) error {
	conn, err := (&net.Dialer{Timeout: 10 * time.Second}).DialContext(p.ctx, "tcp", address)
	if err != nil {
		return p.broken(errAway{fmt.Errorf("evolve: cannot connect: %w", err)})
	}
	defer conn.Close()
	stop := context.AfterFunc(p.ctx, func() { conn.Close() })
	defer stop()
	p.conn, p.client = patient{conn}, client
	p.wait(protocol.LoginSilence)
	err = client.Run(p.conn, p.choose, p.watch)
	if p.began {
		if kept := p.keep(err); kept != nil {
			return kept
		}
	}
	if err != nil {
		return p.broken(err)
	}
	p.won, _ = client.Result()
	fmt.Fprintf(p.app.out, "game %d: user %s\n", client.Game(), map[bool]string{true: "wins", false: "loses"}[p.won])
	if doubt := client.Doubt(); doubt != "" {
		return doubtError(doubt)
	}
	return nil
}

// doubtError says why a game cannot have been lost as the server claims.
type doubtError string

func (e doubtError) Error() string { return string(e) }

// errAway is the error of a server that is no longer reachable.
type errAway struct{ error }

func (e errAway) Unwrap() error { return e.error }

// broken is the error of a game that broke off; an interrupt needs no other reason.
func (p *konanePlay) broken(err error) error {
	if p.ctx.Err() != nil {
		return p.ctx.Err()
	}
	var late net.Error
	if errors.As(err, &late) && late.Timeout() {
		return errAway{errors.New("evolve: the server has been silent for too long")}
	}
	if p.trouble != "" {
		return fmt.Errorf("%w; the server said: %s", err, p.trouble)
	}
	return err
}

// patient is a connection whose writes time out.
type patient struct{ net.Conn }

func (c patient) Write(b []byte) (int, error) {
	c.SetWriteDeadline(time.Now().Add(10 * time.Second))
	return c.Conn.Write(b)
}
