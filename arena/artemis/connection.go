package artemis

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
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
	user     int           // 0 until it has logged in
	lines    chan string   // that the client sends; closed when there are no more
	readErr  error         // why lines is closed; read it after that
	gone     chan struct{} // closed like lines, for those who take none
	assigned chan error    // takes one value: nil if the referee has the connection now, else why there is no game
}

func newConnection(key int, p *permit, conn net.Conn, gap time.Duration) *connection {
	probe(conn)
	c := &connection{permit: p, outbox: newOutbox(conn, gap), key: key, lines: make(chan string), gone: make(chan struct{}), assigned: make(chan error)}
	go func() {
		c.readErr = c.read()
		close(c.gone)
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

// admission lets connections in while there are places. No address gets in more often
// than its bucket has tokens; those who come too often wait, and who of them is next is
// drawn. When there are no places, one that has said nothing makes room, drawn as well,
// from the address that has the most of them. So whoever opens sockets, even at a player's
// own address, and opens each anew that is closed, keeps no player from logging in: a
// player answers at once, and is then no longer among those who have said nothing.
type admission struct {
	maxConnections int // at a time
	maxLogins      int // of these, of one address and not logged in

	mu        sync.Mutex
	admitted  int                // and not evicted
	evicted   int                // that have made room and are still being told
	evictable []*permit          // of connections that do not play yet
	buckets   map[string]*bucket // by address
	queued    int                // that wait for a token, in all buckets
}

// permit is a connection's place, until its game is over.
type permit struct {
	address string
	stage   stage
	turn    chan struct{} // closed when the connection is let in
	inside  bool
	evicted bool
	evict   chan struct{} // closed when the connection has to make room
}

// stage is how far a connection has come.
type stage int

const (
	silent   stage = iota // it has said nothing
	speaking              // it has begun to log in
	waiting               // it has logged in, and waits for a game
)

// bucket holds the tokens of an address, and those who wait for one.
type bucket struct {
	tokens float64
	at     time.Time // when they were counted
	queue  []*permit
	timer  *time.Timer // for the next token, while somebody waits
}

// An address may let maxTokens connections in at once, and tokensPerSecond after that.
const (
	maxTokens       = 64
	tokensPerSecond = 50
)

func (b *bucket) refill(now time.Time) {
	b.tokens = min(maxTokens, b.tokens+float64(now.Sub(b.at).Seconds()*tokensPerSecond))
	b.at = now
}

var errEvicted = errors.New(protocol.ServerCrowded + ": too many connections that do not log in or play")

// admit gives a connection a permit, whose turn comes at once or later; false if there
// are too many already.
func (a *admission) admit(from net.Addr) (*permit, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p := &permit{address: addressOf(from), turn: make(chan struct{}), evict: make(chan struct{})}
	const maxEvicted = 4 // times the connections that are let in
	if a.evicted >= maxEvicted*a.maxConnections {
		return nil, false // a flood: those who leave still have a connection
	}
	b, now := a.bucket(p.address), time.Now()
	b.refill(now)
	if b.tokens >= 1 && len(b.queue) == 0 {
		b.tokens--
		return p, a.letIn(p)
	}
	if a.queued >= maxEvicted*a.maxConnections {
		a.turnAway(a.dequeue(a.longest()))
	}
	b.queue = append(b.queue, p)
	a.queued++
	if len(b.queue) == 1 {
		b.timer = time.AfterFunc(time.Second/tokensPerSecond, func() { a.draw(b) })
	}
	return p, true
}

// bucket returns the bucket of an address. Full ones are forgotten when there are many.
func (a *admission) bucket(address string) *bucket {
	const many = 1000
	if len(a.buckets) > many {
		now := time.Now()
		for address, b := range a.buckets {
			if b.refill(now); b.tokens == maxTokens && len(b.queue) == 0 {
				delete(a.buckets, address)
			}
		}
	}
	if a.buckets == nil {
		a.buckets = map[string]*bucket{}
	}
	if a.buckets[address] == nil {
		a.buckets[address] = &bucket{tokens: maxTokens, at: time.Now()}
	}
	return a.buckets[address]
}

// draw lets in one of those who wait for a token.
func (a *admission) draw(b *bucket) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(b.queue) == 0 {
		return
	}
	if b.refill(time.Now()); b.tokens >= 1 {
		b.tokens--
		if p := a.dequeue(b); !a.letIn(p) {
			a.turnAway(p)
		}
	}
	if len(b.queue) > 0 {
		b.timer.Reset(time.Second / tokensPerSecond)
	}
}

// longest is the bucket for which most wait.
func (a *admission) longest() (most *bucket) {
	for _, b := range a.buckets {
		if most == nil || len(b.queue) > len(most.queue) {
			most = b
		}
	}
	return most
}

// dequeue draws one of those who wait for a token.
func (a *admission) dequeue(b *bucket) *permit {
	i := rand.IntN(len(b.queue))
	p := b.queue[i]
	b.queue = slices.Delete(b.queue, i, i+1)
	a.queued--
	return p
}

// turnAway tells a connection that it has no place, or none any more.
func (a *admission) turnAway(p *permit) {
	p.evicted = true
	a.evicted++
	close(p.evict)
}

// letIn gives a connection a place; false if there is none.
func (a *admission) letIn(p *permit) bool {
	switch {
	case a.count(p.address, silent)+a.count(p.address, speaking) >= a.maxLogins:
		if a.count(p.address, silent) > 0 {
			a.evict(p.address, silent)
		} else {
			a.evict(p.address, speaking)
		}
	case a.admitted >= a.maxConnections && !a.evictOne():
		return false
	}
	a.admitted++
	a.evictable = append(a.evictable, p)
	p.inside = true
	close(p.turn)
	return true
}

// evictOne frees a place: that of a connection that has not logged in, or of a guest
// whose address holds more than half of all places with waiting guests.
func (a *admission) evictOne() bool {
	for _, s := range []stage{silent, speaking} {
		if address, n := a.busiest(s); n > 0 {
			a.evict(address, s)
			return true
		}
	}
	if address, n := a.busiest(waiting); n > a.maxConnections/2 {
		a.evict(address, waiting)
		return true
	}
	return false
}

// busiest returns the address with the most connections at a stage.
func (a *admission) busiest(s stage) (address string, most int) {
	counts := map[string]int{}
	for _, p := range a.evictable {
		if p.stage != s {
			continue
		}
		if counts[p.address]++; counts[p.address] > most {
			address, most = p.address, counts[p.address]
		}
	}
	return address, most
}

func (a *admission) count(address string, s stage) (n int) {
	for _, p := range a.evictable {
		if p.address == address && p.stage == s {
			n++
		}
	}
	return n
}

// evict has a connection of an address make room; which one is drawn, so that nobody can
// time it.
func (a *admission) evict(address string, s stage) {
	left := rand.IntN(a.count(address, s))
	i := slices.IndexFunc(a.evictable, func(p *permit) bool {
		if p.address == address && p.stage == s {
			left--
		}
		return left < 0
	})
	p := a.evictable[i]
	a.evictable = slices.Delete(a.evictable, i, i+1)
	a.admitted--
	a.turnAway(p)
}

// advance notes how far a connection has come.
func (a *admission) advance(p *permit, s stage) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p.stage = s
}

// protect keeps a connection that plays, that has a reserved place, or that is being
// closed, from being evicted.
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
	switch {
	case p.evicted:
		a.evicted--
	case p.inside:
		a.admitted--
	default: // it has left while it waited for a token
		b := a.buckets[p.address]
		before := len(b.queue)
		b.queue = slices.DeleteFunc(b.queue, func(other *permit) bool { return other == p })
		a.queued -= before - len(b.queue)
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
