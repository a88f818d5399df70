package artemis

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
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
