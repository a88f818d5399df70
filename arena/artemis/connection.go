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

// seat is one client's connection.
type seat struct {
	*outbox
	caller *caller
	key    int
	user   int
	lines  chan string // what it sends; closed when there is no more
	ended  error       // why lines is closed; read it after that
	called chan error  // takes one value: nil if the referee has the seat now, else why there is no game
}

func newSeat(key int, c *caller, conn net.Conn, gap time.Duration) *seat {
	probe(conn)
	s := &seat{caller: c, outbox: newOutbox(conn, gap), key: key, lines: make(chan string), called: make(chan error)}
	go func() {
		s.ended = s.read()
		close(s.lines)
	}()
	return s
}

// probe lets the system find out when a client is gone without a word: its seat is
// free after 45 s, not Go's default of 150 s.
func probe(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 6})
	}
}

// read passes on lines until the connection ends or sends no lines.
func (s *seat) read() error {
	var lines protocol.Lines
	var telnet protocol.Telnet
	chunk := make([]byte, 2048)
	for {
		n, readErr := s.conn.Read(chunk)
		text, feedErr := telnet.Strip(chunk[:n])
		if feedErr == nil {
			feedErr = lines.Feed(text)
		}
		for line, ok := lines.Next(); ok; line, ok = lines.Next() {
			s.lines <- line
		}
		if feedErr != nil {
			return feedErr
		}
		if readErr != nil {
			return readErr
		}
	}
}

// leave ends the connection, so that the client can still read what was sent.
func (s *seat) leave(ctx context.Context) {
	s.finish()
	// A connection closed with unread input loses what was sent: the client gets
	// time to read the last lines and to close its end.
	wait := time.Second
	select {
	case <-ctx.Done():
		wait /= 10
	case <-s.caller.crowded:
		wait /= 10
	default:
	}
	if half, ok := s.conn.(interface{ CloseWrite() error }); ok {
		half.CloseWrite()
	}
	s.conn.SetReadDeadline(time.Now().Add(wait))
	for range s.lines {
	}
	io.Copy(io.Discard, s.conn)
	s.conn.Close()
}

// farewell is the error for a client whose lines have ended; errGone if it no
// longer listens.
func (s *seat) farewell() error {
	if errors.Is(s.ended, protocol.ErrLine) {
		return errors.New(protocol.TooLong)
	}
	return errGone
}

// outbox sends a client its lines: each piece in one write, and the next one a gap
// later. The course's clients take the result of one read for one message. The
// queue holds more than a client that keeps to the protocol ever needs at once.
type outbox struct {
	conn  net.Conn
	gap   time.Duration
	queue chan piece
	done  chan struct{} // closed when everything has been sent
}

// piece is one or more lines that are sent in one write.
type piece struct {
	text string
	sent chan<- time.Time // of a mark, which has no text: takes when the piece before it was sent
}

func newOutbox(conn net.Conn, gap time.Duration) *outbox {
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetNoDelay(true) // the system must not put two pieces together either
	}
	o := &outbox{conn: conn, gap: gap, queue: make(chan piece, 64), done: make(chan struct{})}
	go o.run()
	return o
}

// send queues a piece. A client whose queue is full is as good as gone: its
// connection is closed, and the reader notices.
func (o *outbox) send(text string) {
	select {
	case o.queue <- piece{text: text + "\n"}:
	default:
		o.conn.Close()
	}
}

// mark returns a channel that reports when everything queued before has been sent.
func (o *outbox) mark() <-chan time.Time {
	sent := make(chan time.Time, 1)
	o.queue <- piece{sent: sent}
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
	for p := range o.queue {
		switch {
		case p.sent != nil:
			p.sent <- last
		case err == nil:
			time.Sleep(o.gap - time.Since(last))
			o.conn.SetWriteDeadline(time.Now().Add(5 * time.Second))
			if _, err = io.WriteString(o.conn, p.text); err != nil {
				o.conn.Close()
			}
			last = time.Now()
		}
	}
}

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
