package artemis

import (
	"context"
	"errors"
	"io"
	"net"
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
