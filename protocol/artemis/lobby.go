package artemis

import (
	"fmt"
	"slices"
)

// Lobby keeps users until the opponents whom they name have come and name them,
// too.
type Lobby struct{ waiting []Guest }

// Guest is a user in the lobby. The key tells connections apart.
type Guest struct {
	Key            int
	User, Opponent int
}

// Enter returns the new guest's opponent, if present; both then leave the lobby.
// Otherwise the new guest waits. It is an error if the user is already waiting.
func (l *Lobby) Enter(g Guest) (other Guest, found bool, err error) {
	if slices.ContainsFunc(l.waiting, func(w Guest) bool { return w.User == g.User }) {
		return Guest{}, false, fmt.Errorf("user %d %s", g.User, AlreadyWaiting)
	}
	i := slices.IndexFunc(l.waiting, func(w Guest) bool { return w.User == g.Opponent && w.Opponent == g.User })
	if i < 0 {
		l.waiting = append(l.waiting, g)
		return Guest{}, false, nil
	}
	other = l.waiting[i]
	l.waiting = slices.Delete(l.waiting, i, i+1)
	return other, true, nil
}

// Leave removes the guest of a lost connection.
func (l *Lobby) Leave(key int) {
	l.waiting = slices.DeleteFunc(l.waiting, func(w Guest) bool { return w.Key == key })
}

// Waiting is the number of guests in the lobby.
func (l *Lobby) Waiting() int { return len(l.waiting) }
