package artemis

import (
	"context"
	"errors"
	"io"
	"net"
	"time"

	protocol "evolab/protocol/artemis"
)

// lingering is how long a client may take to read the last lines and to close
// its end: a connection closed with input unread loses what was sent.
const lingering = time.Second

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
	go s.read()
	return s
}

// alive is how the system asks whether a client that says nothing is there:
// without a word that the client would see. One that is not frees its seat after
// 45 s, not 150 s as Go has it.
var alive = net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 6}

// probe lets the system find out when a client is gone without a word.
func probe(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetKeepAliveConfig(alive)
	}
}

// read passes lines on until the connection ends or sends no lines.
func (s *seat) read() {
	s.ended = s.pass()
	close(s.lines)
}

func (s *seat) pass() error {
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
	wait := lingering
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

// farewell is what a client is told whose lines have ended; errGone if it does
// not listen any more.
func (s *seat) farewell() error {
	if errors.Is(s.ended, protocol.ErrLine) {
		return errors.New(protocol.TooLong)
	}
	return errGone
}
