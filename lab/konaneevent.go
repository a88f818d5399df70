package lab

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/arena"
	"evolab/arena/artemis"
	"evolab/arena/artemis/event"
	"evolab/game/konane"
	"evolab/internal/files"
)

type konaneEventFlags struct {
	users   string
	journal string
	resume  bool
	noShow  float64
	seed    uint64
}

func (f *konaneEventFlags) add(a *app, c *cobra.Command) {
	a.formats(c)
	c.Flags().StringVar(&f.users, "event", "", "run the course's event among these users, as in 1,2,3,4")
	c.Flags().StringVar(&f.journal, "journal", "konane-event.jsonl", "file for an event's games, one JSON line per game")
	c.Flags().BoolVar(&f.resume, "resume", false, "continue the event of the journal")
	c.Flags().Float64Var(&f.noShow, "no-show", 300, "seconds until an absent player forfeits a round")
	allow(c, "no-show", "0.1 to 86400 seconds", func() bool { return f.noShow >= .1 && f.noShow <= 86400 })
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the draw for who begins")
}

// checkEventFlags refuses flags that do not go together.
func checkEventFlags(c *cobra.Command, event bool) error {
	if event && c.Flags().Changed("games") {
		return badInput(errors.New("evolve: konane serve: --event and --games exclude each other"), "")
	}
	if event && c.Flags().Changed("games-out") {
		return badInput(errors.New("evolve: konane serve: --event and --games-out exclude each other"), "--journal keeps an event's games, in the same form")
	}
	for _, name := range []string{"journal", "resume", "no-show", "seed", "format"} {
		if !event && c.Flags().Changed(name) {
			return badInput(fmt.Errorf("evolve: konane serve: --%s belongs to an event", name), "--event lists its users, as in --event 1,2,3,4")
		}
	}
	return nil
}

func (f *konaneEventFlags) plan(start konane.State) (event.Plan, error) {
	rules := konane.Rules()
	p := event.Plan{Opening: rules.Format(&start), Seed: f.seed}
	for _, text := range strings.Split(f.users, ",") {
		user, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
		if err != nil {
			return p, badInput(fmt.Errorf("evolve: --event: user %q is no number", text), "separate the users by commas, as in --event 1,2,3,4")
		}
		p.Users = append(p.Users, int(user))
	}
	if err := p.Check(); err != nil {
		return p, badInput(err, "separate the users by commas, as in --event 1,2,3,4")
	}
	return p, creatable("--journal", f.journal)
}

// open opens the event. It continues an existing journal only with --resume.
func (f *konaneEventFlags) open(start konane.State) (*event.Event, error) {
	plan, err := f.plan(start)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(f.journal); err == nil && info.Size() > 0 && !f.resume {
		return nil, badInput(fmt.Errorf("evolve: --journal %s is not empty", f.journal), "--resume continues its event; --journal names another file")
	}
	e, err := event.Open(plan, f.journal)
	if errors.Is(err, files.ErrLocked) {
		return nil, badInput(err, "the event is being run already")
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
		fmt.Fprintf(a.err, "%d of %d games are in %s\n", n, e.Games(), f.journal)
	}
	s.Event, s.NoShow = e, time.Duration(f.noShow*float64(time.Second))
	if !a.json() {
		e.Watch, s.Round = a.konaneLine, a.konaneRound
	}
	served := artemis.Serve(ctx, listener, s)
	if served != nil && ctx.Err() == nil {
		return served
	}
	err = a.print(e.Table(), "%s", tableText(e.Table()))
	if served != nil && err == nil {
		return &exitError{exitInterrupted, fmt.Errorf("evolve: interrupted after %d of %d games, which are saved in %s", e.Played(), e.Games(), f.journal),
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

// konaneLine prints a game of an event.
func (a *app) konaneLine(l arena.Line) {
	result := "nobody"
	if l.Winner != arena.DrawName {
		result = l.Winner
	}
	fmt.Fprintf(a.out, "round %d, game %d: %s - %s: %s wins (%s), %d moves\n", l.Round, l.Game, l.First, l.Second, result, l.Reason, l.Plies)
}
