package artemis

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"regexp"
	"strings"
	"sync"
	"time"
)

// plain is a client as the course's students write them: from the protocol
// alone, with a board of its own, knowing which message has to come next. How
// it reads is what differs between them.
type plain struct {
	conn io.Writer
	// next returns the next message; "" when the connection has ended.
	next   func() string
	think  time.Duration
	random *rand.Rand
	board  [][]byte
	colour byte
	asked  []string // the questions for a move
}

// oneRead takes what one read returns for one message.
func oneRead(s *socket) func() string { return s.recv }

// byLine reads exactly one line.
func byLine(s *socket) func() string {
	rest := ""
	return func() string {
		for !strings.Contains(rest, "\n") {
			text := s.recv()
			if text == "" {
				return ""
			}
			rest += text
		}
		line, after, _ := strings.Cut(rest, "\n")
		rest = after
		return line + "\n"
	}
}

// unexpected is the error of a client that does not understand a message.
type unexpected struct{ want, got string }

func (u unexpected) Error() string { return fmt.Sprintf("%q came, and %s was expected", u.got, u.want) }

// expect takes the message that has to come next, without its end.
func (p *plain) expect(pattern string) []string {
	got := p.next()
	found := regexp.MustCompile(`\A(?:` + pattern + `)\n\z`).FindStringSubmatch(got)
	if found == nil {
		panic(unexpected{pattern, got})
	}
	return found
}

func (p *plain) say(line string) { io.WriteString(p.conn, line+"\r\n") }

// play logs in and plays a game on a board of size rows.
func (p *plain) play(size, user, opponent int, lines bool) (won bool, err error) {
	defer func() {
		if u, ok := recover().(unexpected); ok {
			err = u
		}
	}()
	p.fill(size)
	p.expect(".*Artemis Konane Server.*")
	for _, step := range [][2]string{{`\?Username:`, fmt.Sprint(user)}, {`\?Password:`, "4711"}, {`\?Opponent:`, fmt.Sprint(opponent)}} {
		p.expect(step[0])
		p.say(step[1])
	}
	p.expect(`Game:\d+`)
	p.begin(lines)
	for {
		switch m := p.expect(`Move(\[.*\]:\[.*\])|\?Move\((\d+)\):|You win!|Opponent wins!`); {
		case m[1] != "":
			p.move(m[1])
		case m[2] != "":
			p.asked = append(p.asked, m[2])
			time.Sleep(p.think)
			p.say(p.moves()[p.random.IntN(len(p.moves()))])
		default:
			return strings.HasPrefix(m[0], "You"), nil
		}
	}
}

// begin is both removals. The second player's question comes with what it is
// about: as one message, or as lines.
func (p *plain) begin(lines bool) {
	switch m := p.expect(`Player:1|Color:(BLACK|WHITE)`); {
	case m[1] == "":
		p.expect(`\?Remove:`)
		p.say("[0:0]")
		p.colour = p.expect("Color:(BLACK|WHITE)")[1][0]
		p.move(p.expect(`Removed:(.*)`)[1])
	case lines:
		p.colour = m[1][0]
		p.expect("Player:2")
		p.move(p.expect(`Removed:(.*)`)[1])
		p.expect(`\?Remove:`)
		p.say("[0:1]")
	default:
		p.colour = m[1][0]
		p.move(p.expect(`Player:2\nRemoved:(.*)\n\?Remove:`)[1])
		p.say("[0:1]")
	}
	p.move(p.expect(`Removed:(.*)`)[1])
}

// fill sets up the board: (row+col) even is black.
func (p *plain) fill(size int) {
	p.board = nil
	for r := range size {
		p.board = append(p.board, []byte(strings.Repeat("BW", size)[r%2:][:size]))
	}
}

// move makes a removal or a move on the board.
func (p *plain) move(text string) {
	var r, c, r2, c2 int
	if n, _ := fmt.Sscanf(text, "[%d:%d]:[%d:%d]", &r, &c, &r2, &c2); n < 4 {
		p.board[r][c] = 0
		return
	}
	stone := p.board[r][c]
	for r != r2 || c != c2 {
		p.board[r][c] = 0
		r, c = r+sign(r2-r), c+sign(c2-c)
	}
	p.board[r][c] = stone
}

func sign(n int) int { return max(-1, min(n, 1)) }

func (p *plain) at(r, c int) byte {
	if r < 0 || c < 0 || r >= len(p.board) || c >= len(p.board) {
		return '#'
	}
	return p.board[r][c]
}

// moves lists the jumps that the own stones can make.
func (p *plain) moves() (list []string) {
	for r := range p.board {
		for c := range p.board {
			if p.at(r, c) != p.colour {
				continue
			}
			for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				for n := 2; p.at(r+n*d[0], c+n*d[1]) == 0 && p.at(r+(n-1)*d[0], c+(n-1)*d[1]) != 0; n += 2 {
					list = append(list, fmt.Sprintf("[%d:%d]:[%d:%d]", r, c, r+n*d[0], c+n*d[1]))
				}
			}
		}
	}
	return list
}

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

// receive takes what arrives, as a system does without the program.
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
