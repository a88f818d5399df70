package artemis

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"evolab/game/konane"
	protocol "evolab/protocol/artemis"
)

// style is a way in which clients read.
type style struct {
	name  string
	read  func(*socket) func() string
	lines bool
}

var styles = []style{{"one read", oneRead, false}, {"by line", byLine, true}}

// The clients of these tests look at what has arrived after reaction, and think
// about a move for thought. Time is the bubble's: nothing depends on the
// machine's.
const (
	reaction = 5 * time.Millisecond
	thought  = 100 * time.Millisecond
	clock    = 20 * time.Second
)

// served runs a server for the clients that play calls.
func served(t *testing.T, s Settings, play func(p *pipes)) {
	t.Helper()
	var err error
	if s.Start, err = konane.Start("6x6"); err != nil {
		t.Fatal(err)
	}
	s.Clock = clock
	ctx, stop := context.WithCancel(t.Context())
	p := newPipes()
	done := make(chan error, 1)
	go func() { done <- Serve(ctx, p, s) }()
	play(p)
	stop()
	<-done
}

// sit connects a client and plays a game.
func (s style) sit(p *pipes, user, opponent int) (c *plain, won bool, err error) {
	conn, ok := p.dial(reaction)
	if !ok {
		return nil, false, fmt.Errorf("the server has ended")
	}
	defer conn.Close()
	c = &plain{conn: conn, next: s.read(conn), think: thought, random: rand.New(rand.NewPCG(uint64(user), 1))}
	won, err = c.play(6, user, opponent, s.lines)
	return c, won, err
}

// Clients that take one read for one message, and clients that read line by
// line and know which line has to come, play whole games, on both sides; their
// clocks run for what they took and for nothing else.
func TestPlainClientsPlayGames(t *testing.T) {
	for _, first := range styles {
		for _, second := range styles {
			t.Run(first.name+" against "+second.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					results := make(chan Result, 10)
					served(t, Settings{Result: func(r Result) { results <- r }}, func(p *pipes) {
						for range 4 { // who begins is drawn
							playPair(t, p, first, second)
							if r := <-results; r.Verdict.Reason != "no-move" {
								t.Errorf("%+v", r)
							}
						}
					})
				})
			})
		}
	}
}

func playPair(t *testing.T, p *pipes, first, second style) {
	t.Helper()
	wins := make(chan bool, 2)
	for i, s := range []style{first, second} {
		go func() {
			c, won, err := s.sit(p, 1+i, 2-i)
			if err != nil {
				t.Errorf("user %d: %v", 1+i, err)
			} else {
				checkClock(t, c.asked)
			}
			wins <- won
		}()
	}
	if a, b := <-wins, <-wins; a == b {
		t.Errorf("won is %v for both", a)
	}
}

// checkClock wants a client's clock to run for its thoughts and its reactions.
func checkClock(t *testing.T, asked []string) {
	t.Helper()
	for i, got := range asked {
		if want := (clock - time.Duration(i)*(thought+reaction)).Milliseconds(); got != strconv.FormatInt(want, 10) {
			t.Errorf("question %d: %s ms are left, want %d", i, got, want)
		}
	}
}

// Such clients play an event: one names whom it meets, the other whoever is
// next. Nobody is told what it has not asked for.
func TestPlainClientsPlayAnEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newEvent(t, 1, 2, 3, 4)
		var played lines
		e.Watch = played.watch
		over := make(chan error, 4)
		served(t, Settings{Event: e, NoShow: time.Hour}, func(p *pipes) {
			meets := schedule(t, 1, 2, 3, 4)
			for user := 1; user <= 4; user++ {
				go func() { over <- styles[user/2%2].attend(p, user, meets[user][:3*(user%2)]) }()
			}
			for range 4 {
				if err := <-over; err != nil {
					t.Error(err)
				}
			}
		})
		if len(played) != 8 || slices.ContainsFunc(reasons(played), func(r string) bool { return r != "normal" }) {
			t.Errorf("%d games, ended by %v", len(played), reasons(played))
		}
	})
}

// idle opens sockets that say nothing, and returns what each is told in the end.
func idle(p *pipes, n int) (told []func() string) {
	for range n {
		s, _ := p.dial(0)
		told = append(told, func() (last string) {
			for text := s.recv(); text != ""; text = s.recv() {
				last = text
			}
			s.Close()
			return last
		})
	}
	return told
}

// Sockets that say nothing have taken all places of the address when two users come, to a
// lobby: the two play when the time to log in is up.
func TestLobbyWithIdleSockets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		served(t, Settings{Clients: 8, PerAddress: 4, LoginTime: 10 * time.Second}, func(p *pipes) {
			told := idle(p, 4)
			if _, _, err := styles[0].sit(p, 1, 2); err == nil || !strings.Contains(err.Error(), "Error: others need the place: 4 connections come from pipe") {
				t.Errorf("without a place: %v", err)
			}
			for _, last := range told {
				if got := last(); !strings.HasSuffix(got, "Error: the login took longer than 10s\n") {
					t.Errorf("an idle socket is told %q", got)
				}
			}
			playPair(t, p, styles[0], styles[1])
		})
	})
}

// Eight users play an event to its end beside sockets of their own address that say
// nothing, also if these are there first and leave them no place.
func TestEventWithIdleSockets(t *testing.T) {
	for _, sockets := range []int{100, 200} {
		synctest.Test(t, func(t *testing.T) {
			e := newEvent(t, 1, 2, 3, 4, 5, 6, 7, 8)
			var played lines
			e.Watch = played.watch
			over := make(chan error, 8)
			served(t, Settings{Event: e}, func(p *pipes) {
				told := idle(p, sockets)
				for user := 1; user <= 8; user++ {
					go func() { over <- styles[user%2].attend(p, user, nil) }()
				}
				for range 8 {
					if err := <-over; err != nil {
						t.Error(err)
					}
				}
				for _, last := range told {
					last()
				}
			})
			if len(played) != 30 || slices.ContainsFunc(reasons(played), func(r string) bool { return r != "normal" }) {
				t.Errorf("beside %d sockets: %d games, ended by %v", sockets, len(played), reasons(played))
			}
		})
	}
}

func reasons(played lines) (list []string) {
	for _, l := range played {
		list = append(list, l.Reason)
	}
	return list
}

// schedule lists whom each user meets in the round robin.
func schedule(t *testing.T, users ...int) map[int][]int {
	t.Helper()
	e := newEvent(t, users...)
	meets := map[int][]int{}
	for e.Played() < e.Games()-2 {
		for _, g := range e.Due() {
			meets[g.First], meets[g.Second] = append(meets[g.First], g.Second), append(meets[g.Second], g.First)
			if _, err := e.Finish(g, g.First, "normal", "", nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	return meets
}

// attend plays an event's games, one login each, until it is over: first those
// against the opponents that it names, then against whoever is next. It comes again
// while there is no place for it.
func (s style) attend(p *pipes, user int, named []int) error {
	for n := 0; ; n++ {
		opponent := 0
		if n < len(named) {
			opponent = named[n]
		}
		_, _, err := s.sit(p, user, opponent)
		if err != nil && strings.Contains(err.Error(), "the event is over") {
			return nil
		}
		if err != nil && strings.Contains(err.Error(), protocol.ServerCrowded) {
			time.Sleep(5 * time.Second)
			n--
			continue
		}
		if err != nil {
			return fmt.Errorf("user %d, %s: %w", user, s.name, err)
		}
	}
}

// Two writes to a client are a gap apart; the lines of a question to the second
// player are one.
func TestWritesAreAGapApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		conns := make(chan *socket, 1)
		go func() {
			s, _ := p.dial(0)
			conns <- s
		}()
		conn, _ := p.Accept()
		client := <-conns
		began := time.Now()
		out := newOutbox(conn, 20*time.Millisecond)
		for _, text := range []string{"one", "two\nand more", "three"} {
			out.send(text)
		}
		marked := out.mark()
		for i, want := range []string{"one\n", "two\nand more\n", "three\n"} {
			if got := client.recv(); got != want || time.Since(began) != time.Duration(i)*20*time.Millisecond {
				t.Errorf("%q after %v, want %q", got, time.Since(began), want)
			}
		}
		if at := <-marked; at.Sub(began) != 40*time.Millisecond {
			t.Errorf("all was sent after %v", at.Sub(began))
		}
		out.finish()
		client.Close()
	})
}
