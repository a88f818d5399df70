package artemis

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	protocol "evolab/protocol/artemis"
)

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
