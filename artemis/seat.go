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
	key    int
	user   int
	lines  chan string // what it sends; closed when there is no more
	ended  error       // why lines is closed; read it after that
	called chan error  // takes one value: nil if the referee has the seat now, else why there is no game
}

func newSeat(key int, conn net.Conn, gap time.Duration) *seat {
	s := &seat{outbox: newOutbox(conn, gap), key: key, lines: make(chan string), called: make(chan error)}
	go s.read()
	return s
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
	if ctx.Err() != nil {
		wait = lingering / 10
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
