package artemis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"sync"
	"time"

	"evolab/internal/quantity"
	protocol "evolab/protocol/artemis"
)

// connection is a client's connection, from its login to the end of its game.
type connection struct {
	*outbox
	key      int
	address  string        // addressOf
	user     int           // 0 until it has logged in
	lines    chan string   // that the client sends; closed when there are no more
	readErr  error         // why lines is closed; read it after that
	gone     chan struct{} // closed like lines, for those who take none
	assigned chan error    // takes one value: nil if the referee has the connection now, else why there is no game
}

func newConnection(key int, address string, conn net.Conn, gap time.Duration) *connection {
	probe(conn)
	c := &connection{outbox: newOutbox(conn, gap), key: key, address: address, lines: make(chan string), gone: make(chan struct{}), assigned: make(chan error)}
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

// places counts the connections of a server, so that neither all of them nor those of
// one address exceed a limit.
type places struct {
	limit, addressLimit int

	mu        sync.Mutex
	taken     int
	byAddress map[string]int
}

// take takes a place for a connection; the error is for its client.
func (p *places) take(address string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.taken >= p.limit:
		return errors.New(protocol.ServerFull)
	case p.byAddress[address] >= p.addressLimit:
		return fmt.Errorf("%s: %s come from %s, as many as one address may have", protocol.ServerCrowded, quantity.Of(p.addressLimit, "connection"), address)
	}
	p.taken++
	p.byAddress[address]++
	return nil
}

// free frees the place of a connection that has ended.
func (p *places) free(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken--
	if p.byAddress[address]--; p.byAddress[address] == 0 {
		delete(p.byAddress, address)
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
