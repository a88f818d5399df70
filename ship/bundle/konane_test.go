package bundle_test

import (
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"evolab/arena/artemis"
	"evolab/arena/artemis/event"
	"evolab/game"
	"evolab/game/gametest"
	"evolab/game/konane"
	"evolab/internal/longtest"
	protocol "evolab/protocol/artemis"
	"evolab/ship/bundle"
)

// secret is a password that nothing may show.
const secret = "918273645"

// konaneProgram makes the program of Konane and returns the words that start
// it.
func konaneProgram(t *testing.T, lang string) []string {
	t.Helper()
	dir, list := handedIn(t, order(t, findGame(t, "konane"), lang))
	return command(t, lang, dir, list[0].Name)
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
			if lang != "python" && !longtest.Enabled() {
				t.Skip("compiling takes seconds; run with -long")
			}
			t.Parallel()
			program := konaneProgram(t, lang)
			small := artemis.Settings{Start: konaneStart(t, "6x6"), Games: 3, Gap: -1}
			t.Run("both colours", func(t *testing.T) { playKonane(t, program, small, "--variant", "6x6", "--move-time", "0.01") })
			t.Run("terminal", func(t *testing.T) { typePassword(t, program) })
			for name, c := range hostile {
				t.Run(name, func(t *testing.T) { c.meet(t, program) })
			}
			t.Run("arguments", func(t *testing.T) { refuseArguments(t, program) })
			if longtest.Enabled() {
				t.Run("event", func(t *testing.T) { playEvent(t, program) })
				large := artemis.Settings{Start: konaneStart(t, "18x18"), Games: 1, Gap: -1}
				t.Run("full size", func(t *testing.T) { playKonane(t, program, large, "--move-time", "0.01") })
			}
		})
	}
}

// With -long either program plays 200 games (-games) against random, on the
// small board with a clock of 1 s and on the large one with 5 s in turn, a process
// and a server each, without a foul or an overrun:
//
//	go test ./ship/bundle -run TestKonaneGames -long -timeout 2h -v
func TestKonaneGames(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("takes a quarter of an hour; run with -long")
	}
	for _, lang := range bundle.Languages() {
		t.Run(lang, func(t *testing.T) {
			program := konaneProgram(t, lang)
			for n := range *gamesFlag {
				if n%2 == 0 {
					playKonane(t, program, artemis.Settings{Start: konaneStart(t, "8x8"), Games: 1, Clock: time.Second, Gap: -1}, "--variant", "8x8", "--game-time", "1")
				} else {
					playKonane(t, program, artemis.Settings{Start: konaneStart(t, "18x18"), Games: 1, Clock: 5 * time.Second, Gap: -1}, "--game-time", "5")
				}
			}
		})
	}
}

// konaneStart is the start position of a variant.
func konaneStart(t *testing.T, variant string) konane.State {
	t.Helper()
	start, err := konane.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	return start
}

// playKonane lets the program, with its arguments, play against a random player
// on the real server: every game is whole, and nobody breaks the protocol or
// runs out of time.
func playKonane(t *testing.T, program []string, server artemis.Settings, arguments ...string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var results []artemis.Result
	server.Result = func(r artemis.Result) { results = append(results, r) }
	served := make(chan error)
	go func() {
		served <- artemis.Serve(t.Context(), listener, server)
	}()
	for n := range server.Games {
		other := make(chan error)
		go func() { other <- randomGuest(listener.Addr().String(), server.Start, uint64(n)) }()
		out, err := started(t, program, append([]string{listener.Addr().String(), "--user", "1", "--opponent", "2"}, arguments...)...).CombinedOutput()
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
	if len(results) != server.Games {
		t.Errorf("%d games", len(results))
	}
}

// playEvent lets the program play an event against the random player: it
// continues until the server says that there are no more games.
func playEvent(t *testing.T, program []string) {
	start := konaneStart(t, "6x6")
	e, err := event.New(event.Plan{Users: []int{1, 2}, Opening: konane.Format(&start), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error)
	go func() {
		served <- artemis.Serve(t.Context(), listener, artemis.Settings{Start: start, Event: e, Gap: -1})
	}()
	go func() {
		for seed := uint64(0); randomGuest(listener.Addr().String(), start, seed) == nil; seed++ {
		}
	}()
	out, err := started(t, program, listener.Addr().String(), "--user", "1", "--event", "--variant", "6x6", "--move-time", "0.01").CombinedOutput()
	if told := strings.Count(string(out), "Event: user 1 meets user 2 in round "); told != e.Games() {
		t.Errorf("it was told %d times whom it meets", told)
	}
	if games := strings.Count(string(out), ": user ") - strings.Count(string(out), "Event: user "); err != nil || games != e.Games() || !regexp.MustCompile(`event: \d won, \d lost\n$`).Match(out) {
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
	return c.Run(conn, func(s *konane.State, _ time.Duration) (game.Move, error) { return gametest.Pick(s, &r), nil }, func(protocol.Event) {})
}
