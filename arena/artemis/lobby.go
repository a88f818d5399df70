package artemis

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"evolab/arena"
	"evolab/arena/artemis/event"
	protocol "evolab/protocol/artemis"
)

// desk decides who plays whom. The server's mutex guards it.
type desk interface {
	// enter lets a guest wait for a game; an error turns the guest away.
	enter(g protocol.Guest) error
	// leave forgets a guest who has left.
	leave(key int)
	// next is a game to begin now; its players no longer wait.
	next() (t table, ok bool)
}

// table is a game that begins.
type table struct {
	id    int    // what its players are told
	seats [2]int // the keys of the players, player 1 first
}

// pairs is the desk of users who name each other.
type pairs struct {
	lobby protocol.Lobby
	most  int // games; 0: any number
	begun int
	ready []table
}

func (p *pairs) enter(g protocol.Guest) error {
	if p.most > 0 && p.begun == p.most {
		return errors.New("all games have been given away")
	}
	other, found, err := p.lobby.Enter(g)
	if err != nil || !found {
		return err
	}
	p.begun++
	t := table{p.begun, [2]int{other.Key, g.Key}}
	if rand.IntN(2) == 1 { // who is first is drawn
		t.seats[0], t.seats[1] = t.seats[1], t.seats[0]
	}
	p.ready = append(p.ready, t)
	return nil
}

func (p *pairs) leave(key int) { p.lobby.Leave(key) }

func (p *pairs) next() (t table, ok bool) {
	if len(p.ready) == 0 {
		return t, false
	}
	t, p.ready = p.ready[0], p.ready[1:]
	return t, true
}

// eventDesk is the desk of an event.
type eventDesk struct {
	event   *event.Event
	guests  []protocol.Guest // waiting
	playing map[int]bool     // by the games' numbers
}

func (d *eventDesk) enter(g protocol.Guest) error {
	if d.find(g.User) != nil {
		return fmt.Errorf("user %d %s", g.User, protocol.AlreadyWaiting)
	}
	if err := d.event.Admit(g.User, g.Opponent); err != nil {
		return err
	}
	d.guests = append(d.guests, g)
	return nil
}

// find is the guest of a user, nil if the user does not wait.
func (d *eventDesk) find(user int) *protocol.Guest {
	i := slices.IndexFunc(d.guests, func(g protocol.Guest) bool { return g.User == user })
	if i < 0 {
		return nil
	}
	return &d.guests[i]
}

func (d *eventDesk) leave(key int) {
	d.guests = slices.DeleteFunc(d.guests, func(g protocol.Guest) bool { return g.Key == key })
}

// next begins a game of the round as soon as both players wait.
func (d *eventDesk) next() (t table, ok bool) {
	for _, g := range d.event.Due() {
		first, second := d.find(g.First), d.find(g.Second)
		if d.playing[g.Number] || first == nil || second == nil {
			continue
		}
		t = table{g.Number, [2]int{first.Key, second.Key}}
		d.playing[g.Number] = true
		d.leave(t.seats[0])
		d.leave(t.seats[1])
		return t, true
	}
	return t, false
}

// astray removes a guest who has nothing left to wait for, and returns why.
func (d *eventDesk) astray() (key int, reason error) {
	for _, g := range d.guests {
		if err := d.event.Admit(g.User, g.Opponent); err != nil {
			d.leave(g.Key)
			return g.Key, err
		}
	}
	return 0, nil
}

// played records the result of a game at a table.
func (d *eventDesk) played(r *Result) error {
	for _, g := range d.event.Due() {
		if g.Number == r.Game {
			delete(d.playing, g.Number)
			reason, detail := reasonOf(r.Verdict)
			_, err := d.event.Finish(g, r.Users[r.Verdict.Winner], reason, detail, r.Moves)
			return err
		}
	}
	return fmt.Errorf("artemis: game %d is not due", r.Game)
}

// forfeit ends the round's games that still wait for a player: the one who came
// wins.
func (d *eventDesk) forfeit() (ended []arena.Line, err error) {
	for _, g := range d.event.Due() {
		if d.playing[g.Number] {
			continue
		}
		winner, detail := 0, "neither came"
		for _, user := range []int{g.First, g.Second} {
			if d.find(user) != nil {
				winner, detail = user, fmt.Sprintf("user %d did not come", g.Opponent(user))
			}
		}
		line, err := d.event.Finish(g, winner, event.NoShow, detail, nil)
		if err != nil {
			return ended, err
		}
		ended = append(ended, line)
	}
	return ended, nil
}

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
