package bundle_test

import (
	"bytes"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/artemis"
	"evolab/artemis/event"
	"evolab/game"
	"evolab/game/konane"
	protocol "evolab/protocol/artemis"
	"evolab/ship/bundle"
)

// secret is a password that nothing may show.
const secret = "918273645"

// konaneProgram makes the program of Konane and returns the words that start
// it.
func konaneProgram(t *testing.T, lang string) []string {
	t.Helper()
	g, err := agent.FindGame("konane")
	if err != nil {
		t.Fatal(err)
	}
	list, err := bundle.Files(order(t, g, lang))
	if err != nil {
		t.Fatal(err)
	}
	source, program := filepath.Join(t.TempDir(), list[0].Name), filepath.Join(t.TempDir(), "konane")
	if err := os.WriteFile(source, list[0].Content, 0o644); err != nil {
		t.Fatal(err)
	}
	if lang == "python" {
		return []string{"python3", source}
	}
	out, err := exec.Command("g++", "-std=c++11", "-O1", "-Wall", "-Wextra", "-Werror", "-o", program, source).CombinedOutput()
	if err != nil {
		t.Fatalf("%v (install g++)\n%s", err, out)
	}
	return []string{program}
}

// started is the program with arguments and the password.
func started(t *testing.T, program []string, arguments ...string) *exec.Cmd {
	c := exec.CommandContext(t.Context(), program[0], append(program[1:len(program):len(program)], arguments...)...)
	c.Env = append(os.Environ(), protocol.PasswordVariable+"="+secret)
	return c
}

func TestKonane(t *testing.T) {
	for _, lang := range bundle.Languages() {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			program := konaneProgram(t, lang)
			t.Run("both colours", func(t *testing.T) { playKonane(t, program, "6x6", 3) })
			t.Run("terminal", func(t *testing.T) { typePassword(t, program) })
			for name, c := range hostile {
				// What Python has of its own is how it sends and receives.
				if lang == "cpp" || *long || c.sent != "" {
					t.Run(name, func(t *testing.T) { c.meet(t, program) })
				}
			}
			if lang == "cpp" || *long {
				t.Run("event", func(t *testing.T) { playEvent(t, program) })
				t.Run("full size", func(t *testing.T) { playKonane(t, program, "18x18", 1) })
				t.Run("arguments", func(t *testing.T) { refuseArguments(t, program) })
			}
		})
	}
}

// playKonane lets the program play against a random player on the real server:
// every game is whole, and nobody breaks the protocol.
func playKonane(t *testing.T, program []string, variant string, games int) {
	start, err := konane.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var results []artemis.Result
	served := make(chan error)
	go func() {
		served <- artemis.Serve(t.Context(), listener, artemis.Settings{Start: start, Games: games, Result: func(r artemis.Result) { results = append(results, r) }})
	}()
	for n := range games {
		other := make(chan error)
		go func() { other <- randomGuest(listener.Addr().String(), start, uint64(n)) }()
		out, err := started(t, program, listener.Addr().String(), "--user", "1", "--opponent", "2", "--variant", variant, "--move-time", "0.01").CombinedOutput()
		if err != nil || !strings.Contains(string(out), ": user ") || strings.Contains(string(out), "Error") || strings.Contains(string(out), secret) {
			t.Fatalf("%v\n%s", err, out)
		}
		if err := <-other; err != nil {
			t.Fatal(err)
		}
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	for _, r := range results {
		if r.Verdict.Reason != protocol.NoMove {
			t.Errorf("%+v", r)
		}
	}
	if len(results) != games {
		t.Errorf("%d games", len(results))
	}
}

// playEvent lets the program play an event against the random player: it goes
// on until the server says that there are no more games.
func playEvent(t *testing.T, program []string) {
	start, err := konane.Start("6x6")
	if err != nil {
		t.Fatal(err)
	}
	e, err := event.New(event.Plan{Users: []int{1, 2}, Opening: konane.Format(&start), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error)
	go func() { served <- artemis.Serve(t.Context(), listener, artemis.Settings{Start: start, Event: e}) }()
	go func() {
		for seed := uint64(0); randomGuest(listener.Addr().String(), start, seed) == nil; seed++ {
		}
	}()
	out, err := started(t, program, listener.Addr().String(), "--user", "1", "--event", "--variant", "6x6", "--move-time", "0.01").CombinedOutput()
	if games := strings.Count(string(out), ": user "); err != nil || games != e.Games() || !regexp.MustCompile(`event: \d won, \d lost\n$`).Match(out) {
		t.Errorf("%v, %d games\n%s", err, games, out)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// randomGuest plays one game as user 2.
func randomGuest(address string, start konane.State, seed uint64) error {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer conn.Close()
	r := game.NewRand(seed)
	c := protocol.NewClient(protocol.Account{User: 2, Opponent: 1, Password: "5"}, start)
	return c.Run(conn, func(s *konane.State, _ time.Duration) (game.Move, error) { return s.Pick(r.Uint32()), nil }, func(protocol.Event) {})
}

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
	"other game":       {"Game:1\nColor:BLACK\nMove[0:0]:[2:2]\n", 3, 1, `announces "Move[0:0]:[2:2]", but the position is`, ""},
	"move too early":   {"Game:1\n?Move(1000):\n", 100, 1, "asks with ?Move(1000):, but the position is", ""},
	"removal too late": {"Game:1\nColor:BLACK\nRemoved:[0:0]\nRemoved:[0:1]\n?Remove:\n", 100, 1, "asks with ?Remove:, but", ""},
	"long line":        {strings.Repeat("z", 5000), 700, 1, "a line of more than 1024 bytes", ""},
	"login":            {"Artemis Konane Server\r\n?Username:\r\n?Password:\r\n?Opponent:\r\n", 2, 1, "waiting for the opponent", "7\n" + secret + "\n8\n"},
	"login refused":    {"?Username:\n?Password:\nError: bad password " + secret + "\n", 100, 1, "the server said: Error: bad password (hidden)", "7\n" + secret + "\n"},
	"asks for ever":    {strings.Repeat("?Username:\n", 9), 100, 1, "does not accept the username or password", "7\n7\n7\n"},
	"escapes":          {"Error: \x1b[2J\x00\xff\n?What:\n", 100, 1, "the server: Error: ?[2J??", ""},
	"verdict":          {"Game:1\nOpponent wins!\n", 5, 0, "game 1: user loses", ""},
	"victory":          {"Game:12\nYou win!\n", 100, 0, "game 12: user wins", ""},
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

// Bad arguments are one line that says what was expected.
func refuseArguments(t *testing.T, program []string) {
	for arguments, want := range map[string]string{
		"":                                    "konane: the server is missing (expected: HOST[:PORT] --user N",
		"h":                                   "konane: --user is missing",
		"h --user 1":                          "konane: --opponent is missing",
		"h --user 1 --opponent 1":             "konane: user 1 cannot play against itself",
		"h --user 1 --opponent -1":            `konane: --opponent "-1" (expected: a number from 0 to 2147483647)`,
		"h --user":                            `konane: --user "" (expected`,
		"h --variant 3x3":                     `variant "3x3" (allowed: ROWSxCOLUMNS`,
		"h --game-time NaN":                   `konane: --game-time "NaN" (expected: seconds, 0.001 to 86400)`,
		"h:70000":                             `konane: address "h:70000" (expected: HOST or HOST:PORT`,
		"h:x --user 1 --opponent 2":           `konane: address "h:x"`,
		"h --user 1 --opponent 2 extra":       `konane: unexpected argument "extra"`,
		"h --user 1 --opponent 2 --password1": `konane: unexpected argument "--password1"`,
	} {
		out, _ := started(t, program, strings.Fields(arguments)...).CombinedOutput()
		if !strings.Contains(string(out), want) || strings.Count(string(out), "\n") != 1 {
			t.Errorf("%s: %s(expected: %s)", arguments, out, want)
		}
	}
	c := started(t, program, "127.0.0.1", "--user", "1", "--opponent", "2")
	for _, password := range []string{"", "1\n2"} {
		c := started(t, program, "127.0.0.1", "--user", "1", "--opponent", "2")
		c.Env = append(c.Env, protocol.PasswordVariable+"="+password)
		if out, _ := c.CombinedOutput(); c.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), "a password is needed") {
			t.Errorf("password %q: exit code %d\n%s", password, c.ProcessState.ExitCode(), out)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close() // nobody is there now
	c.Args[len(program)] = listener.Addr().String()
	if out, _ := c.CombinedOutput(); c.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "cannot connect to 127.0.0.1 port ") {
		t.Errorf("exit code %d\n%s", c.ProcessState.ExitCode(), out)
	}
}

// onTerminal runs a command at a terminal, types what it is given once it is
// asked, and prints what the terminal has shown and the exit code.
const onTerminal = `
import os, pty, sys
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
shown = b""
while True:
    try:
        more = os.read(terminal, 1000)
    except OSError:
        break
    if not more:
        break
    if b"Password: " not in shown and b"Password: " in shown + more:
        os.write(terminal, sys.argv[1].encode())
    shown += more
print(shown, os.WEXITSTATUS(os.waitpid(child, 0)[1]))
`

// A terminal does not show what is typed as the password, and whoever thinks
// better of it gets out.
func typePassword(t *testing.T, program []string) {
	for typed, want := range map[string]string{
		secret + "\n": "Password: \\r\\nkonane: cannot connect to 127.0.0.1 port 1: ",
		"\x03":        "Password: ' 130",
	} {
		arguments := append([]string{"-c", onTerminal, typed}, program...)
		c := exec.CommandContext(t.Context(), "python3", append(arguments, "127.0.0.1:1", "--user", "1", "--opponent", "2")...)
		out, err := c.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) || strings.Contains(string(out), secret) {
			t.Errorf("typed %s: %v\n%s", strconv.Quote(typed), err, out)
		}
	}
}
