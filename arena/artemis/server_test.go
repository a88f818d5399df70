package artemis

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"evolab/agent"
	"evolab/game"
	"evolab/game/konane"
	protocol "evolab/protocol/artemis"
)

// These tests wait, most of the time.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// bench is a server under test.
type bench struct {
	t       *testing.T
	address string
	start   konane.State
	stop    context.CancelFunc
	done    chan error
	results chan Result
	log     strings.Builder // read it after the end
}

func serve(t *testing.T, s Settings) *bench {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	b := &bench{t: t, address: listener.Addr().String(), stop: stop, done: make(chan error, 1), results: make(chan Result, 100)}
	if s.Start, err = konane.Start("6x6"); err != nil {
		t.Fatal(err)
	}
	b.start = s.Start
	if s.Gap == 0 {
		s.Gap = -1 // what the gaps are for is tested by pace_test.go
	}
	s.Log = slog.New(slog.NewTextHandler(&b.log, nil))
	s.Result = func(r Result) { b.results <- r }
	go func() { b.done <- Serve(ctx, listener, s) }()
	t.Cleanup(stop)
	return b
}

// end stops the server and waits for it.
func (b *bench) end() {
	b.t.Helper()
	b.stop()
	if err := b.ended(); !errors.Is(err, context.Canceled) {
		b.t.Errorf("stopped: %v", err)
	}
}

func (b *bench) ended() error {
	select {
	case err := <-b.done:
		return err
	case <-time.After(time.Minute):
		return errors.New("the server does not end")
	}
}

func (b *bench) result() Result {
	b.t.Helper()
	select {
	case r := <-b.results:
		return r
	case <-time.After(time.Minute):
		b.t.Fatal("no result")
		return Result{}
	}
}

func (b *bench) dial() net.Conn {
	b.t.Helper()
	conn, err := net.Dial("tcp", b.address)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(time.Minute))
	return conn
}

// chooser is an agent at a client.
func chooser(t *testing.T, name string, seed uint64) protocol.Chooser {
	t.Helper()
	g, err := agent.FindGame("konane")
	if err != nil {
		t.Fatal(err)
	}
	ready, err := g.Agent(agent.Spec{Name: name}, agent.Env{})
	if err != nil {
		t.Fatal(err)
	}
	player, err := ready.Player(seed)
	if err != nil {
		t.Fatal(err)
	}
	rules := konane.Rules()
	return func(s *konane.State, left time.Duration) (game.Move, error) {
		board, err := g.Board("6x6", rules.Format(s))
		if err != nil {
			return game.NoMove, err
		}
		choice, err := player.Choose(t.Context(), board, agent.Clock{Left: left})
		return choice.Move, err
	}
}

// client plays one game.
func (b *bench) client(user, opponent int, choose protocol.Chooser) (won bool, err error) {
	start, err := konane.Start("6x6")
	if err != nil {
		return false, err
	}
	c := protocol.NewClient(protocol.Account{User: user, Opponent: opponent, Password: "918273"}, start)
	conn := b.dial()
	defer conn.Close()
	if err := c.Run(conn, choose, func(protocol.Event) {}); err != nil {
		return false, err
	}
	won, known := c.Result()
	if !known {
		return false, errors.New("the result is not known")
	}
	return won, nil
}

// pair plays one game between two users and checks that both saw its result.
func (b *bench) pair(users [2]int, agents [2]string, seed uint64) {
	var both sync.WaitGroup
	var won [2]bool
	var errs [2]error
	for i := range users {
		choose := chooser(b.t, agents[i], seed)
		both.Go(func() { won[i], errs[i] = b.client(users[i], users[1-i], choose) })
	}
	both.Wait()
	if err := errors.Join(errs[:]...); err != nil || won[0] == won[1] {
		b.t.Errorf("users %v: won is %v, %v", users, won, err)
	}
}

// Two agents play several games, some at once; the server ends after the last.
func TestGames(t *testing.T) {
	const games = 12
	b := serve(t, Settings{Clock: time.Minute, Games: games})
	var pairs sync.WaitGroup
	for i := range 3 {
		pairs.Go(func() {
			for n := range games / 3 {
				b.pair([2]int{2 * i, 2*i + 1}, [2]string{"random", "greedy"}, uint64(n))
			}
		})
	}
	pairs.Wait()
	if err := b.ended(); err != nil {
		t.Error(err)
	}
	if len(b.results) != games {
		t.Errorf("%d results", len(b.results))
	}
	for range len(b.results) {
		if r := b.result(); r.Verdict.Reason != protocol.NoMove || len(r.Moves) < 4 || r.Colours[0] == r.Colours[1] {
			t.Errorf("%+v", r)
		}
	}
	if strings.Contains(b.log.String(), "918273") {
		t.Error("the log has the password")
	}
}

// errRude ends a client that stops playing in its own way.
var errRude = errors.New("rude")

// Whatever ends a game early, the other player wins.
func TestRudePlayers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		clock  time.Duration
		rude   func(net.Conn)
		reason protocol.Reason
	}{
		"disconnect": {time.Minute, func(conn net.Conn) { conn.Close() }, protocol.Disconnect},
		"garbage":    {time.Minute, func(conn net.Conn) { conn.Write([]byte("\x00\xff[[[\n")) }, protocol.Illegal},
		"no lines":   {time.Minute, func(conn net.Conn) { conn.Write(make([]byte, 1<<16)) }, protocol.Illegal},
		"too many":   {time.Minute, func(conn net.Conn) { io.WriteString(conn, strings.Repeat("x\n", 500)) }, protocol.Illegal},
		"flag":       {400 * time.Millisecond, func(net.Conn) {}, protocol.OutOfTime},
	} {
		for stage := range 3 {
			t.Run(fmt.Sprint(name, stage), func(t *testing.T) {
				t.Parallel()
				b := serve(t, Settings{Clock: c.clock, Games: 1})
				go b.rude(stage, c.rude)
				if won, err := b.client(1, 2, chooser(t, "random", 1)); !won || err != nil {
					t.Errorf("won is %v, %v", won, err)
				}
				r := b.result()
				if r.Verdict.Reason != c.reason || r.Users[r.Verdict.Winner] != 1 {
					t.Errorf("%+v", r)
				}
				if err := b.ended(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// rude plays as user 2 until it has been asked stage times before.
func (b *bench) rude(stage int, act func(net.Conn)) {
	start, err := konane.Start("6x6")
	if err != nil {
		return
	}
	conn, err := net.Dial("tcp", b.address)
	if err != nil {
		return
	}
	defer conn.Close()
	c := protocol.NewClient(protocol.Account{User: 2, Opponent: 1, Password: "1"}, start)
	asked := 0
	c.Run(conn, func(s *konane.State, _ time.Duration) (game.Move, error) {
		if asked++; asked <= stage {
			return s.Moves(nil)[0], nil
		}
		act(conn)
		io.Copy(io.Discard, conn)
		return game.NoMove, errRude
	}, func(protocol.Event) {})
}

// A login takes only so long, and everything that is no login is turned away.
func TestLogins(t *testing.T) {
	t.Parallel()
	b := serve(t, Settings{LoginTime: 400 * time.Millisecond, WaitTime: 400 * time.Millisecond})
	t.Run("turned away", func(t *testing.T) {
		for input, want := range map[string]string{
			"":                                      "?Username:\nError: the login took longer than 400ms\n",
			"1\n":                                   "?Password:\nError: the login took longer than 400ms\n",
			"me\n":                                  "Error: the username is no number from 0 to 2147483647\n",
			"1\n2\n1\n":                             "Error: user 1 cannot play against itself\n",
			"3\n2\n4\n":                             "Error: the opponent has not come\n",
			"\x00\xff\x80\n":                        "Error: the username is no number from 0 to 2147483647\n",
			"5\n1\n6\n" + strings.Repeat("x\n", 99): "Error: too many lines that nobody asked for\n",
			strings.Repeat("y", 5000):               "?Username:\nError: a line of more than 1024 bytes\n",
			"7\n1\n8\n" + strings.Repeat("y", 9999): "?Opponent:\nError: a line of more than 1024 bytes\n",
			"\xff\xfb\x1f\xff\xfd\x01x\r\n":         "Error: the username is no number from 0 to 2147483647\n",
			"\xff\xfb\x1f\xff\xfd\x0112\r\n":        "?Password:\nError: the login took longer than 400ms\n",
		} {
			t.Run(fmt.Sprintf("%.12q", input), func(t *testing.T) {
				t.Parallel()
				conn := b.dial()
				io.WriteString(conn, input)
				got, err := io.ReadAll(conn)
				if err != nil || !strings.HasSuffix(string(got), want) {
					t.Errorf("%q, %v", got, err)
				}
			})
		}
	})
	b.end()
}

// A server that is stopped tells its clients, in the lobby and in a game.
func TestStop(t *testing.T) {
	b := serve(t, Settings{Clock: time.Minute})
	errs := make(chan error, 2)
	waits := b.dial()
	io.WriteString(waits, "9\n1\n8\n")
	go func() {
		got, _ := io.ReadAll(waits)
		if !strings.HasSuffix(string(got), "Error: the server is stopping\n") {
			errs <- fmt.Errorf("who waits reads %q", got)
		}
		errs <- nil
	}()
	second := b.dial()
	io.WriteString(second, "2\n1\n1\n")
	conn := b.dial()
	io.WriteString(conn, "1\n1\n2\n")
	text := make([]byte, 0, 200)
	for !strings.Contains(string(text), "Game:1\n") {
		chunk := make([]byte, 100)
		n, err := conn.Read(chunk)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, chunk[:n]...)
	}
	b.end()
	got, _ := io.ReadAll(conn)
	if !strings.HasSuffix(string(got), "Error: the server is stopping\n") {
		t.Errorf("who plays reads %q", got)
	}
	if err := <-errs; err != nil {
		t.Error(err)
	}
}

// Whatever two peers send, before, in and after a game, the server neither
// panics nor keeps anything of them; the bubble would notice.
func FuzzPeers(f *testing.F) {
	const first, second = "1\n7\n2\n[0:0]\n[2:0]:[0:0]\n", "2\n7\n1\n[0:1]\n"
	for _, seed := range [][2]string{
		{first, second}, {first, "2\n7\n1\nnonsense\n"}, {first, "2\n7\n1\n\xff\xfa never ends"}, {"1\n?\n", "\xff\xfb\x1f2\r\n7\r\n?\r\n"}, {"", "x"},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]), uint16(7))
	}
	f.Fuzz(func(t *testing.T, a, b []byte, cut uint16) {
		synctest.Test(t, func(t *testing.T) {
			served(t, Settings{}, func(p *pipes) {
				for _, sent := range [][]byte{a, b} {
					s, _ := p.dial(0)
					defer s.Close()
					go func() {
						n := int(cut) % (len(sent) + 1)
						s.Write(sent[:n])
						s.Write(sent[n:])
					}()
				}
				synctest.Wait()
			})
		})
	})
}
