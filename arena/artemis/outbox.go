package artemis

import (
	"io"
	"net"
	"time"
)

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
