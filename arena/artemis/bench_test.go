package artemis

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
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
