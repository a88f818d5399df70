package main

import (
	"bufio"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// isProgram makes the test binary the program.
const isProgram = "OTHELLO_IS_THE_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(isProgram) != "" {
		main()
	}
	m.Run()
}

func program(t *testing.T, args string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, strings.Fields(args)...)
	c.Env = append(os.Environ(), isProgram+"=1")
	return c
}

// The lab's commands know the game.
func TestCommands(t *testing.T) {
	config, err := os.ReadFile("othello.yaml")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("othello.yaml", config, 0o644); err != nil {
		t.Fatal(err)
	}
	const (
		small  = " generations=1 ga.population=6 fitness.pairs=3 validation.games=8 validation.candidates=2 validation.candidate_games=8 test.games=2"
		ending = "OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOXOOOO/OOOOOOOO/OOOOOOOO/OOOOOOXX/OOOOOX.. b"
	)
	for _, c := range []struct{ args, input, want string }{
		{"games", "", "othello"},
		{"match --game othello alphabeta random --games 4 --games-out games.jsonl", "", "Score of alphabeta vs random: 4 - 0 - 0"},
		{"show-game games.jsonl --game-number 1", "", "58. white"},
		{"play --game othello --against greedy --seed 1", "d3\nquit\n", "black plays d3\nwhite plays"},
		{"analyze --game othello --agent hand:depth=4 --position start", "", "d3"},
		{"solve --game othello --position", ending, "loss"},
		{"run othello.yaml" + small, "", "-othello"},
		{"report last --ablation-games 0 --games 1", "", "report.html"},
	} {
		command := program(t, c.args)
		if strings.HasSuffix(c.args, "--position") {
			command.Args = append(command.Args, c.input)
		} else {
			command.Stdin = strings.NewReader(c.input)
		}
		if out, err := command.CombinedOutput(); err != nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %v, want %q in\n%s", c.args, err, c.want, out)
		}
	}
}

// The page to play on draws the board, and its server plays.
func TestServe(t *testing.T) {
	t.Chdir(t.TempDir())
	server := program(t, "serve --addr 127.0.0.1:0")
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = server.Process.Kill(), server.Wait() }()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ method, path, body, want string }{
		{"GET", "/play?game=othello", "", `data-game="othello"`},
		{"POST", "/api/play", `{"game":"othello","against":"greedy","strength":"easy","moves":["d3"],"answer":true}`, `"said":"white plays `},
	} {
		r, err := http.NewRequest(c.method, "http://"+address.Host+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+address.Query().Get("token"))
		r.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		if answer.Body.Close(); err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(text), c.want) {
			t.Errorf("%s: %s, %v, want %q in\n%s", c.path, answer.Status, err, c.want, text)
		}
	}
}
