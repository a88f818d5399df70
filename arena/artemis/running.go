package artemis

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"evolab/arena/artemis/event"
	protocol "evolab/protocol/artemis"
)

// eventWait is for those who wait for their next round: longer than any event,
// whose rounds end by themselves.
const eventWait = 24 * time.Hour

// running is an event that a server runs. The server's mutex guards it.
type running struct {
	desk  *eventDesk
	round int
	since time.Time // when the round began
	alarm *time.Timer
	words map[int][sha256.Size]byte // hashes of the users' first passwords
	told  map[int]bool              // by user who has come: whether it knows that the event is over
	err   error
}

// openEvent begins the round that is due.
func (s *server) openEvent(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := &eventDesk{event: s.Event, playing: map[int]bool{}}
	s.desk = d
	s.event = &running{desk: d, words: map[int][sha256.Size]byte{}, told: map[int]bool{}}
	s.event.alarm = time.AfterFunc(eventWait, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.settle(ctx)
	})
	context.AfterFunc(ctx, func() { s.event.alarm.Stop() })
	s.settle(ctx)
}

// settle acts on what has changed: it begins rounds and games, and dismisses
// guests with nothing to wait for. The caller has the mutex.
func (s *server) settle(ctx context.Context) {
	s.begin(ctx)
	if e := s.event; e != nil && ctx.Err() == nil {
		e.err = errors.Join(e.err, s.rounds())
		for key, reason := e.desk.astray(); key != 0; key, reason = e.desk.astray() {
			g := s.waiting[key]
			delete(s.waiting, key)
			s.work.Go(func() { g.called <- reason })
		}
		if s.Event.Done() || e.err != nil {
			s.close()
		}
	}
	s.begin(ctx)
}

// rounds ends the games of the round that have waited too long, and begins the
// next round.
func (s *server) rounds() error {
	e := s.event
	for !s.Event.Done() {
		if round := s.Event.Round(); round != e.round {
			e.round, e.since = round, time.Now()
			e.alarm.Reset(s.NoShow)
			s.Round(round, s.Event.Due())
			for _, g := range s.Event.Due() {
				s.Log.Info("due", "round", g.Round, "game", g.Number, "first", g.First, "second", g.Second)
			}
		}
		if time.Since(e.since) < s.NoShow {
			return nil
		}
		ended, err := e.desk.forfeit()
		for _, l := range ended {
			s.Log.Info("result", "game", l.Game, "winner", l.Winner, "reason", l.Reason, "detail", l.Detail)
		}
		if len(ended) == 0 || err != nil {
			return err // the others are being played
		}
	}
	return nil
}

// close ends the server when those who took part know that the event is over; after
// a while it no longer waits for late users.
func (s *server) close() {
	if s.event.err != nil {
		s.stop()
		return
	}
	s.event.alarm.Stop()
	for _, told := range s.event.told {
		if !told {
			time.AfterFunc(5*time.Second, s.stop)
			return
		}
	}
	s.stop()
}

// trouble is why an event could not continue.
func (s *server) trouble() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.event == nil {
		return nil
	}
	return s.event.err
}

// newLogin begins a login. In an event a user keeps its first password, so that
// nobody takes another's place by mistake.
func (s *server) newLogin() *protocol.Login {
	if s.event == nil {
		return &protocol.Login{}
	}
	return &protocol.Login{Check: s.keepsPassword, Notice: func(user int) string {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.Event.Notice(user)
	}}
}

// keepsPassword reports whether a user logs in with the password of its first
// login.
func (s *server) keepsPassword(user int, password protocol.Password) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	word := sha256.Sum256([]byte(password))
	first, known := s.event.words[user]
	if !known && s.Event.Admit(user, 0) == nil {
		s.event.words[user], s.event.told[user] = word, false
	}
	return !known || first == word
}

// tell notes that a guest has been told that the event is over.
func (s *server) tell(g *seat, err error) {
	if s.event == nil || !errors.Is(err, event.ErrOver) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.event.told[g.user] = true
	if s.Event.Done() {
		s.close()
	}
}
