package main

import (
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

// konaneServeFlags are the settings of evolve konane serve.
type konaneServeFlags struct {
	konaneFlags
	event  konaneEventFlags
	listen string
	games  int
	pace   float64
	record string
	log    string
}

const serveHelp = `Be the server: pair users who name each other, and judge their games. Any number is a user,
with any number as password, which is not kept. Ctrl-C ends the server.

--event 1,2,3,4 runs the course's event: everybody meets everybody, then the first two play two
games more, which make a best of three with their earlier one. Users log in once for each game, as
ever, and name the opponent of their next game, or 0 for whoever is next. The server prints who meets
whom in each round; a client is told if it answers ?Opponent: with a question mark. A name that is
not next is refused with the right one; "Error: the event is over" ends it. A user's first password has to come with every later login. Who
has not come when --no-show is up loses, and a game for which neither came counts for nobody.`

func konaneServeCommand(a *app) *cobra.Command {
	var f konaneServeFlags
	c := &cobra.Command{
		Use: "serve", Short: "Be the server: pair users who name each other, and judge their games", Args: cobra.NoArgs,
		Long: serveHelp,
		RunE: func(c *cobra.Command, _ []string) error {
			event := c.Flags().Changed("event")
			if err := checkEventFlags(c, event); err != nil {
				return err
			}
			return a.konaneServe(c.Context(), &f, event, c.Flags().Changed("games-out"))
		},
	}
	f.konaneFlags.add(c)
	f.event.add(c)
	c.Flags().StringVar(&f.listen, "listen", "127.0.0.1:"+artemisPort, "the address to listen on; use an address of the network to accept other machines")
	c.Flags().IntVar(&f.games, "games", 0, "end after so many games (0: never)")
	c.Flags().Float64Var(&f.pace, "pace", .02, "seconds between two messages to a client, off its clock, for clients that take one read for one message")
	c.Flags().StringVar(&f.record, "games-out", "konane-games.jsonl", konaneGamesDoc+"; an event has its --journal")
	c.Flags().StringVar(&f.log, "log", "", "file to append the log to (default: standard error)")
	return saves(c)
}

func (a *app) konaneServe(ctx context.Context, f *konaneServeFlags, event, recordNamed bool) error {
	start, clock, err := f.read()
	if err != nil {
		return err
	}
	if f.games < 0 {
		return badInput(fmt.Errorf("evolve: --games %d (allowed: 0 and more)", f.games), "")
	}
	if !(f.pace >= 0 && f.pace <= 1) {
		return badInput(fmt.Errorf("evolve: --pace %g (allowed: 0 to 1 second)", f.pace), "")
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
	out, err := a.konaneLog(f.log)
	if err != nil {
		return err
	}
	defer out.Close()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("evolve: konane serve: %w", err)
	}
	log := &watched{Writer: out}
	settings := artemis.Settings{Start: start, Clock: clock, Games: f.games, Gap: f.gap(), Log: slog.New(slog.NewTextHandler(log, nil))}
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

// gap is the time between two messages to a client.
func (f *konaneServeFlags) gap() time.Duration {
	if f.pace == 0 {
		return -1
	}
	return time.Duration(f.pace * float64(time.Second))
}

// konanePairs serves users who name each other, and keeps their games.
func (a *app) konanePairs(ctx context.Context, path string, named bool, listener net.Listener, s artemis.Settings) error {
	records, err := a.openKonaneRecords(path, named)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	s.Result = func(r artemis.Result) {
		a.konaneResult(r)
		records.add(r.Line(s.Start)) // its error is told at the end: the games go on
	}
	err = artemis.Serve(ctx, listener, s)
	return errors.Join(err, records.err, records.close())
}

// watched keeps a log's first error: slog does not tell.
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

// kept is a log that is not ours to close.
type kept struct{ io.Writer }

func (kept) Close() error { return nil }

func (a *app) konaneLog(path string) (io.WriteCloser, error) {
	if path == "" {
		return kept{a.err}, nil
	}
	if err := creatable("--log", path); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
}

// konaneResult prints a game's result on one line.
func (a *app) konaneResult(r artemis.Result) {
	w, l := r.Verdict.Winner, 1-r.Verdict.Winner
	fmt.Fprintf(a.out, "game %d: user %d (player %d, %s) beats user %d (player %d, %s): %s (%s), %d moves\n", r.Game,
		r.Users[w], w+1, r.Colours[w], r.Users[l], l+1, r.Colours[l], r.Verdict.Reason, r.Verdict.Detail, len(r.Moves))
}
