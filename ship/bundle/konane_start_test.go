package bundle_test

import (
	"net"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	protocol "evolab/protocol/artemis"
)

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
// asked, and prints what the terminal has shown and the exit code. It types ^C until
// somebody hears it: Python does not if it comes just before Python waits for a line.
const onTerminal = `
import os, pty, select, sys
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
shown = b""
while True:
    while b"Password: " in shown and sys.argv[1] == "\x03" and not select.select([terminal], [], [], 1)[0]:
        os.write(terminal, b"\x03")
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

// The terminal does not echo the password, and ^C ends the program.
func typePassword(t *testing.T, program []string) {
	for typed, want := range map[string]string{
		secret + "\n": "Password: \\r\\nkonane: cannot connect to 127.0.0.1 port 1: ",
		"\x03":        "Password: ' 130",
	} {
		arguments := append([]string{"-S", "-c", onTerminal, typed}, program...)
		c := exec.CommandContext(t.Context(), interpreter(t), append(arguments, "127.0.0.1:1", "--user", "1", "--opponent", "2")...)
		out, err := c.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) || strings.Contains(string(out), secret) {
			t.Errorf("typed %s: %v\n%s", strconv.Quote(typed), err, out)
		}
	}
}
