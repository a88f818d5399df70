// Package network is what a program that plays over a network meets of the
// outside: a connection, the real time and a password. Each language that
// programs are shipped in has its own; this one is that of Go.
package network

import (
	"errors"
	"net"
	"os"
	"time"
)

// Line is a connection; the zero value is none.
type Line struct{ conn net.Conn }

// patience is how long a connection may take to be made, or written to.
const patience = 10 * time.Second

// Connect opens a connection to a TCP port; if that fails, why says so.
func Connect(host, port string) (l Line, why string) {
	conn, err := net.DialTimeout("tcp", net.JoinHostPort(host, port), patience)
	if err != nil {
		return Line{}, err.Error()
	}
	return Line{conn}, ""
}

// Send sends a text; false means that the connection has ended.
func Send(l Line, text string) bool {
	l.conn.SetWriteDeadline(time.Now().Add(patience))
	_, err := l.conn.Write([]byte(text))
	return err == nil
}

// Receive waits for bytes and returns how many of dst it has filled. None with
// ok means that the time is over; 0 waits for ever. Without ok the connection
// has ended.
func Receive(l Line, wait time.Duration, dst []byte) (n int, ok bool) {
	var until time.Time
	if wait > 0 {
		until = time.Now().Add(wait)
	}
	l.conn.SetReadDeadline(until)
	n, err := l.conn.Read(dst)
	return n, n > 0 || errors.Is(err, os.ErrDeadlineExceeded)
}

// Close ends a connection.
func Close(l Line) { l.conn.Close() }

var epoch = time.Now()

// Now is a clock in real time that nobody sets.
func Now() time.Duration { return time.Since(epoch) }

// Pause waits.
func Pause(d time.Duration) { time.Sleep(d) }
