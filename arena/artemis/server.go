// Package artemis is the Artemis server over sockets: users log in, are paired
// when they name each other, and play one game of Konane on their clocks. The
// protocol is in evolab/protocol/artemis; this package adds connections, time
// and limits.
//
// Read server.go (settings), door.go (who is let in), guest.go (from the login to
// the game), desk.go (who plays whom), referee.go (one game), seat.go and
// outbox.go (one connection), record.go (what is recorded), and running.go (the
// course's event, which package event plans).
package artemis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"evolab/arena/artemis/event"
	"evolab/game/konane"
	protocol "evolab/protocol/artemis"
)

// Settings are those of a server; the zero value of each has a default.
type Settings struct {
	Start     konane.State
	Clock     time.Duration // of a player for a game
	Games     int           // after so many the server ends; 0: never
	Clients   int           // connections at a time
	Logins    int           // of these, logins of one address
	LoginTime time.Duration // for all answers of the login together
	WaitTime  time.Duration // for the opponent to come
	Log       *slog.Logger  // nil: no log
	Result    func(Result)  // called for one game at a time; may be nil
	// Event says who plays whom, and the server ends with it; nil: users who
	// name each other play. Games and WaitTime do not apply to an event.
	Event  *event.Event
	Round  func(round int, games []event.Game) // called when a round of an event begins; may be nil
	NoShow time.Duration                       // of an event: how long after the start of a round an absent player forfeits
	// Gap is the least time between two writes to a client, so that each read
	// returns one message; below 0: none.
	Gap time.Duration
}

// Result is a game that has ended.
type Result struct {
	Game    int
	Users   [2]int // player 1 first
	Colours [2]konane.Colour
	Moves   []string
	Verdict protocol.Verdict
}

func (s *Settings) fill() {
	s.Clients = cmp.Or(s.Clients, 64)
	s.LoginTime = cmp.Or(s.LoginTime, 30*time.Second)
	s.WaitTime = cmp.Or(s.WaitTime, 30*time.Minute)
	s.Gap = cmp.Or(s.Gap, 20*time.Millisecond)
	s.NoShow = cmp.Or(s.NoShow, 5*time.Minute)
	if s.Event != nil {
		s.Games, s.WaitTime = 0, eventWait
		s.Clients = max(s.Clients, 4*s.Event.Users()) // all of them wait at times
	}
	s.Logins = cmp.Or(s.Logins, max(s.Clients/2, 1))
	s.Log = cmp.Or(s.Log, slog.New(slog.DiscardHandler))
	if s.Result == nil {
		s.Result = func(Result) {}
	}
	if s.Round == nil {
		s.Round = func(int, []event.Game) {}
	}
}

// server is a running server.
type server struct {
	Settings
	stop context.CancelFunc
	door *door
	work sync.WaitGroup

	mu       sync.Mutex
	desk     desk
	waiting  map[int]*seat // by key, those at the desk
	finished int           // games
	event    *running      // nil: there is none
}

// Serve lets users play until the context ends or all games are over. It closes
// the listener.
func Serve(ctx context.Context, listener net.Listener, settings Settings) error {
	settings.fill()
	inner, stop := context.WithCancel(ctx)
	s := &server{Settings: settings, stop: stop, door: &door{places: settings.Clients, logins: settings.Logins}, waiting: map[int]*seat{}}
	s.desk = &pairs{most: s.Games}
	context.AfterFunc(inner, func() { listener.Close() })
	s.Log.Info("listening", "address", listener.Addr().String())
	if s.Event != nil {
		s.openEvent(inner)
	}
	err := s.accept(inner, listener)
	stop()
	s.work.Wait()
	s.Log.Info("stopped", "games", s.finished)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(err, s.trouble())
}

// accept lets connections in until the context ends.
func (s *server) accept(ctx context.Context, listener net.Listener) error {
	refused := 0
	for key := 1; ; key++ {
		conn, err := listener.Accept()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				conn.Close()
			}
			return nil
		case errors.Is(err, net.ErrClosed):
			return err
		case err != nil: // such as too many open files: others may still leave
			s.Log.Warn("no connection", "error", err)
			time.Sleep(50 * time.Millisecond)
			continue
		}
		c, ok := s.door.enter(conn.RemoteAddr())
		if !ok {
			if refused++; refused == 1 { // a flood is not to fill the log
				s.Log.Warn("full", "clients", s.Clients)
			}
			conn.SetWriteDeadline(time.Now().Add(100 * time.Millisecond)) // nobody waits for it
			conn.Write([]byte("Error: " + protocol.ServerFull + "\n"))
			conn.Close()
			continue
		}
		if refused > 0 {
			s.Log.Info("places again", "refused", refused)
		}
		refused = 0
		s.work.Go(func() { s.welcome(ctx, key, c, conn) })
	}
}

var (
	errGone     = errors.New("the client has disconnected, or took nothing for too long")
	errStopping = errors.New(protocol.ServerStopping)
)

// welcome brings a connection to its game.
func (s *server) welcome(ctx context.Context, key int, c *caller, conn net.Conn) {
	g := newSeat(key, c, conn, s.Gap)
	s.Log.Info("connected", "key", key, "from", conn.RemoteAddr().String())
	login, err := s.login(ctx, g)
	if err != nil {
		s.dismiss(ctx, g, err)
		return
	}
	g.user = login.User()
	s.Log.Info("login", "key", key, "user", g.user, "opponent", login.Opponent())
	if err = s.enter(ctx, g, login.Opponent()); err == nil {
		err = s.wait(ctx, g)
	}
	if err != nil {
		s.dismiss(ctx, g, err)
	}
}

// login asks who a client is, within the time for that.
func (s *server) login(ctx context.Context, g *seat) (*protocol.Login, error) {
	g.conn.SetReadDeadline(time.Now().Add(s.LoginTime))
	login := s.newLogin()
	for _, line := range login.Begin() {
		g.send(line)
	}
	for !login.Done() {
		select {
		case <-ctx.Done():
			return nil, errStopping
		case <-g.caller.crowded:
			return nil, errCrowded
		case line, ok := <-g.lines:
			if !ok {
				if errors.Is(g.ended, os.ErrDeadlineExceeded) {
					return nil, fmt.Errorf("%s %v", protocol.LoginTooSlow, s.LoginTime)
				}
				return nil, g.farewell()
			}
			answers, err := login.Receive(line)
			if err != nil {
				return nil, err
			}
			for _, answer := range answers {
				g.send(answer)
			}
		}
	}
	g.conn.SetReadDeadline(time.Time{})
	return login, nil
}

// enter lets a guest wait, and begins the game if the opponent waits already.
func (s *server) enter(ctx context.Context, g *seat, opponent int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.desk.enter(protocol.Guest{Key: g.key, User: g.user, Opponent: opponent}); err != nil {
		return err
	}
	s.waiting[g.key] = g
	s.door.seated(g.caller)
	s.settle(ctx)
	return nil
}

// begin begins the games whose players wait. The caller has the mutex.
func (s *server) begin(ctx context.Context) {
	for t, ok := s.desk.next(); ok; t, ok = s.desk.next() {
		seats := [2]*seat{s.waiting[t.seats[0]], s.waiting[t.seats[1]]}
		delete(s.waiting, t.seats[0])
		delete(s.waiting, t.seats[1])
		s.door.called(seats[0].caller)
		s.door.called(seats[1].caller)
		s.work.Go(func() {
			seats[0].called <- nil
			seats[1].called <- nil
			s.play(ctx, t.id, seats)
		})
	}
}

// wait keeps a guest until it is called: a referee takes its seat, or an error
// sends it away.
func (s *server) wait(ctx context.Context, g *seat) error {
	late := time.After(s.WaitTime)
	for stray := 0; ; {
		var err error
		select {
		case err := <-g.called:
			return err
		case <-ctx.Done():
			err = errStopping
		case <-g.caller.crowded:
			err = errCrowded
		case <-late:
			err = errors.New("the opponent has not come")
		case _, ok := <-g.lines:
			if stray++; !ok {
				err = g.farewell()
			} else if stray > 20 {
				err = errors.New("too many lines that nobody asked for")
			}
		}
		if err != nil {
			return s.withdraw(g, err)
		}
	}
}

// withdraw removes a waiting guest. If it has just been called, the call counts:
// withdraw returns its outcome instead of the error.
func (s *server) withdraw(g *seat, err error) error {
	s.mu.Lock()
	called := s.waiting[g.key] == nil
	s.desk.leave(g.key)
	delete(s.waiting, g.key)
	s.mu.Unlock()
	if called {
		return <-g.called
	}
	return err
}

// dismiss ends a connection that does not get a game.
func (s *server) dismiss(ctx context.Context, g *seat, err error) {
	s.Log.Info("dismissed", "key", g.key, "reason", err)
	if err != errGone {
		g.send("Error: " + err.Error())
		s.tell(g, err)
	}
	s.leave(ctx, g)
}

// leave ends a connection and gives its place to another.
func (s *server) leave(ctx context.Context, g *seat) {
	g.leave(ctx)
	s.door.leave(g.caller)
}
