package artemis

import (
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"evolab/arena"
	"evolab/arena/artemis/event"
	"evolab/game"
	"evolab/game/konane"
	protocol "evolab/protocol/artemis"
)

// opening is the board that the servers of these tests use.
const opening = "XOXOXO/OXOXOX/XOXOXO/OXOXOX/XOXOXO/OXOXOX 1"

func newEvent(t *testing.T, users ...int) *event.Event {
	t.Helper()
	e, err := event.New(event.Plan{Users: users, Opening: opening, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// lines keeps what an event's games ended in. Read it after the server's end.
type lines []arena.Line

func (l *lines) watch(line arena.Line) { *l = append(*l, line) }

// takePart plays an event as a user: game after game, naming nobody, until the
// server says that it is over. What it does not say is an error.
func (b *bench) takePart(user int, choose protocol.Chooser) error {
	for {
		last := ""
		conn, err := net.Dial("tcp", b.address)
		if err != nil {
			return err
		}
		conn.SetDeadline(time.Now().Add(time.Minute))
		c := protocol.NewClient(protocol.Account{User: user, Password: "918273"}, b.start)
		err = c.Run(conn, choose, func(e protocol.Event) {
			if e.Kind == protocol.Trouble {
				last = e.Message.Text
			}
		})
		conn.Close()
		switch {
		case protocol.EventIsOver(last):
			return nil
		case err != nil:
			return fmt.Errorf("%w; the server said %q", err, last)
		}
	}
}

// Four users play an event to its end, and every game is legal.
func TestEvent(t *testing.T) {
	e := newEvent(t, 1, 2, 3, 4)
	var played lines
	e.Watch = played.watch
	b := serve(t, Settings{Clock: time.Minute, Event: e, NoShow: time.Minute})
	var users sync.WaitGroup
	for user, name := range []string{"greedy", "random", "alphabeta", "random"} {
		choose := chooser(t, name, uint64(user))
		users.Go(func() {
			if err := b.takePart(user+1, choose); err != nil {
				t.Errorf("user %d: %v", user+1, err)
			}
		})
	}
	users.Wait()
	if err := b.ended(); err != nil {
		t.Error(err)
	}
	if len(played) != 8 || !e.Done() {
		t.Errorf("%d games", len(played))
	}
	rules := konane.Rules()
	for _, l := range played {
		s := b.start
		for _, text := range l.Moves {
			m, err := rules.ParseMove(&s, text)
			if err != nil {
				t.Fatal(err)
			}
			s.Play(m, &s)
		}
		if o := s.Outcome(); o.Result != l.Result() || l.Reason != arena.Normal {
			t.Errorf("%+v ends in %v", l, o)
		}
	}
	if log := b.log.String(); strings.Contains(log, "918273") || strings.Count(log, "msg=due") != 8 {
		t.Errorf("the log has\n%s", log)
	}
}

// Who does not come loses when the limit is up, and a game for which neither
// comes counts for nobody.
func TestNoShows(t *testing.T) {
	t.Parallel()
	e := newEvent(t, 1, 2, 3, 4)
	b := serve(t, Settings{Clock: time.Minute, Event: e, NoShow: 1500 * time.Millisecond})
	if err := b.takePart(2, chooser(t, "random", 1)); err != nil {
		t.Error(err)
	}
	if err := b.ended(); err != nil {
		t.Error(err)
	}
	table := e.Table()
	if first := table.Rows[0]; first.Agent != "user 2" || first.Total.Wins != 5 || table.Games != 5 {
		t.Errorf("%+v", table.Rows)
	}
	lost := 0
	for _, row := range table.Rows {
		lost += row.Reasons[event.NoShow]
	}
	if lost != 5 {
		t.Errorf("%d losses by not coming", lost)
	}
}

// Users who leave, or let their flag fall, lose the game and may play the next.
func TestEventWithRudePlayers(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"disconnect": event.Disconnect, "flag": arena.Time, "garbage": arena.Illegal} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEvent(t, 1, 2)
			var played lines
			e.Watch = played.watch
			b := serve(t, Settings{Clock: 400 * time.Millisecond, Event: e, NoShow: time.Minute})
			var fine sync.WaitGroup
			fine.Go(func() {
				if err := b.takePart(1, chooser(t, "random", 1)); err != nil {
					t.Error(err)
				}
			})
			for !b.rudely(name) {
			}
			fine.Wait()
			if err := b.ended(); err != nil {
				t.Error(err)
			}
			for _, l := range played {
				if l.Winner != "user 1" || l.Reason != want {
					t.Errorf("%+v", l)
				}
			}
			if len(played) != 3 {
				t.Errorf("%d games", len(played))
			}
		})
	}
}

// rudely begins a game as user 2 and spoils it; true when the event is over.
func (b *bench) rudely(how string) (over bool) {
	conn := b.dial()
	defer conn.Close()
	c := protocol.NewClient(protocol.Account{User: 2, Opponent: 1, Password: "1"}, b.start)
	c.Run(conn, func(s *konane.State, _ time.Duration) (game.Move, error) {
		if s.Removals() > 0 && how == "flag" { // removals do not run on the clock
			return s.Moves(nil)[0], nil
		}
		switch how {
		case "flag":
			io.Copy(io.Discard, conn)
		case "garbage":
			io.WriteString(conn, "[0:0]:[0:0]\n")
			io.Copy(io.Discard, conn)
		}
		return game.NoMove, errRude
	}, func(e protocol.Event) {
		over = over || strings.Contains(e.Message.Text, protocol.EventOver)
	})
	return over
}

// What the server says to those whom it turns away, and before it asks for the
// opponent.
func TestEventLogins(t *testing.T) {
	t.Parallel()
	e := newEvent(t, 1, 2, 3, 4)
	b := serve(t, Settings{Event: e, NoShow: time.Minute})
	now := e.Due()[0]
	// One of two who say that they are the same user has to go.
	refused := make(chan string, 2)
	for range 2 {
		conn := b.dial()
		go func() {
			fmt.Fprintf(conn, "%d\n77\n0\n", now.First)
			got, _ := io.ReadAll(conn)
			refused <- string(got)
		}()
	}
	if got, want := <-refused, fmt.Sprintf("Error: user %d is waiting already\n", now.First); !strings.HasSuffix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	stranger, other := 9, e.Due()[1].First
	for _, c := range []struct{ input, want string }{
		{fmt.Sprintf("%d\n5\n1\n", stranger), "Error: user 9 does not take part in the event\n"},
		{fmt.Sprintf("%d\n76\n", now.First), "Error: wrong username or password\n"},
		{fmt.Sprintf("%d\n78\n%d\n", now.Second, other), fmt.Sprintf("Error: user %d meets user %d now: name %d, or 0 for whoever is next\n", now.Second, now.First, now.First)},
		{fmt.Sprintf("%d\n78\n?\nx\n", now.Second), "?Password:\n?Opponent:\n" + protocol.Notice(now.Second, now.First, 1) + "\n?Opponent:\nError: the opponent is no number from 0 to 2147483647\n"},
	} {
		conn := b.dial()
		io.WriteString(conn, c.input)
		got, err := io.ReadAll(conn)
		if err != nil || !strings.HasSuffix(string(got), c.want) {
			t.Errorf("%q: %q, %v; want %q", c.input, got, err, c.want)
		}
		if told, asked := strings.Contains(string(got), "Event:"), strings.Contains(c.input, "?"); told != asked {
			t.Errorf("%q is answered %q", c.input, got)
		}
	}
	b.end()
}

// A server that is stopped in the middle of an event continues it later.
func TestEventContinues(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	stops := 0
	for {
		e, err := event.Open(event.Plan{Users: []int{1, 2, 3}, Opening: opening, Seed: 5}, path)
		if err != nil {
			t.Fatal(err)
		}
		ready := make(chan *bench, 1)
		if stops < 3 {
			e.Watch = func(arena.Line) { // after a game
				select {
				case b := <-ready:
					b.stop()
				default:
				}
			}
		}
		b := serve(t, Settings{Clock: time.Minute, Event: e, NoShow: time.Minute})
		ready <- b
		var users sync.WaitGroup
		for user := range 3 {
			choose := chooser(t, "random", uint64(user))
			users.Go(func() { b.takePart(user+1, choose) })
		}
		users.Wait()
		ended := b.ended()
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		if e.Done() {
			if errors.Is(ended, errStopping) || stops < 3 || e.Table().Games != 5 {
				t.Errorf("%v after %d stops: %+v", ended, stops, e.Table())
			}
			return
		}
		stops++
	}
}
