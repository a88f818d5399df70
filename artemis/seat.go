package artemis

import (
	"context"
	"io"
	"net"
	"time"

	protocol "evolab/protocol/artemis"
)

const (
	writeTime = 5 * time.Second // for a line to be taken
	// lingering is how long a client may take to read the last lines and to
	// close its end: a connection closed with input unread loses what was sent.
	lingering = time.Second
)

// seat is one client's connection.
type seat struct {
	key    int
	user   int
	conn   net.Conn
	lines  chan string // what it sends; closed when it is gone
	called chan error  // takes one value: nil if the referee has the seat now, else why there is no game
}

func newSeat(key int, conn net.Conn) *seat {
	s := &seat{key: key, conn: conn, lines: make(chan string), called: make(chan error)}
	go s.read()
	return s
}

// read passes lines on until the connection ends or sends no lines.
func (s *seat) read() {
	defer close(s.lines)
	var lines protocol.Lines
	chunk := make([]byte, 2048)
	for {
		n, readErr := s.conn.Read(chunk)
		feedErr := lines.Feed(chunk[:n])
		for line, ok := lines.Next(); ok; line, ok = lines.Next() {
			s.lines <- line
		}
		if readErr != nil || feedErr != nil {
			return
		}
	}
}

// send sends a line. A client that does not take it is as good as gone: the
// reader will notice.
func (s *seat) send(text string) {
	s.conn.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := io.WriteString(s.conn, text+"\n"); err != nil {
		s.conn.Close()
	}
}

// leave ends the connection, so that the client can still read what was sent.
func (s *seat) leave(ctx context.Context) {
	wait := lingering
	if ctx.Err() != nil {
		wait = lingering / 10
	}
	if tcp, ok := s.conn.(*net.TCPConn); ok {
		tcp.CloseWrite()
	}
	s.conn.SetReadDeadline(time.Now().Add(wait))
	for range s.lines {
	}
	s.conn.Close()
}
