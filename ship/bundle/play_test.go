package bundle_test

import (
	"os"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/host"
	protocol "evolab/protocol/littlego"
	"evolab/ship/bundle"
)

func TestMain(m *testing.M) {
	host.Supervise()
	debug.SetGCPercent(400) // translating makes much that lasts
	os.Exit(m.Run())
}

// written writes what is handed in for Little-Go, compiled if need be, and
// returns the folder and the command.
func written(t *testing.T, lang string) (dir, command string) {
	t.Helper()
	dir, _ = handedIn(t, order(t, findGame(t, "littlego"), lang))
	if lang == "python" {
		build(t, dir, "my_player3.py", "my_player3.pyc")
		return dir, interpreter(t) + " -S my_player3.pyc -time 0.1"
	}
	if lang == "java" {
		build(t, dir, "my_player.java", "my_player.jar")
		return dir, "java -cp my_player.jar my_player -time 0.3"
	}
	build(t, dir, "my_player11.cpp", "my_player")
	return dir, "./my_player -time 0.02"
}

// Real processes play by files as the host asks them, for either side: legal
// moves, without a word on standard error, and with Black's first move from the
// book.
func TestProcessesPlayByFiles(t *testing.T) {
	for _, lang := range bundle.Languages() {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			dir, command := written(t, lang)
			s, err := littlego.Start("")
			if err != nil {
				t.Fatal(err)
			}
			badInput(t, dir, command, map[string]string{"cpp": "my_player11", "python": "my_player3", "java": "my_player"}[lang])
			for _, side := range []game.Side{game.First, game.Second} {
				session, err := host.Open(host.Program{Dir: dir, Command: command})
				if err != nil {
					t.Fatal(err)
				}
				play(t, session, s, side)
				if err := session.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func play(t *testing.T, session *host.Session, s littlego.State, side game.Side) {
	for s.Ply() < 4 {
		m := s.Moves(nil)[0]
		if s.Turn() == side {
			answer, err := session.Ask(t.Context(), protocol.AppendInput(nil, protocol.InputOf(&s)), host.LimitCPU(10*time.Second))
			if err != nil || answer.Stderr != "" {
				t.Fatalf("ply %d: %v\n%s", s.Ply(), err, answer.Stderr)
			}
			if m, err = protocol.ParseOutput(answer.Output); err != nil || !slices.Contains(s.Moves(nil), m) {
				t.Fatalf("ply %d: %q, %v", s.Ply(), answer.Output, err)
			}
			if s.Ply() == 0 && string(answer.Output) != "2,2\n" {
				t.Errorf("the book's first move is %q", answer.Output)
			}
		}
		s.Play(m, &s)
	}
}

// badInput is answered with a move that is always legal, a reason and the exit
// code 2.
func badInput(t *testing.T, dir, command, called string) {
	session, err := host.Open(host.Program{Dir: dir, Command: command + "; echo $? >&2"})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	answer, err := session.Ask(t.Context(), []byte("3\n00000\n"), host.LimitCPU(10*time.Second))
	want := called + ": input.txt: line 1: found \"3\" (expected: the colour, 1 for Black or 2 for White)\n2\n"
	if err != nil || string(answer.Output) != "PASS\n" || answer.Stderr != want {
		t.Errorf("%v, %q, message %q (expected: %q)", err, answer.Output, answer.Stderr, want)
	}
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// take reads and removes a file; "" if there is none.
func take(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	os.Remove(file)
	return string(text)
}
