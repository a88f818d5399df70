package bundle_test

import (
	"bytes"
	"io"
	"net"
	"regexp"
	"strings"
	"testing"
	"time"
)

// server is one that breaks.
type server struct {
	text string // what it says before it hangs up
	size int    // of the chunks it says that in, in bytes
	code int    // the exit code of the program
	want string // a part of what the program says
	sent string // a pattern of what it sends
}

var hostile = map[string]server{
	"hangs up":         {"hello\n", 10, 1, "the connection ended before the game was over", ""},
	"in the game":      {"Game:1\nPlayer:1\n?Remove:\n", 1, 1, "the connection ended before the game was over", `\[[03]:[03]\]\n|\[[12]:[12]\]\n`},
	"other game":       {"Game:1\nColor:BLACK\nMove[0:0]:[2:2]\n", 3, 1, "announces Move[0:0]:[2:2], which does not fit this board of 4x4; if the server's is another, such as 18x18, give --variant 18x18. The position is XOXO/", ""},
	"move too early":   {"Game:1\n?Move(1000):\n", 100, 1, "asks with ?Move(1000):, which does not fit this board of 4x4", ""},
	"removal too late": {"Game:1\nColor:BLACK\nRemoved:[0:0]\nRemoved:[0:1]\n?Remove:\n", 100, 1, "asks with ?Remove:, which does not fit this board of 4x4", ""},
	"another board": {"Game:1\nPlayer:1\n?Remove:\nError: [1:1] is no legal move\nOpponent wins!\n", 100, 1,
		"game 1: user loses\nkonane: the server did not take the move [", `\[[03]:[03]\]\n|\[[12]:[12]\]\n`},
	"told another board": {"Game:1\nPlayer:1\n?Remove:\nError: \"[1:1]\" is no legal move on a board of 8x8\nOpponent wins!\n", 100, 1,
		": its board is 8x8, not 4x4; give --variant 8x8", `\[[03]:[03]\]\n|\[[12]:[12]\]\n`},
	"first removal of another board": {"Game:1\nColor:BLACK\nPlayer:2\nRemoved:[9:9]\n", 100, 1, "fit this board of 4x4, but one of 18x18: give --variant 18x18. ", ""},
	"long line":                      {strings.Repeat("z", 5000), 700, 1, "a line of more than 1024 bytes", ""},
	"login":                          {"Artemis Konane Server\r\n?Username:\r\n?Password:\r\n?Opponent:\r\n", 2, 1, "waiting for the opponent", "7\n" + secret + "\n8\n"},
	"login refused":                  {"?Username:\n?Password:\nError: bad password " + secret + "\n", 100, 1, "the server said: Error: bad password (hidden)", "7\n" + secret + "\n"},
	"asks for ever":                  {strings.Repeat("?Username:\n", 9), 100, 1, "does not accept the username or password", "7\n7\n7\n"},
	"escapes":                        {"Error: \x1b[2J\x00\xff\n?What:\n", 100, 1, "the server: Error: ?[2J??", ""},
	"verdict":                        {"Game:1\nOpponent wins!\n", 5, 0, "game 1: user loses", ""},
	"victory":                        {"Game:12\nYou win!\n", 100, 0, "game 12: user wins", ""},
	"garbage": {"\x00\xff\xfe\n\n:\n?\nGame:x\nGame:99999999999999999999\nPlayer:3\nColor:\nRemoved:\nMove\nMove:[0:0]\nColor:WHITE\nGame:4\nYou win!\n",
		7, 0, "game 4: user wins", ""},
	"no move": {"Game:5\nColor:BLACK\n" + stuckIn4x4 + "?Move(900):\n", 9, 0, "there is no legal move\ngame 5: user loses", ""},
}

// stuckIn4x4 are removals and moves after which Black, the first player, has
// no move.
const stuckIn4x4 = "Removed:[0:0]\nRemoved:[0:1]\nMove[2:0]:[0:0]\nMove[0:3]:[0:1]\nMove[2:2]:[0:2]\nMove[0:1]:[0:3]\n"

// meet lets the program play on the server on a board of 4x4.
func (s server) meet(t *testing.T, program []string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	sent := make(chan string, 1)
	go s.serve(listener, sent)
	var out bytes.Buffer
	c := started(t, program, listener.Addr().String(), "--user", "7", "--opponent", "8", "--variant", "4x4", "--move-time", "0.05")
	c.Stdout, c.Stderr = &out, &out
	c.Run()
	listener.Close()
	if c.ProcessState.ExitCode() != s.code || !strings.Contains(out.String(), s.want) || strings.Contains(out.String(), secret) {
		t.Errorf("exit code %d (expected: %d, %q)\n%s", c.ProcessState.ExitCode(), s.code, s.want, &out)
	}
	if got := <-sent; !regexp.MustCompile("^(" + s.sent + ")$").MatchString(got) {
		t.Errorf("the program sends %q (expected: %s)", got, s.sent)
	}
}

// serve says what it has to, hangs up and listens to the rest.
func (s server) serve(listener net.Listener, sent chan<- string) {
	conn, err := listener.Accept()
	if err != nil {
		sent <- err.Error()
		return
	}
	defer conn.Close()
	for text := s.text; text != ""; text = text[min(s.size, len(text)):] {
		if _, err := io.WriteString(conn, text[:min(s.size, len(text))]); err != nil {
			break // the program has had enough
		}
		if s.size < 10 {
			time.Sleep(time.Millisecond) // else they come together
		}
	}
	conn.(*net.TCPConn).CloseWrite()
	got, _ := io.ReadAll(conn)
	sent <- string(got)
}
