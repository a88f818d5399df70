package artemis

import (
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"

	protocol "evolab/protocol/artemis"
)

// door lets connections in while there are places. When there are none, a
// connection that has not logged in makes room: the oldest one of the address that
// has the most of them. So silent sockets keep nobody from playing.
type door struct {
	places int // connections at a time
	logins int // of these, logins of one address

	mu      sync.Mutex
	taken   int
	leaving int       // connections that have made room and are being notified
	callers []*caller // those who play no game yet, the oldest first
}

// caller is a connection from the door to its game.
type caller struct {
	address string
	waits   bool // it has logged in
	out     bool // it has made room
	// crowded is closed when it has to make room.
	crowded chan struct{}
}

var errCrowded = errors.New(protocol.ServerCrowded + ": too many connections that do not log in or play")

// enter takes a place; false if there is none.
func (d *door) enter(from net.Addr) (*caller, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := &caller{address: addressOf(from), crowded: make(chan struct{})}
	switch {
	case d.leaving >= 4*d.places: // a flood: those who leave still have a connection
		return nil, false
	case d.count(c.address, false) >= d.logins:
		d.crowdOut(c.address, false)
	case d.taken >= d.places && !d.makeRoom():
		return nil, false
	}
	d.taken++
	d.callers = append(d.callers, c)
	return c, true
}

// makeRoom frees a place: that of a connection that has not logged in, or of a
// guest whose address holds more than half of all places with waiting guests.
func (d *door) makeRoom() bool {
	if address, n := d.busiest(false); n > 0 {
		d.crowdOut(address, false)
		return true
	}
	if address, n := d.busiest(true); n > d.places/2 {
		d.crowdOut(address, true)
		return true
	}
	return false
}

// busiest is the address with the most callers that wait for a game, or that have
// not logged in.
func (d *door) busiest(wait bool) (address string, most int) {
	for _, c := range d.callers {
		if c.waits != wait {
			continue
		}
		if n := d.count(c.address, wait); n > most {
			address, most = c.address, n
		}
	}
	return address, most
}

func (d *door) count(address string, wait bool) (n int) {
	for _, c := range d.callers {
		if c.address == address && c.waits == wait {
			n++
		}
	}
	return n
}

// crowdOut makes the oldest of an address's callers leave.
func (d *door) crowdOut(address string, wait bool) {
	i := slices.IndexFunc(d.callers, func(c *caller) bool { return c.address == address && c.waits == wait })
	c := d.callers[i]
	d.callers = slices.Delete(d.callers, i, i+1)
	c.out = true
	d.taken--
	d.leaving++
	close(c.crowded)
}

// seated notes that a caller has logged in.
func (d *door) seated(c *caller) {
	d.mu.Lock()
	defer d.mu.Unlock()
	c.waits = true
}

// called notes that a caller plays, or is leaving: it keeps its place until then.
func (d *door) called(c *caller) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.callers = slices.DeleteFunc(d.callers, func(other *caller) bool { return other == c })
}

// leave frees a caller's place.
func (d *door) leave(c *caller) {
	d.called(c)
	d.mu.Lock()
	defer d.mu.Unlock()
	if c.out {
		d.leaving--
	} else {
		d.taken--
	}
}

// addressOf identifies a machine: its address, or its own 64-bit network in IPv6.
func addressOf(from net.Addr) string {
	text := from.String()
	port, err := netip.ParseAddrPort(text)
	if err != nil {
		return text
	}
	address := port.Addr().Unmap()
	if address.Is6() {
		network, err := address.Prefix(64)
		if err == nil {
			return network.String()
		}
	}
	return address.String()
}
