package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/artemis"
	"evolab/arena/artemis/client"
	"evolab/arena/artemis/event"
	"evolab/arena/record"
	"evolab/game/konane"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/lab/term"
	protocol "evolab/protocol/artemis"
)

// artemisPort is the usual port of Artemis servers.
const artemisPort = "4705"

func konaneCommand(a *app) *cobra.Command {
	c := &cobra.Command{Use: "konane", Short: "Play Konane over the network by the Artemis protocol", Args: noCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() }}
	c.AddCommand(strict(konaneConnectCommand(a)), strict(konaneServeCommand(a)))
	return c
}

// konaneFlags are the settings that both ends of a connection must agree on.
type konaneFlags struct {
	Variant  string        `key:"variant" doc:"the size of the board" default:"18x18"`
	GameTime time.Duration `key:"game_time" doc:"seconds on each player's clock" range:"0.001..86400" default:"180"`
}

func (f *konaneFlags) read() (konane.State, time.Duration, error) {
	start, err := konane.Start(f.Variant)
	return start, f.GameTime, badInput(err, "both ends of a connection need the same board")
}

// artemisAddress adds the usual port to an address without one.
func artemisAddress(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"), artemisPort
		if strings.Contains(host, ":") && net.ParseIP(host) == nil {
			return "", badAddress(text, err)
		}
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", badAddress(text, errors.New("the port is a number up to 65535"))
	}
	return net.JoinHostPort(host, port), nil
}

func badAddress(text string, err error) error {
	return badInput(fmt.Errorf("address %q: %w", text, err), "HOST or HOST:PORT, such as localhost:4705")
}

type konaneServeFlags struct {
	konaneFlags
	Listen string        `key:"listen" doc:"the address to listen on; use a network address to accept other machines" default:"127.0.0.1:4705"`
	Games  int           `key:"games" doc:"end after this many games; 0: never" range:"0..1000000000"`
	Pace   time.Duration `key:"pace" doc:"seconds between two messages to a client, off its clock, for clients that expect one message per read" range:"0..1" default:"0.02"`
	Log    string        `key:"log" doc:"file to append the log to (default: standard error)"`
	event  konaneEventFlags
	record string
}

func konaneServeCommand(a *app) *cobra.Command {
	var f konaneServeFlags
	c := &cobra.Command{
		Use: "serve", Short: "Run a server: pair users who name each other, and referee their games", Args: arguments(0, 0),
		Long: `Run a server: pair users who name each other, and referee their games. Any number is a valid user,
with any number as password, which is not stored. Ctrl-C stops the server.

--event 1,2,3,4 runs the course's event: a round robin, after which the top two play two more games to
complete a best of three. Users log in once per game and name their next opponent, or 0 for whoever is
next. The server prints the pairings of each round; a client that answers ?Opponent: with a question mark
is told its opponent. A wrong opponent is refused with the name of the right one; "Error: the event is over"
ends the event. A user must use the same password for every login. A user who has not logged in within
--no-show seconds forfeits; if both are absent, the game counts for neither.`,
		RunE: func(c *cobra.Command, _ []string) error {
			event := c.Flags().Changed("event")
			if err := checkEventFlags(c, event); err != nil {
				return err
			}
			return a.konaneServe(c.Context(), &f, event, c.Flags().Changed("games-out"))
		},
	}
	bind(c, &f)
	bind(c, &f.event)
	a.formats(c)
	c.Flags().StringVar(&f.record, "games-out", "konane-games.jsonl", konaneGamesDoc+"; an event uses --journal")
	return saves(c)
}

func (a *app) konaneServe(ctx context.Context, f *konaneServeFlags, event, recordNamed bool) error {
	start, clock, err := f.read()
	if err != nil {
		return err
	}
	if event {
		if _, err := f.event.plan(start); err != nil {
			return err
		}
	}
	address, err := artemisAddress(f.Listen)
	if err != nil {
		return err
	}
	log := &firstErrorWriter{Writer: a.err}
	if f.Log != "" {
		file, err := openLog(f.Log)
		if err != nil {
			return err
		}
		defer file.Close()
		log.Writer = file
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return badInput(fmt.Errorf("konane serve: --listen: %w", err), listenHint)
	}
	gap := cmp.Or(f.Pace, -1)
	settings := artemis.Settings{Start: start, Clock: clock, Games: f.Games, Gap: gap, Log: slog.New(slog.NewTextHandler(log, nil))}
	if event {
		err = a.konaneEvent(ctx, &f.event, listener, settings)
	} else {
		err = a.konanePairs(ctx, f.record, recordNamed, listener, settings)
	}
	if log.err != nil {
		return errors.Join(err, fmt.Errorf("the log: %w", log.err))
	}
	return err
}

// konanePairs serves users who name each other, and records their games.
func (a *app) konanePairs(ctx context.Context, path string, named bool, listener net.Listener, s artemis.Settings) error {
	records, err := a.openKonaneRecords(path, named)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	s.Result = func(r artemis.Result) {
		w, l := r.Verdict.Winner, 1-r.Verdict.Winner
		fmt.Fprintf(a.out, "game %d: user %d (player %d, %s) beats user %d (player %d, %s): %s (%s), %s\n", r.Game,
			r.Users[w], w+1, r.Colours[w], r.Users[l], l+1, r.Colours[l], r.Verdict.Reason, r.Verdict.Detail, quantity.Of(len(r.Moves), "move"))
		records.Add(r.Line(s.Start)) // reports its error at the end: the server continues
	}
	err = artemis.Serve(ctx, listener, s)
	return errors.Join(err, recordsError(records), records.Close())
}

func openLog(path string) (*os.File, error) {
	if err := creatable("--log", path); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
}

// firstErrorWriter keeps the first error of a log, which slog drops.
type firstErrorWriter struct {
	io.Writer
	err error
}

func (w *firstErrorWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

type konaneEventFlags struct {
	Users   string        `key:"event" doc:"run the course's event among these users, as in 1,2,3,4"`
	Journal string        `key:"journal" doc:"file for an event's games, one JSON line per game" default:"konane-event.jsonl"`
	Resume  bool          `key:"resume" doc:"continue the event of the journal"`
	NoShow  time.Duration `key:"no_show" doc:"seconds until an absent player forfeits a round" range:"0.1..86400" default:"300"`
	Seed    uint64        `key:"seed" doc:"seed of the draw for who begins" default:"1"`
}

// checkEventFlags refuses flags that do not go together.
func checkEventFlags(c *cobra.Command, event bool) error {
	if event && c.Flags().Changed("games") {
		return badInput(errors.New("konane serve: --event and --games exclude each other"), "an event ends by itself")
	}
	if event && c.Flags().Changed("games-out") {
		return badInput(errors.New("konane serve: --event and --games-out exclude each other"), "--journal keeps an event's games, in the same form")
	}
	for _, name := range []string{"journal", "resume", "no-show", "seed", "format"} {
		if !event && c.Flags().Changed(name) {
			return badInput(fmt.Errorf("konane serve: --%s belongs to an event", name), "--event lists its users, as in --event 1,2,3,4")
		}
	}
	return nil
}

func (f *konaneEventFlags) plan(start konane.State) (event.Plan, error) {
	rules := konane.Rules()
	p := event.Plan{Opening: rules.Format(&start), Seed: f.Seed}
	for _, text := range strings.Split(f.Users, ",") {
		user, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
		if err != nil {
			return p, badInput(fmt.Errorf("--event: user %q is no number", text), "separate the users by commas, as in --event 1,2,3,4")
		}
		p.Users = append(p.Users, int(user))
	}
	if err := p.Check(); err != nil {
		return p, badInput(err, "separate the users by commas, as in --event 1,2,3,4")
	}
	if _, stream, err := files.Destination(f.Journal); err == nil && stream { // whose end nobody can read again
		return p, badInput(fmt.Errorf("--journal %s is a pipe or a device", f.Journal), "an event is continued from its journal: name a file")
	}
	return p, creatable("--journal", f.Journal)
}

// open opens the event. It continues an existing journal only with --resume.
func (f *konaneEventFlags) open(start konane.State) (*event.Event, error) {
	plan, err := f.plan(start)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(f.Journal); err == nil && info.Size() > 0 && !f.Resume {
		return nil, badInput(fmt.Errorf("--journal %s is not empty", f.Journal), "--resume continues its event; --journal names another file")
	}
	e, err := event.Open(plan, f.Journal)
	if errors.Is(err, files.ErrLocked) {
		return nil, badInput(err, "the event is being run already")
	}
	if hinted := changedRecord(err); hinted != err {
		return nil, hinted
	}
	return e, badInput(err, "an event continues with the same users, --variant and --seed; --journal names another file")
}

// konaneEvent runs an event to its end and prints its table.
func (a *app) konaneEvent(ctx context.Context, f *konaneEventFlags, listener net.Listener, s artemis.Settings) (err error) {
	e, err := f.open(s.Start)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if n := e.Played(); n > 0 {
		fmt.Fprintf(a.err, "%d of %s are in %s\n", n, quantity.Of(e.Games(), "game"), f.Journal)
	}
	s.Event, s.NoShow = e, f.NoShow
	if !a.json() {
		e.Watch, s.Round = a.konaneLine, a.konaneRound
	}
	served := artemis.Serve(ctx, listener, s)
	if served != nil && ctx.Err() == nil {
		return noRoom(served, "--resume continues the event")
	}
	err = a.print(e.Table(), "%s", tableText(e.Table(), term.Width(a.out)))
	if served != nil && err == nil {
		return &exitError{exitInterrupted, fmt.Errorf("interrupted after %d of %s, which are saved in %s", e.Played(), quantity.Of(e.Games(), "game"), f.Journal),
			"--resume continues the event"}
	}
	return err
}

// konaneRound prints the pairings of a round. Clients only learn theirs if they ask.
func (a *app) konaneRound(round int, games []event.Game) {
	list := make([]string, len(games))
	for i, g := range games {
		list[i] = fmt.Sprintf("%s - %s", event.Name(g.First), event.Name(g.Second))
	}
	fmt.Fprintf(a.out, "round %d: %s\n", round, strings.Join(list, ", "))
}

func (a *app) konaneLine(l arena.Line) {
	result := "nobody"
	if l.Winner != arena.DrawName {
		result = l.Winner
	}
	fmt.Fprintf(a.out, "round %d, game %d: %s - %s: %s wins (%s), %s\n", l.Round, l.Game, l.First, l.Second, result, l.Reason, quantity.Of(l.Plies, "move"))
}

type konaneConnectFlags struct {
	konaneFlags
	User        int    `key:"user" doc:"our user number" range:"0..2147483647" derived:"required"`
	Opponent    int    `key:"opponent" doc:"the opponent's user number" range:"0..2147483647" derived:"required, except in an event"`
	Agent       string `key:"agent" doc:"the agent that plays (evolve agents)"`
	Event       bool   `key:"event" doc:"play until the server announces the end of the event"`
	Games       int    `key:"games" doc:"games to play, one after the other" range:"1..1000000000" default:"1"`
	Seed        uint64 `key:"seed" doc:"seed of the agent" default:"1"`
	record      string
	recordNamed bool
}

func konaneConnectCommand(a *app) *cobra.Command {
	f := konaneConnectFlags{User: -1, Opponent: -1}
	c := &cobra.Command{
		Use: "connect HOST[:PORT] --user N --opponent N --agent AGENT", Short: "Play games on an Artemis server, or an event", Args: arguments(1, 1),
		Long: "Play on an Artemis server, one game or --games N. The password comes from the environment variable\n" + protocol.PasswordVariable + ", or from a prompt on a terminal.\n" +
			"--event plays all games of an event run by evolve konane serve; the opponent is then whoever is next.\n" +
			"With either, it waits up to five minutes for an unreachable server, and continues after a game that breaks off.",
		RunE: func(c *cobra.Command, args []string) error {
			if f.recordNamed = c.Flags().Changed("games-out"); !f.recordNamed { // one program at a time can write to it
				f.record = fmt.Sprintf("konane-user%d.jsonl", f.User)
			}
			if f.Event && !c.Flags().Changed("opponent") {
				f.Opponent = 0
			}
			return a.konaneConnect(c.Context(), args[0], &f)
		},
	}
	bind(c, &f)
	c.Flags().Lookup("user").DefValue, c.Flags().Lookup("opponent").DefValue = "", ""
	c.Flags().StringVar(&f.record, "games-out", "", konaneGamesDoc+" (default konane-userN.jsonl)")
	return c
}

// check refuses what no server can accept.
func (f *konaneConnectFlags) check() error {
	for _, n := range []int{f.User, f.Opponent} {
		if n < 0 || n > protocol.MaxUser {
			return badInput(errors.New("konane connect needs --user and --opponent, each a number from 0 to 2147483647"), "as in evolve konane connect HOST --user 1 --opponent 2 --agent frozen")
		}
	}
	if f.Event && f.Games > 1 {
		return badInput(fmt.Errorf("--games %d (an event has games of its own)", f.Games), "leave out --games or --event")
	}
	if f.User == f.Opponent {
		return badInput(fmt.Errorf("user %d cannot play against itself", f.User), "give --opponent the number of somebody else")
	}
	if f.Agent == "" {
		return badInput(errors.New("konane connect needs an agent"), "--agent AGENT; evolve agents lists them")
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
	ready, err := openAgent(g, f.Agent, agent.Env{In: a.in, Out: a.err, Log: a.err, Think: agent.DefaultTime})
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
	defer func() { err = errors.Join(err, records.Close()) }()
	c := &client.Client{
		Address: address, Game: g, Variant: f.Variant, Agent: ready, Spec: f.Agent, Seed: f.Seed, Records: records,
		Series: protocol.Series{
			Account: protocol.Account{User: f.User, Opponent: f.Opponent, Password: password, Event: f.Event}, Start: start, Clock: clock, Games: f.Games,
		},
		Result:  func(text string) { fmt.Fprintln(a.out, text) },
		Warning: func(text string) { fmt.Fprintln(a.err, text) },
		Retry:   func(err error, pause time.Duration) { fmt.Fprintf(a.err, "%s; again in %v\n", message(err), pause) },
	}
	err = c.Play(ctx)
	if failed := recordsError(records); failed != nil {
		return failed
	}
	return err
}

const konaneGamesDoc = `file to append every game to, as a JSON line for show-game ("": none)`

// openKonaneRecords opens the file. If it was not named and cannot be opened, the
// games are played with a warning.
func (a *app) openKonaneRecords(path string, named bool) (*record.File, error) {
	if path == "" {
		return &record.File{}, nil
	}
	records, err := record.OpenFile(path)
	switch {
	case err == nil:
		return records, nil
	case named:
		return nil, badInput(fmt.Errorf("--games-out: %w", err), "name a file of games, or a new one; --games-out \"\" records none")
	}
	fmt.Fprintf(a.err, "warning: the games are not recorded: %v\n", err)
	return &record.File{}, nil
}

// recordsError is the first error of recording a game.
func recordsError(records *record.File) error {
	if err := records.Err(); err != nil {
		return fmt.Errorf("--games-out: %w", err)
	}
	return nil
}

// errPassword is the error of a missing password.
var errPassword = errors.New("konane connect needs a password")

// artemisPassword reads the user's password. Programs that play for us do not
// inherit it.
func (a *app) artemisPassword(ctx context.Context) (protocol.Password, error) {
	text, found := os.LookupEnv(protocol.PasswordVariable)
	os.Unsetenv(protocol.PasswordVariable)
	if !found {
		var err error
		text, err = term.AskPassword(ctx, a.in, a.err)
		switch {
		case errors.Is(err, term.ErrNoTerminal):
			return "", badInput(errPassword, "set the environment variable "+protocol.PasswordVariable+", or run it on a terminal")
		case err != nil:
			return "", err
		}
	}
	password := protocol.Password(text)
	if !password.Sendable() {
		return "", badInput(errPassword, "it is a number, in the environment variable "+protocol.PasswordVariable)
	}
	return password, nil
}
