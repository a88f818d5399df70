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

// pairing decides who plays whom. The server's mutex guards it.
type pairing interface {
	// add lets a guest wait for a game; its error refuses the guest.
	add(g protocol.Guest) error
	// remove forgets a guest who has left.
	remove(key int)
	// nextGame returns a game to begin now; its players no longer wait.
	nextGame() (next pairedGame, ok bool)
}

// pairedGame is a game that can begin.
type pairedGame struct {
	id      int    // that its players see
	players [2]int // the keys of the players, player 1 first
}

// lobby pairs users who name each other.
type lobby struct {
	waiting  protocol.Lobby
	maxGames int // 0: any number
	games    int // paired so far
	ready    []pairedGame
}

func (l *lobby) add(g protocol.Guest) error {
	if l.maxGames > 0 && l.games == l.maxGames {
		return errors.New("all games have been given away")
	}
	other, found, err := l.waiting.Enter(g)
	if err != nil || !found {
		return err
	}
	l.games++
	next := pairedGame{l.games, [2]int{other.Key, g.Key}}
	if rand.IntN(2) == 1 { // who is first is drawn
		next.players[0], next.players[1] = next.players[1], next.players[0]
	}
	l.ready = append(l.ready, next)
	return nil
}

func (l *lobby) remove(key int) { l.waiting.Leave(key) }

func (l *lobby) nextGame() (next pairedGame, ok bool) {
	if len(l.ready) == 0 {
		return next, false
	}
	next, l.ready = l.ready[0], l.ready[1:]
	return next, true
}

// eventPairing pairs the users of an event as its plan says.
type eventPairing struct {
	event   *event.Event
	waiting []protocol.Guest
	playing map[int]bool // by the games' numbers
}

func (p *eventPairing) add(g protocol.Guest) error {
	if p.find(g.User) != nil {
		return fmt.Errorf("user %d %s", g.User, protocol.AlreadyWaiting)
	}
	if err := p.event.Admit(g.User, g.Opponent); err != nil {
		return err
	}
	p.waiting = append(p.waiting, g)
	return nil
}

// find returns the waiting guest of a user; nil if the user does not wait.
func (p *eventPairing) find(user int) *protocol.Guest {
	i := slices.IndexFunc(p.waiting, func(g protocol.Guest) bool { return g.User == user })
	if i < 0 {
		return nil
	}
	return &p.waiting[i]
}

func (p *eventPairing) remove(key int) {
	p.waiting = slices.DeleteFunc(p.waiting, func(g protocol.Guest) bool { return g.Key == key })
}

// nextGame begins a game of the round as soon as both players wait.
func (p *eventPairing) nextGame() (next pairedGame, ok bool) {
	for _, g := range p.event.Due() {
		first, second := p.find(g.First), p.find(g.Second)
		if p.playing[g.Number] || first == nil || second == nil {
			continue
		}
		next = pairedGame{g.Number, [2]int{first.Key, second.Key}}
		p.playing[g.Number] = true
		p.remove(next.players[0])
		p.remove(next.players[1])
		return next, true
	}
	return next, false
}

// removeIdle removes a guest who has nothing left to wait for, and returns why.
func (p *eventPairing) removeIdle() (key int, reason error) {
	for _, g := range p.waiting {
		if err := p.event.Admit(g.User, g.Opponent); err != nil {
			p.remove(g.Key)
			return g.Key, err
		}
	}
	return 0, nil
}

func (p *eventPairing) record(r *Result) error {
	for _, g := range p.event.Due() {
		if g.Number == r.Game {
			delete(p.playing, g.Number)
			reason, detail := reasonOf(r.Verdict)
			_, err := p.event.Finish(g, r.Users[r.Verdict.Winner], reason, detail, r.Moves)
			return err
		}
	}
	return fmt.Errorf("game %d is not due", r.Game)
}

// forfeit ends the round's games that still wait for a player: the one who came wins.
func (p *eventPairing) forfeit() (ended []arena.Line, err error) {
	for _, g := range p.event.Due() {
		if p.playing[g.Number] {
			continue
		}
		winner, detail := 0, "neither came"
		for _, user := range []int{g.First, g.Second} {
			if p.find(user) != nil {
				winner, detail = user, fmt.Sprintf("user %d did not come", g.Opponent(user))
			}
		}
		line, err := p.event.Finish(g, winner, event.NoShow, detail, nil)
		if err != nil {
			return ended, err
		}
		ended = append(ended, line)
	}
	return ended, nil
}

// eventWait is for those who wait for their next round: longer than any event, whose
// rounds end by themselves.
const eventWait = 24 * time.Hour

// eventState is an event in progress. The server's mutex guards it.
type eventState struct {
	pairing   *eventPairing
	round     int
	began     time.Time                 // of the round
	noShow    *time.Timer               // ends the round for absent players
	passwords map[int][sha256.Size]byte // hashes of the users' first passwords
	guesses   guesses
	informed  map[int]bool // by user who has come: whether it knows that the event is over
	err       error
}

func (s *server) openEvent(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := &eventPairing{event: s.Event, playing: map[int]bool{}}
	s.pairing = p
	s.event = &eventState{pairing: p, passwords: map[int][sha256.Size]byte{}, guesses: guesses{}, informed: map[int]bool{}}
	s.event.noShow = time.AfterFunc(eventWait, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.settle(ctx)
	})
	context.AfterFunc(ctx, func() { s.event.noShow.Stop() })
	s.settle(ctx)
}

// settle acts on what has changed: it begins rounds and games, and dismisses
// guests with nothing to wait for. The caller holds the mutex.
func (s *server) settle(ctx context.Context) {
	s.startGames(ctx)
	if e := s.event; e != nil && ctx.Err() == nil {
		e.err = errors.Join(e.err, s.advance())
		for key, reason := e.pairing.removeIdle(); key != 0; key, reason = e.pairing.removeIdle() {
			c := s.waiting[key]
			delete(s.waiting, key)
			s.work.Go(func() { c.assigned <- reason })
		}
		if s.Event.Done() || e.err != nil {
			s.closeEvent()
		}
	}
	s.startGames(ctx)
}

// advance ends the games of the round that have waited too long, and begins the next
// round.
func (s *server) advance() error {
	e := s.event
	for !s.Event.Done() {
		if round := s.Event.Round(); round != e.round {
			e.round, e.began = round, time.Now()
			e.noShow.Reset(s.NoShow)
			s.Round(round, s.Event.Due())
			for _, g := range s.Event.Due() {
				s.Log.Info("due", "round", g.Round, "game", g.Number, "first", g.First, "second", g.Second)
			}
		}
		if time.Since(e.began) < s.NoShow {
			return nil
		}
		ended, err := e.pairing.forfeit()
		for _, l := range ended {
			s.Log.Info("result", "game", l.Game, "winner", l.Winner, "reason", l.Reason, "detail", l.Detail)
		}
		if len(ended) == 0 || err != nil {
			return err // the others are being played
		}
	}
	return nil
}

// closeEvent ends the server when those who took part know that the event is over;
// after a while it no longer waits for late users.
func (s *server) closeEvent() {
	if s.event.err != nil {
		s.stop()
		return
	}
	s.event.noShow.Stop()
	for _, informed := range s.event.informed {
		if !informed {
			const patience = 5 * time.Second
			time.AfterFunc(patience, s.stop)
			return
		}
	}
	s.stop()
}

// eventError is why an event could not continue.
func (s *server) eventError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.event == nil {
		return nil
	}
	return s.event.err
}

// newLogin begins a login. In an event a user keeps its first password, so that
// nobody takes another's place by mistake.
func (s *server) newLogin(ctx context.Context, c *connection) *protocol.Login {
	if s.event == nil {
		return &protocol.Login{}
	}
	check := func(user int, password protocol.Password) error { return s.checkPassword(ctx, c, user, password) }
	return &protocol.Login{Check: check, Notice: func(user int) string {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.Event.Notice(user)
	}}
}

// checkPassword refuses a user that logs in with another password than at its first login,
// and waits before that where others were wrong.
func (s *server) checkPassword(ctx context.Context, c *connection, user int, password protocol.Password) error {
	late := time.After(s.LoginTime)
	s.mu.Lock()
	defer s.mu.Unlock()
	first, known := s.event.passwords[user]
	for wait := s.event.guesses.wait(c.address, user); known && wait > 0; wait = s.event.guesses.wait(c.address, user) {
		s.mu.Unlock()
		var err error
		select {
		case <-time.After(wait): // several may wait, and one is next
		case <-late:
			err = s.tooSlow()
		case <-ctx.Done():
			err = errStopping
		case <-c.gone:
			err = errDisconnected
		}
		if s.mu.Lock(); err != nil {
			return err
		}
	}
	hash := sha256.Sum256([]byte(password))
	if known && first != hash {
		s.event.guesses.wrong(c.address, user)
		return protocol.ErrPassword
	}
	if !known && s.Event.Admit(user, 0) != nil {
		return nil // no user of the event; the pairing says so
	}
	if !known {
		s.event.passwords[user], s.event.informed[user] = hash, false
	}
	s.event.guesses.right(c.address, user)
	return nil
}

// noteInformed notes that a user has been told that the event is over.
func (s *server) noteInformed(c *connection, err error) {
	if s.event == nil || !errors.Is(err, event.ErrOver) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.event.informed[c.user] = true
	if s.Event.Done() {
		s.closeEvent()
	}
}
