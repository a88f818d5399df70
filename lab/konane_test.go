package lab

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"evolab/arena"
	"evolab/arena/tournament"
	protocol "evolab/protocol/artemis"
)

const secret = "918273645"

// konaneServer starts a server and returns its address; output is complete
// once it has ended.
func konaneServer(t *testing.T, bin string, args ...string) (address string, c *exec.Cmd, output *bytes.Buffer) {
	t.Helper()
	c = exec.Command(bin, append([]string{"konane", "serve", "--listen", "127.0.0.1:0", "--pace", "0"}, args...)...)
	output = new(bytes.Buffer)
	c.Stdout, c.Dir = output, t.TempDir()
	log, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	lines := bufio.NewReader(log)
	line, err := lines.ReadString('\n')
	_, address, found := strings.Cut(strings.TrimSpace(line), "address=")
	if err != nil || !found {
		t.Fatalf("the server says %q, %v", line, err)
	}
	go io.Copy(io.Discard, lines)
	return address, c, output
}

// konaneClient is a command that plays one game.
func konaneClient(t *testing.T, bin, address string, user, opponent int, agent string) *exec.Cmd {
	c := exec.Command(bin, "konane", "connect", address, "--user", fmt.Sprint(user), "--opponent", fmt.Sprint(opponent), "--agent", agent, "--variant", "6x6")
	c.Dir = t.TempDir()
	c.Env = append(os.Environ(), protocol.PasswordVariable+"="+secret)
	return c
}

var konaneLine = regexp.MustCompile(`^game [1-4]: user [12] \(player [12], (black|white)\) beats user [12] \(player [12], (black|white)\): no-move`)

// Two agents play four games on a server that ends after them.
func TestKonaneOverTheNetwork(t *testing.T) {
	t.Parallel()
	bin := buildEvolve(t)
	address, server, results := konaneServer(t, bin, "--variant", "6x6", "--games", "4")
	for range 4 {
		var both sync.WaitGroup
		var out [2][]byte
		for i, agent := range []string{"random", "greedy"} {
			both.Go(func() {
				var err error
				if out[i], err = konaneClient(t, bin, address, i+1, 2-i, agent).CombinedOutput(); err != nil {
					t.Errorf("%s: %v\n%s", agent, err, out[i])
				}
			})
		}
		both.Wait()
		all := string(out[0]) + string(out[1])
		if strings.Count(all, ": user wins\n") != 1 || strings.Count(all, ": user loses\n") != 1 || !strings.Contains(all, "\n1. we [") || strings.Contains(all, secret) {
			t.Errorf("the clients say\n%s", all)
		}
	}
	if err := server.Wait(); err != nil {
		t.Error(err)
	}
	for line := range strings.Lines(results.String()) {
		if !konaneLine.MatchString(line) {
			t.Errorf("a result is %q", line)
		}
	}
	if games := keptGames(t, bin, filepath.Join(server.Dir, "konane-games.jsonl"), 4); games[0].Reason != "normal" || games[0].GameName != "konane" || games[0].Variant != "6x6" {
		t.Errorf("the server keeps %+v", games[0])
	}
	if n := strings.Count(results.String(), "\n"); n != 4 || strings.Contains(results.String(), secret) {
		t.Errorf("%d results", n)
	}
}

// keptGames reads a file of games, which show-game has to know as well.
func keptGames(t *testing.T, bin, path string, count int) (list []arena.Line) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		game, err := arena.ParseLine(line)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, game)
	}
	shown, err := exec.Command(bin, "show-game", path, "--game-number", "1").CombinedOutput()
	if len(list) != count || err != nil || !bytes.Contains(shown, []byte("\non the board: ")) || bytes.Contains(text, []byte(secret)) {
		t.Fatalf("%d games, %v\n%s", len(list), err, shown)
	}
	positions, err := exec.Command(bin, "show-game", path, "--game-number", "1", "--format", "positions").Output()
	if n := bytes.Count(positions, []byte("\n")); err != nil || n != list[0].Plies {
		t.Fatalf("%d positions in %d plies, %v", n, list[0].Plies, err)
	}
	return list
}

// Two agents play several games with one command each, and the server is away in
// between: another one begins only when both have missed it.
func TestKonaneSeriesOutlivesAServer(t *testing.T) {
	t.Parallel()
	bin := buildEvolve(t)
	address, server, _ := konaneServer(t, bin, "--variant", "6x6", "--games", "1")
	var both, missed sync.WaitGroup
	missed.Add(2)
	var folders [2]string
	for i, agent := range []string{"random", "greedy"} {
		client := konaneClient(t, bin, address, i+1, 2-i, agent)
		client.Args = append(client.Args, "--games", "3")
		var out bytes.Buffer
		said, err := client.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		client.Stdout, folders[i] = &out, client.Dir
		if err := client.Start(); err != nil {
			t.Fatal(err)
		}
		both.Go(func() {
			var once sync.Once
			for lines := bufio.NewScanner(said); lines.Scan(); {
				if strings.Contains(lines.Text(), "; again in ") {
					once.Do(missed.Done)
				}
			}
			once.Do(missed.Done)
			if err := client.Wait(); err != nil || !seriesLine.Match(out.Bytes()) {
				t.Errorf("%s: %v\n%s", agent, err, out.Bytes())
			}
		})
	}
	missed.Wait()
	server.Wait()
	_, server, _ = konaneServer(t, bin, "--variant", "6x6", "--games", "2", "--listen", address)
	both.Wait()
	if err := server.Wait(); err != nil {
		t.Error(err)
	}
	first, second := keptGames(t, bin, filepath.Join(folders[0], "konane-user1.jsonl"), 3), keptGames(t, bin, filepath.Join(folders[1], "konane-user2.jsonl"), 3)
	for i := range first {
		if a, b := first[i], second[i]; a.Key() != b.Key() || a.Winner != b.Winner || a.First != b.First || a.Reason != "normal" || a.Game != i+1 {
			t.Errorf("user 1 keeps\n%+v, user 2\n%+v", a, b)
		}
		if spec := map[bool]string{true: first[i].Agents[0], false: first[i].Agents[1]}[first[i].First == "user 1"]; spec != "random" {
			t.Errorf("user 1 played with %q", spec)
		}
	}
	judged := keptGames(t, bin, filepath.Join(server.Dir, "konane-games.jsonl"), 2)
	if last := judged[1]; last.Key() != first[2].Key() || last.Winner != first[2].Winner || last.First != first[2].First {
		t.Errorf("the server keeps\n%+v, user 1\n%+v", last, first[2])
	}
}

var seriesLine = regexp.MustCompile(`(?m)^games: [0-3] won, [0-3] lost$`)

// Three agents play an event, each with one command.
func TestKonaneEvent(t *testing.T) {
	t.Parallel()
	bin := buildEvolve(t)
	journal := filepath.Join(t.TempDir(), "journal")
	address, server, results := konaneServer(t, bin, "--variant", "6x6", "--event", "1,2,3", "--journal", journal, "--format", "json", "--no-show", "60")
	var all sync.WaitGroup
	for i, agent := range []string{"random", "greedy", "hand:depth=2"} {
		all.Go(func() {
			client := konaneClient(t, bin, address, i+1, 0, agent)
			client.Args = append(client.Args, "--event")
			out, err := client.CombinedOutput()
			if err != nil || !eventLine.Match(out) || strings.Contains(string(out), secret) {
				t.Errorf("%s: %v\n%s", agent, err, out)
			}
		})
	}
	all.Wait()
	if err := server.Wait(); err != nil {
		t.Error(err)
	}
	var table tournament.Table
	if err := json.Unmarshal(results.Bytes(), &table); err != nil || table.Games != 5 || len(table.Rows) != 3 || table.Rows[0].Games != 4 {
		t.Errorf("%v\n%s", err, results)
	}
	kept, err := os.ReadFile(journal)
	if err != nil || bytes.Count(kept, []byte("\n")) != 5 || bytes.Contains(kept, []byte(secret)) {
		t.Errorf("%v\n%s", err, kept)
	}
}

var eventLine = regexp.MustCompile(`(?m)^event: \d won, \d lost$`)

// fakeServer says what it is told to, and hangs up or waits.
func fakeServer(t *testing.T, text string, wait bool) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		io.WriteString(conn, text)
		if wait {
			io.Copy(io.Discard, conn)
			return
		}
		conn.(*net.TCPConn).CloseWrite()
		time.Sleep(200 * time.Millisecond)
	}()
	return listener.Addr().String()
}

// A broken server is one clear message and exit code 1, and what it repeats of
// the password is not shown; a game that the board decides ends well.
func TestKonaneServersThatBreak(t *testing.T) {
	t.Parallel()
	bin := buildEvolve(t)
	for name, c := range map[string]struct {
		text string
		code int
		want string
		kept string // of the game
	}{
		"hangs up":    {"hello\n", 1, "the connection ended before the game was over", ""},
		"in the game": {"Game:1\nPlayer:1\n?Remove:\n", 1, "the connection ended before the game was over", `"winner":"none","reason":"void"`},
		"other game":  {"Game:1\nColor:BLACK\nMove[0:0]:[2:2]\n", 1, "which does not fit this board of 6x6", `"winner":"none"`},
		"other board": {"Game:1\nPlayer:1\n?Remove:\nError: no such cell\nOpponent wins!\n", 1,
			"game 1: user loses\nevolve: the server did not take the move [", `"winner":"user 2","reason":"verdict","plies":0,"detail":"Error: no such cell"`},
		"long line":     {strings.Repeat("z", 5000), 1, "a line of more than 1024 bytes", ""},
		"login refused": {"?Username:\n?Password:\nError: bad password " + secret + "\n", 1, "the server said: Error: bad password (hidden)", ""},
		"verdict":       {"Game:1\nOpponent wins!\n", 0, "game 1: user loses", `"winner":"user 2","reason":"verdict"`},
	} {
		t.Run(name, func(t *testing.T) {
			client := konaneClient(t, bin, fakeServer(t, c.text, false), 1, 2, "random")
			out, _ := client.CombinedOutput()
			if client.ProcessState.ExitCode() != c.code || !strings.Contains(string(out), c.want) || strings.Contains(string(out), secret) {
				t.Errorf("exit code %d\n%s", client.ProcessState.ExitCode(), out)
			}
			if kept, err := os.ReadFile(filepath.Join(client.Dir, "konane-user1.jsonl")); err != nil || !strings.Contains(string(kept), c.kept) || c.kept == "" && len(kept) > 0 {
				t.Errorf("%v\n%s", err, kept)
			}
		})
	}
}

// Ctrl-C ends both sides with 130.
func TestKonaneInterrupted(t *testing.T) {
	t.Parallel()
	bin := buildEvolve(t)
	_, server, _ := konaneServer(t, bin)
	client := konaneClient(t, bin, fakeServer(t, "?Username:\n?Password:\n?Opponent:\n", true), 1, 2, "random")
	said, err := client.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	bufio.NewReader(said).ReadString('\n') // waiting for the opponent
	for _, c := range []*exec.Cmd{server, client} {
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if c.Wait(); c.ProcessState.ExitCode() != exitInterrupted {
			t.Errorf("exit code %d", c.ProcessState.ExitCode())
		}
	}
}
