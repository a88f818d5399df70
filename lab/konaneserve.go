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
	"time"

	"github.com/spf13/cobra"

	"evolab/arena/artemis"
)

type konaneServeFlags struct {
	konaneFlags
	event  konaneEventFlags
	listen string
	games  int
	pace   float64
	record string
	log    string
}

func konaneServeCommand(a *app) *cobra.Command {
	var f konaneServeFlags
	c := &cobra.Command{
		Use: "serve", Short: "Run a server: pair users who name each other, and referee their games", Args: cobra.NoArgs,
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
	f.konaneFlags.add(c)
	f.event.add(a, c)
	c.Flags().StringVar(&f.listen, "listen", "127.0.0.1:"+artemisPort, "the address to listen on; use a network address to accept other machines")
	c.Flags().IntVar(&f.games, "games", 0, "end after this many games (0: never)")
	allow(c, "games", "0 and more", func() bool { return f.games >= 0 })
	c.Flags().Float64Var(&f.pace, "pace", .02, "seconds between two messages to a client, off its clock, for clients that expect one message per read")
	allow(c, "pace", "0 to 1 second", func() bool { return f.pace >= 0 && f.pace <= 1 })
	c.Flags().StringVar(&f.record, "games-out", "konane-games.jsonl", konaneGamesDoc+"; an event uses --journal")
	c.Flags().StringVar(&f.log, "log", "", "file to append the log to (default: standard error)")
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
	address, err := artemisAddress(f.listen)
	if err != nil {
		return err
	}
	log := &watched{Writer: a.err}
	if f.log != "" {
		file, err := openLog(f.log)
		if err != nil {
			return err
		}
		defer file.Close()
		log.Writer = file
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("evolve: konane serve: %w", err)
	}
	gap := cmp.Or(time.Duration(f.pace*float64(time.Second)), -1)
	settings := artemis.Settings{Start: start, Clock: clock, Games: f.games, Gap: gap, Log: slog.New(slog.NewTextHandler(log, nil))}
	if event {
		err = a.konaneEvent(ctx, &f.event, listener, settings)
	} else {
		err = a.konanePairs(ctx, f.record, recordNamed, listener, settings)
	}
	if log.err != nil {
		return errors.Join(err, fmt.Errorf("evolve: the log: %w", log.err))
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
		fmt.Fprintf(a.out, "game %d: user %d (player %d, %s) beats user %d (player %d, %s): %s (%s), %d moves\n", r.Game,
			r.Users[w], w+1, r.Colours[w], r.Users[l], l+1, r.Colours[l], r.Verdict.Reason, r.Verdict.Detail, len(r.Moves))
		records.add(r.Line(s.Start)) // reports its error at the end: the server continues
	}
	err = artemis.Serve(ctx, listener, s)
	return errors.Join(err, records.err, records.close())
}

func openLog(path string) (*os.File, error) {
	if err := creatable("--log", path); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
}

// watched keeps the first error of a log, which slog drops.
type watched struct {
	io.Writer
	err error
}

func (w *watched) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if w.err == nil {
		w.err = err
	}
	return n, err
}
