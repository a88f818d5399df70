package artemis

import (
	"context"
	"errors"
	"net"
	"time"

	protocol "evolab/protocol/artemis"
)

// maxStray is the number of lines that somebody who waits may send.
const maxStray = 20

var (
	errGone     = errors.New("the client has disconnected, was too slow or sent no lines")
	errStopping = errors.New("the server is stopping")
	errNoMore   = errors.New("all games have been given away")
	errStray    = errors.New("too many lines that nobody asked for")
	errWait     = errors.New("the opponent has not come")
)

// welcome brings a connection to its game. Whoever comes second brings both.
func (s *server) welcome(ctx context.Context, key int, conn net.Conn) {
	g := newSeat(key, conn)
	s.Log.Info("connected", "key", key, "from", conn.RemoteAddr().String())
	login, err := s.login(ctx, g)
	if err != nil {
		s.dismiss(ctx, g, err)
		return
	}
	g.user = login.User()
	s.Log.Info("login", "key", key, "user", g.user, "opponent", login.Opponent())
	other, id, err := s.enter(g, login.Opponent())
	switch {
	case err != nil:
		s.dismiss(ctx, g, err)
	case other == nil:
		if err := s.wait(ctx, g); err != nil {
			s.dismiss(ctx, g, err)
		}
	default:
		other.paired <- struct{}{}
		s.play(ctx, id, [2]*seat{other, g})
	}
}

// login asks who somebody is, within the time for that.
func (s *server) login(ctx context.Context, g *seat) (*protocol.Login, error) {
	g.conn.SetReadDeadline(time.Now().Add(s.LoginTime))
	login := &protocol.Login{}
	for _, line := range login.Begin() {
		g.send(line)
	}
	for !login.Done() {
		select {
		case <-ctx.Done():
			return nil, errStopping
		case line, ok := <-g.lines:
			if !ok {
				return nil, errGone
			}
			answer, err := login.Receive(line)
			if err != nil {
				return nil, err
			}
			if answer != "" {
				g.send(answer)
			}
		}
	}
	g.conn.SetReadDeadline(time.Time{})
	return login, nil
}

// enter finds the opponent and numbers the game, or leaves the guest waiting.
func (s *server) enter(g *seat, opponent int) (other *seat, id int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Games > 0 && s.begun == s.Games {
		return nil, 0, errNoMore
	}
	guest, found, err := s.lobby.Enter(protocol.Guest{Key: g.key, User: g.user, Opponent: opponent})
	if err != nil {
		return nil, 0, err
	}
	if !found {
		s.waiting[g.key] = g
		return nil, 0, nil
	}
	other = s.waiting[guest.Key]
	delete(s.waiting, guest.Key)
	s.begun++
	return other, s.begun, nil
}

// wait keeps a guest until a referee takes its seat.
func (s *server) wait(ctx context.Context, g *seat) error {
	late := time.After(s.WaitTime)
	for stray := 0; ; {
		var err error
		select {
		case <-g.paired:
			return nil
		case <-ctx.Done():
			err = errStopping
		case <-late:
			err = errWait
		case _, ok := <-g.lines:
			if stray++; !ok {
				err = errGone
			} else if stray > maxStray {
				err = errStray
			}
		}
		if err != nil {
			return s.withdraw(g, err)
		}
	}
}

// withdraw takes a guest out of the lobby. If an opponent has found it in the
// same moment, the game has to end it.
func (s *server) withdraw(g *seat, err error) error {
	s.mu.Lock()
	taken := s.waiting[g.key] == nil
	s.lobby.Leave(g.key)
	delete(s.waiting, g.key)
	s.mu.Unlock()
	if taken {
		<-g.paired
		return nil
	}
	return err
}

// dismiss ends a connection that does not come to a game.
func (s *server) dismiss(ctx context.Context, g *seat, err error) {
	s.Log.Info("dismissed", "key", g.key, "reason", err)
	if err != errGone {
		g.send("Error: " + err.Error())
	}
	s.leave(ctx, g)
}

// leave ends a connection and gives its place to another.
func (s *server) leave(ctx context.Context, g *seat) {
	g.leave(ctx)
	<-s.places
}
