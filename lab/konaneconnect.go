package lab

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	xterm "golang.org/x/term"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/artemis/event"
	"evolab/game"
	"evolab/game/konane"
	"evolab/internal/files"
	"evolab/lab/term"
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

// konanePlay is one game of an agent on an Artemis server.
type konanePlay struct {
	app     *app
	ctx     context.Context
	game    agent.Game
	variant string
	start   konane.State
	player  agent.Player
	clock   time.Duration
	pace    protocol.Pace
	conn    patient
	client  *protocol.Client
	user    int
	spec    string // of the agent
	seed    uint64
	records *konaneRecords
	asked   bool // for a move
	moves   []string
	trouble string // the server's last complaint
	began   bool
	won     bool
}

// wait limits how long the server may be silent; 0: no limit.
func (p *konanePlay) wait(d time.Duration) {
	var until time.Time
	if d > 0 {
		until = time.Now().Add(d)
	}
	p.conn.SetReadDeadline(until)
}

// choose asks the agent, on one thread because its limits may be CPU time of the
// thread. The game's clock is real time.
func (p *konanePlay) choose(s *konane.State, clock time.Duration) (game.Move, error) {
	p.asked = true
	rules := konane.Rules()
	b, err := p.game.Board(p.variant, rules.Format(s))
	if err != nil {
		return game.NoMove, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began := time.Now()
	choice, err := p.player.Choose(p.ctx, b, agent.Clock{Left: p.pace.Usable(clock, p.clock), Real: true, PliesLeft: b.PliesLeft()})
	p.pace.Spent(time.Since(began))
	if err != nil {
		return game.NoMove, err
	}
	if !agent.Legal(b, choice.Move) {
		return game.NoMove, fmt.Errorf("evolve: the agent's move %d is not legal in %s", choice.Move, b.Position())
	}
	return choice.Move, nil
}

// watch prints an event and sets how long the server may be silent now.
func (p *konanePlay) watch(e protocol.Event) {
	switch e.Kind {
	case protocol.Begun:
		p.moves, p.began = nil, true
	case protocol.Played:
		p.moves = append(p.moves, e.Message.Move)
	case protocol.Trouble:
		p.trouble = p.client.Shown(&e)
	}
	result, warning := p.client.News(&e, len(p.moves))
	if result != "" {
		fmt.Fprintln(p.app.out, result)
	}
	if warning != "" {
		fmt.Fprintln(p.app.err, warning)
	}
	if d, known := p.client.Silence(&e, p.clock); known {
		p.wait(d)
	}
}

// keep records the game, however it ended; err is why it broke off.
func (p *konanePlay) keep(err error) error {
	us := p.seat()
	users := [2]string{event.Name(p.user), "opponent"}
	if n := p.client.Opponent(); n != 0 {
		users[1] = event.Name(n)
	}
	won, known := p.client.Result()
	winner, board := users[1], p.client.Board()
	if won {
		winner = users[0]
	}
	if us == 1 {
		users[0], users[1] = users[1], users[0]
	}
	rules := konane.Rules()
	line := event.NewLine(users, rules.Format(&p.start), p.moves)
	line.Winner, line.Reason, line.Seed, line.Detail, line.Timed = winner, arena.Normal, p.seed, p.trouble, true
	line.Agents[us] = p.spec
	switch {
	case !known: // the server may know the winner
		line.Winner, line.Reason, line.Detail = arena.NoneName, arena.Void, err.Error()
	case !board.Outcome().Over():
		line.Reason = event.Verdict
	}
	return p.records.add(line)
}

// seat is 0 if we remove the first stone, else 1.
func (p *konanePlay) seat() int {
	colour, known := p.client.Colour()
	if !known || len(p.moves) == 0 {
		return map[bool]int{true: 0, false: 1}[p.asked]
	}
	board := p.client.Board()
	if board.Mover() == colour {
		return len(p.moves) % 2
	}
	return 1 - len(p.moves)%2
}

// konaneSeries plays games on a server, one after the other: a number of them, or
// all of an event.
type konaneSeries struct {
	*app
	ctx   context.Context
	event bool
	games int // without an event
	play  func(seed uint64) (*konanePlay, error)

	retry             protocol.Retry
	won, lost, broken int
}

// run plays the games. A game that breaks off does not end the series.
func (s *konaneSeries) run(seed uint64) error {
	for n := uint64(0); s.event || s.won+s.lost+s.broken < s.games; n++ {
		p, err := s.play(game.Mix(seed, n))
		if p == nil {
			return err // the agent cannot play
		}
		if p.records.err != nil {
			return p.records.err
		}
		if s.event && strings.HasPrefix(p.trouble, "Error: "+protocol.EventOver) {
			break
		}
		s.count(p, err)
		if err == nil {
			s.retry.Played()
			continue
		}
		if s.ctx.Err() != nil || !s.again(p, err) {
			return err
		}
	}
	text := fmt.Sprintf("%d won, %d lost", s.won, s.lost)
	if s.broken > 0 {
		text += fmt.Sprintf(", %d broken off", s.broken)
	}
	fmt.Fprintf(s.out, "%s: %s\n", map[bool]string{true: "event", false: "games"}[s.event], text)
	return nil
}

// count counts a game, unless it never began.
func (s *konaneSeries) count(p *konanePlay, err error) {
	var doubt doubtError
	switch {
	case err == nil && p.won:
		s.won++
	case err == nil || errors.As(err, &doubt):
		s.lost++
	case p.began:
		s.broken++
	}
}

// again waits after a game that broke off; false gives up.
func (s *konaneSeries) again(p *konanePlay, err error) bool {
	var pause time.Duration
	var ok bool
	var away errAway
	gone := errors.As(err, &away) || errors.Is(err, protocol.ErrEnded)
	if gone && (p.trouble == "" || protocol.Temporary(p.trouble)) {
		pause, ok = s.retry.Away()
	} else {
		pause, ok = s.retry.Broken()
	}
	if !ok {
		return false
	}
	fmt.Fprintf(s.err, "%s; again in %v\n", message(err), pause)
	select {
	case <-s.ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}

// konaneRecords is the file of the games that were played, or judged, over the
// network. It only grows, so that show-game has all of them.
type konaneRecords struct {
	journal *files.Journal // nil: no records
	games   int
	err     error // the first one
}

const konaneGamesDoc = `file to append every game to, as a JSON line for show-game ("": none)`

// openKonaneRecords opens the file. If it was not named and cannot be opened, the
// games are played with a warning.
func (a *app) openKonaneRecords(path string, named bool) (*konaneRecords, error) {
	if path == "" {
		return &konaneRecords{}, nil
	}
	journal, lines, err := files.OpenJournal(path, func(text []byte) bool {
		_, err := arena.ParseLine(text)
		return err == nil
	})
	switch {
	case err == nil:
		return &konaneRecords{journal: journal, games: len(lines)}, nil
	case named:
		return nil, badInput(fmt.Errorf("evolve: --games-out: %w", err), "name a file of games, or a new one; --games-out \"\" records none")
	}
	fmt.Fprintf(a.err, "warning: the games are not recorded: %v\n", err)
	return &konaneRecords{}, nil
}

// add records a game under the next number of the file.
func (r *konaneRecords) add(line arena.Line) error {
	if r.journal == nil || r.err != nil {
		return r.err
	}
	r.games++
	line.Game, line.Pair = r.games, r.games
	text, err := line.Append(nil)
	if err == nil {
		err = r.journal.Append(text)
	}
	if err != nil {
		r.err = fmt.Errorf("evolve: --games-out: %w", err)
	}
	return r.err
}

func (r *konaneRecords) close() error {
	if r.journal == nil {
		return nil
	}
	return r.journal.Close()
}

// errPassword is the error of a missing password.
var errPassword = errors.New("evolve: konane connect needs a password")

// artemisPassword reads the user's password. Programs that play for us do not
// inherit it.
func (a *app) artemisPassword(ctx context.Context) (protocol.Password, error) {
	text, found := os.LookupEnv(protocol.PasswordVariable)
	os.Unsetenv(protocol.PasswordVariable)
	if !found {
		var err error
		if text, err = a.askPassword(ctx); err != nil {
			return "", err
		}
	}
	password := protocol.Password(text)
	if !password.Sendable() {
		return "", badInput(errPassword, "it is a number, in the environment variable "+protocol.PasswordVariable)
	}
	return password, nil
}

// askPassword reads a password without echo.
func (a *app) askPassword(ctx context.Context) (string, error) {
	f, ok := term.FileOf(a.in)
	if !ok || !xterm.IsTerminal(int(f.Fd())) {
		return "", badInput(errPassword, "set the environment variable "+protocol.PasswordVariable+", or run it on a terminal")
	}
	fd := int(f.Fd())
	state, err := xterm.GetState(fd)
	if err != nil {
		return "", fmt.Errorf("evolve: the terminal: %w", err)
	}
	// An interrupted read leaves the terminal without echo.
	stop := context.AfterFunc(ctx, func() { xterm.Restore(fd, state) })
	defer stop()
	fmt.Fprint(a.err, "Password: ")
	text, err := xterm.ReadPassword(fd)
	fmt.Fprintln(a.err)
	if err != nil {
		return "", fmt.Errorf("evolve: the password: %w", err)
	}
	return string(text), nil
}
