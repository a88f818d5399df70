package artemis

import (
	"net"
	"sync"
	"time"
)

// pipes is a network within a test: its time can be a synctest bubble's.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), done: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.done) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// dial connects a socket to the server; ok is false once the server has ended.
func (p *pipes) dial(reaction time.Duration) (s *socket, ok bool) {
	near, far := net.Pipe()
	select {
	case p.conns <- far:
	case <-p.done:
		return nil, false
	}
	s = &socket{Conn: near, reaction: reaction, arrived: make(chan struct{}, 1)}
	go s.receive()
	return s, true
}

// socket is a client's end as a program sees it: what has arrived by the time
// it looks comes in one piece.
type socket struct {
	net.Conn
	reaction time.Duration // what the program takes to look

	mu      sync.Mutex
	data    []byte
	ended   bool
	arrived chan struct{}
}

// receive takes what arrives, as a system does behind a program's back.
func (s *socket) receive() {
	chunk := make([]byte, 4096)
	for {
		n, err := s.Conn.Read(chunk)
		s.mu.Lock()
		s.data, s.ended = append(s.data, chunk[:n]...), err != nil
		s.mu.Unlock()
		select {
		case s.arrived <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// recv returns what has arrived, at least a byte; "" when the connection has
// ended.
func (s *socket) recv() string {
	for {
		<-s.arrived
		time.Sleep(s.reaction)
		s.mu.Lock()
		text, ended := string(s.data), s.ended
		s.data = nil
		s.mu.Unlock()
		if ended {
			select {
			case s.arrived <- struct{}{}: // the end stays
			default:
			}
		}
		if text != "" || ended {
			return text
		}
	}
}
