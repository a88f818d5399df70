package artemis

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	protocol "evolab/protocol/artemis"
)

// connection is a client's connection, from its login to the end of its game.
type connection struct {
	*outbox
	permit   *permit
	key      int
	user     int         // 0 until it has logged in
	lines    chan string // that the client sends; closed when there are no more
	readErr  error       // why lines is closed; read it after that
	assigned chan error  // takes one value: nil if the referee has the connection now, else why there is no game
}

func newConnection(key int, p *permit, conn net.Conn, gap time.Duration) *connection {
	probe(conn)
	c := &connection{permit: p, outbox: newOutbox(conn, gap), key: key, lines: make(chan string), assigned: make(chan error)}
	go func() {
		c.readErr = c.read()
		close(c.lines)
	}()
	return c
}

// probe has the system find out when a client is gone without a word: its place is free
// after 45 s, instead of Go's default of 150 s.
func probe(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 6})
	}
}

// read passes on lines until the connection ends or sends no lines.
func (c *connection) read() error {
	var lines protocol.Lines
	var telnet protocol.Telnet
	chunk := make([]byte, 2048)
	for {
		n, readErr := c.conn.Read(chunk)
		text, feedErr := telnet.Strip(chunk[:n])
		if feedErr == nil {
			feedErr = lines.Feed(text)
		}
		for line, ok := lines.Next(); ok; line, ok = lines.Next() {
			c.lines <- line
		}
		if feedErr != nil {
			return feedErr
		}
		if readErr != nil {
			return readErr
		}
	}
}

// close ends the connection, so that the client can still read what was sent.
func (c *connection) close(ctx context.Context) {
	c.finish()
	// A connection closed with unread input loses what was sent: the client gets
	// time to read the last lines and to close its end.
	wait := time.Second
	select {
	case <-ctx.Done():
		wait /= 10
	case <-c.permit.evict:
		wait /= 10
	default:
	}
	if half, ok := c.conn.(interface{ CloseWrite() error }); ok {
		half.CloseWrite()
	}
	c.conn.SetReadDeadline(time.Now().Add(wait))
	for range c.lines {
	}
	io.Copy(io.Discard, c.conn)
	c.conn.Close()
}

// lostError is the error for a client whose lines have ended; errDisconnected if it no
// longer listens.
func (c *connection) lostError() error {
	if errors.Is(c.readErr, protocol.ErrLine) {
		return errors.New(protocol.TooLong)
	}
	return errDisconnected
}

// outbox sends a client its messages: each in one write, and the next one a gap later.
// The course's clients take the result of one read for one message.
type outbox struct {
	conn  net.Conn
	gap   time.Duration
	queue chan message
	done  chan struct{} // closed when everything has been sent
}

// message is one or more lines that are sent in one write.
type message struct {
	text string
	sent chan<- time.Time // of a mark, which has no text: receives when the message before it was sent
}

func newOutbox(conn net.Conn, gap time.Duration) *outbox {
	const queueSize = 64 // more than a client that keeps to the protocol ever needs at once
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetNoDelay(true) // the system must not join two messages either
	}
	o := &outbox{conn: conn, gap: gap, queue: make(chan message, queueSize), done: make(chan struct{})}
	go o.run()
	return o
}

// send queues a message. A client whose queue is full is as good as gone: its
// connection is closed, and the reader notices.
func (o *outbox) send(text string) {
	select {
	case o.queue <- message{text: text + "\n"}:
	default:
		o.conn.Close()
	}
}

// mark returns a channel that reports when everything queued before has been sent.
func (o *outbox) mark() <-chan time.Time {
	sent := make(chan time.Time, 1)
	o.queue <- message{sent: sent}
	return sent
}

// finish sends what is queued; nothing can be queued after it.
func (o *outbox) finish() {
	close(o.queue)
	<-o.done
}

func (o *outbox) run() {
	defer close(o.done)
	var last time.Time
	var err error
	for m := range o.queue {
		switch {
		case m.sent != nil:
			m.sent <- last
		case err == nil:
			time.Sleep(o.gap - time.Since(last))
			o.conn.SetWriteDeadline(time.Now().Add(5 * time.Second))
			if _, err = io.WriteString(o.conn, m.text); err != nil {
				o.conn.Close()
			}
			last = time.Now()
		}
	}
}

// admission lets connections in while there are places. When there are none, a
// connection that has not logged in makes room: the oldest one of the address that has
// the most of them. So silent sockets keep nobody from playing.
type admission struct {
	maxConnections int // at a time
	maxLogins      int // of these, of one address and not logged in

	mu        sync.Mutex
	admitted  int       // and not evicted
	evicted   int       // that have made room and are still being told
	evictable []*permit // of connections that do not play yet, the oldest first
}

// permit is a connection's place, until its game is over.
type permit struct {
	address string
	waiting bool // logged in, and waiting for a game
	evicted bool
	evict   chan struct{} // closed when the connection has to make room
}

var errEvicted = errors.New(protocol.ServerCrowded + ": too many connections that do not log in or play")

// admit gives a connection a place; false if there is none.
func (a *admission) admit(from net.Addr) (*permit, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p := &permit{address: addressOf(from), evict: make(chan struct{})}
	const maxEvicted = 4 // times the connections that are let in
	switch {
	case a.evicted >= maxEvicted*a.maxConnections: // a flood: those who leave still have a connection
		return nil, false
	case a.count(p.address, false) >= a.maxLogins:
		a.evict(p.address, false)
	case a.admitted >= a.maxConnections && !a.evictOne():
		return nil, false
	}
	a.admitted++
	a.evictable = append(a.evictable, p)
	return p, true
}

// evictOne frees a place: that of a connection that has not logged in, or of a guest
// whose address holds more than half of all places with waiting guests.
func (a *admission) evictOne() bool {
	if address, n := a.busiest(false); n > 0 {
		a.evict(address, false)
		return true
	}
	if address, n := a.busiest(true); n > a.maxConnections/2 {
		a.evict(address, true)
		return true
	}
	return false
}

// busiest returns the address with the most connections that wait for a game, or that
// have not logged in.
func (a *admission) busiest(wait bool) (address string, most int) {
	for _, p := range a.evictable {
		if p.waiting != wait {
			continue
		}
		if n := a.count(p.address, wait); n > most {
			address, most = p.address, n
		}
	}
	return address, most
}

func (a *admission) count(address string, wait bool) (n int) {
	for _, p := range a.evictable {
		if p.address == address && p.waiting == wait {
			n++
		}
	}
	return n
}

// evict has the oldest connection of an address make room.
func (a *admission) evict(address string, wait bool) {
	i := slices.IndexFunc(a.evictable, func(p *permit) bool { return p.address == address && p.waiting == wait })
	p := a.evictable[i]
	a.evictable = slices.Delete(a.evictable, i, i+1)
	p.evicted = true
	a.admitted--
	a.evicted++
	close(p.evict)
}

// markWaiting notes that a connection has logged in.
func (a *admission) markWaiting(p *permit) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p.waiting = true
}

// protect keeps a connection that plays, or is being closed, from being evicted.
func (a *admission) protect(p *permit) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.evictable = slices.DeleteFunc(a.evictable, func(other *permit) bool { return other == p })
}

// release frees a connection's place.
func (a *admission) release(p *permit) {
	a.protect(p)
	a.mu.Lock()
	defer a.mu.Unlock()
	if p.evicted {
		a.evicted--
	} else {
		a.admitted--
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
