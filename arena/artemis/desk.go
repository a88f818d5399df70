package artemis

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

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
