// Package artemis is the Artemis server over sockets: users log in, are paired
// when they name each other, and play one game of Konane on their clocks. The
// protocol is in evolab/protocol/artemis; this package adds connections, time
// and limits.
//
// A connection goes through server.accept (is there room: places.take),
// server.login, server.enter (who plays whom: pairing), server.wait, and
// server.play (the referee); server.report records the result.
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
	Start      konane.State
	Clock      time.Duration // of a player for a game
	Games      int           // after which the server ends; 0: never
	Clients    int           // connections at a time
	PerAddress int           // of these, connections of one address
	LoginTime  time.Duration // for all answers of the login together
	WaitTime   time.Duration // for the opponent to come
	Log        *slog.Logger  // nil: no log
	Result     func(Result)  // called for one game at a time; may be nil
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
	s.Clients = cmp.Or(s.Clients, 256)
	s.LoginTime = cmp.Or(s.LoginTime, 30*time.Second)
	s.WaitTime = cmp.Or(s.WaitTime, 30*time.Minute)
	s.Gap = cmp.Or(s.Gap, protocol.Gap)
	s.NoShow = cmp.Or(s.NoShow, 5*time.Minute)
	if s.Event != nil {
		s.Games, s.WaitTime = 0, eventWait
		s.Clients = max(s.Clients, 8*s.Event.Users()) // all of them wait at times, and may come from one address
	}
	s.PerAddress = cmp.Or(s.PerAddress, max(s.Clients/2, 1))
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
	stop   context.CancelFunc
	places *places
	work   sync.WaitGroup

	mu       sync.Mutex
	pairing  pairing
	waiting  map[int]*connection // for a game, by key
	finished int                 // games
	event    *eventState         // nil: there is none
}

// Serve lets users play until the context ends or all games are over. It closes
// the listener.
func Serve(ctx context.Context, listener net.Listener, settings Settings) error {
	settings.fill()
	inner, stop := context.WithCancel(ctx)
	s := &server{Settings: settings, stop: stop, waiting: map[int]*connection{},
		places: &places{limit: settings.Clients, addressLimit: settings.PerAddress, byAddress: map[string]int{}}}
	s.pairing = &lobby{maxGames: s.Games}
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
	return errors.Join(err, s.eventError())
}

const (
	acceptPause = 50 * time.Millisecond  // after a failure such as too many open files
	refusalTime = 100 * time.Millisecond // to write to a client that is refused
)

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
		case err != nil: // others may still leave
			s.Log.Warn("no connection", "error", err)
			time.Sleep(acceptPause)
			continue
		}
		address := addressOf(conn.RemoteAddr())
		if err := s.places.take(address); err != nil {
			if refused++; refused == 1 { // a flood is not to fill the log
				s.Log.Warn("refused", "from", address, "reason", err)
			}
			conn.SetWriteDeadline(time.Now().Add(refusalTime))
			conn.Write([]byte("Error: " + err.Error() + "\n"))
			conn.Close()
			continue
		}
		if refused > 0 {
			s.Log.Info("places again", "refused", refused)
		}
		refused = 0
		s.work.Go(func() { s.serve(ctx, newConnection(key, address, conn, s.Gap)) })
	}
}

var (
	errDisconnected = errors.New("the client has disconnected, or took nothing for too long")
	errStopping     = errors.New(protocol.ServerStopping)
)

// serve takes a connection from its login to its game.
func (s *server) serve(ctx context.Context, c *connection) {
	s.Log.Info("connected", "key", c.key, "from", c.conn.RemoteAddr().String())
	login, err := s.login(ctx, c)
	if err != nil {
		s.reject(ctx, c, err)
		return
	}
	c.user = login.User()
	s.Log.Info("login", "key", c.key, "user", c.user, "opponent", login.Opponent())
	if err = s.enter(ctx, c, login.Opponent()); err == nil {
		err = s.wait(ctx, c)
	}
	if err != nil {
		s.reject(ctx, c, err)
	}
}

// login asks who a client is, within the time for that.
func (s *server) login(ctx context.Context, c *connection) (*protocol.Login, error) {
	c.conn.SetReadDeadline(time.Now().Add(s.LoginTime))
	login := s.newLogin(ctx, c)
	for _, line := range login.Begin() {
		c.send(line)
	}
	for !login.Done() {
		select {
		case <-ctx.Done():
			return nil, errStopping
		case line, ok := <-c.lines:
			if !ok {
				if errors.Is(c.readErr, os.ErrDeadlineExceeded) {
					return nil, s.tooSlow()
				}
				return nil, c.lostError()
			}
			answers, err := login.Receive(line)
			if err != nil {
				return nil, err
			}
			for _, answer := range answers {
				c.send(answer)
			}
		}
	}
	c.conn.SetReadDeadline(time.Time{})
	return login, nil
}

// tooSlow is the error of a login that has used up its time.
func (s *server) tooSlow() error { return fmt.Errorf("%s %v", protocol.LoginTooSlow, s.LoginTime) }

// enter lets a guest wait, and begins the game if the opponent waits already.
func (s *server) enter(ctx context.Context, c *connection, opponent int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.pairing.add(protocol.Guest{Key: c.key, User: c.user, Opponent: opponent}); err != nil {
		return err
	}
	s.waiting[c.key] = c
	s.settle(ctx)
	return nil
}

// startGames begins the games whose players wait. The caller holds the mutex.
func (s *server) startGames(ctx context.Context) {
	for g, ok := s.pairing.nextGame(); ok; g, ok = s.pairing.nextGame() {
		players := [2]*connection{s.waiting[g.players[0]], s.waiting[g.players[1]]}
		delete(s.waiting, g.players[0])
		delete(s.waiting, g.players[1])
		s.work.Go(func() {
			players[0].assigned <- nil
			players[1].assigned <- nil
			s.play(ctx, g.id, players)
		})
	}
}

// wait keeps a guest until it is assigned: to a referee, or to an error that sends it
// away.
func (s *server) wait(ctx context.Context, c *connection) error {
	const maxStray = 20 // lines that nobody asked for
	late := time.After(s.WaitTime)
	for stray := 0; ; {
		var err error
		select {
		case err := <-c.assigned:
			return err
		case <-ctx.Done():
			err = errStopping
		case <-late:
			err = errors.New("the opponent has not come")
		case _, ok := <-c.lines:
			if stray++; !ok {
				err = c.lostError()
			} else if stray > maxStray {
				err = errors.New("too many lines that nobody asked for")
			}
		}
		if err != nil {
			return s.withdraw(c, err)
		}
	}
}

// withdraw removes a waiting guest. If it has just been assigned, that counts: withdraw
// returns the outcome instead of the error.
func (s *server) withdraw(c *connection, err error) error {
	s.mu.Lock()
	assigned := s.waiting[c.key] == nil
	s.pairing.remove(c.key)
	delete(s.waiting, c.key)
	s.mu.Unlock()
	if assigned {
		return <-c.assigned
	}
	return err
}

// reject ends a connection that does not get a game.
func (s *server) reject(ctx context.Context, c *connection, err error) {
	s.Log.Info("dismissed", "key", c.key, "reason", err)
	if err != errDisconnected {
		c.send("Error: " + err.Error())
		s.noteInformed(c, err)
	}
	s.disconnect(ctx, c)
}

func (s *server) disconnect(ctx context.Context, c *connection) {
	c.close(ctx)
	s.places.free(c.address)
}
