package artemis

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/game"
	"evolab/game/konane"
)

// chunks cuts data at random places.
func chunks(data []byte, seed uint64) [][]byte {
	r := game.NewRand(seed)
	var list [][]byte
	for len(data) > 0 {
		n := min(len(data), r.Intn(1+int(seed%40))+1)
		list = append(list, data[:n])
		data = data[n:]
	}
	return list
}

// recorded is a server that sends what was recorded, in chunks, and keeps what
// the client sends.
type recorded struct {
	chunks [][]byte
	sent   strings.Builder
}

func (r *recorded) Read(p []byte) (int, error) {
	if len(r.chunks) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.chunks[0])
	r.chunks = r.chunks[1:]
	return n, nil
}

func (r *recorded) Write(p []byte) (int, error) { return r.sent.Write(p) }

func loadLog(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/artemis-2019-12-08.txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// answersIn lists what the first player answered in a log: what is announced
// right after each question.
func answersIn(log string) []string {
	var list []string
	asked := false
	for line := range strings.Lines(log) {
		switch m := ParseMessage(line); m.Kind {
		case AskRemove, AskMove:
			asked = true
		case Removed, Moved:
			if asked {
				list = append(list, m.Move)
			}
			asked = false
		}
	}
	return list
}

func start(t testing.TB, variant string) konane.State {
	t.Helper()
	s, err := konane.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func legal(t testing.TB, s *konane.State, text string) game.Move {
	t.Helper()
	m, err := konane.Rules().ParseMove(s, text)
	if err != nil || !slices.Contains(s.Moves(nil), m) {
		t.Fatalf("%s is not legal (%v) in\n%s", text, err, konane.Rules().Draw(s))
	}
	return m
}

// The client plays the recorded game of 2019 with the moves that were played
// then, whatever the chunks of bytes are.
func TestClientPlaysTheRecordedGame(t *testing.T) {
	log := loadLog(t)
	answers := append(answersIn(log), "[16:14]:[16:16]")
	for seed := range uint64(41) {
		server := &recorded{chunks: chunks([]byte(log), seed)}
		c := NewClient(Account{}, start(t, ""))
		asked, played := 0, 0
		var last time.Duration
		err := c.Run(server, func(s *konane.State, clock time.Duration) (game.Move, error) {
			asked++
			if asked > 1 && clock == 0 || last > 0 && clock >= last {
				t.Errorf("question %d: %v are left, %v before", asked, clock, last)
			}
			last = clock
			return legal(t, s, answers[asked-1]), nil
		}, func(e Event) {
			if e.Kind == Played {
				played++
			}
		})
		if err != nil || asked != len(answers) || played != 2+268 {
			t.Fatalf("seed %d: %d questions, %d moves, %v", seed, asked, played, err)
		}
		if want := strings.Join(answers, "\n") + "\n"; server.sent.String() != want {
			t.Fatalf("seed %d: the client sent %q", seed, server.sent.String())
		}
		if won, known := c.Result(); !won || !known {
			t.Errorf("won is %v, known is %v: the last move leaves White without one", won, known)
		}
		if colour, known := c.Colour(); colour != konane.Black || !known || c.Game() != 1 {
			t.Errorf("%s (known is %v) in game %d", colour, known, c.Game())
		}
	}
}

// talk feeds lines to a client and returns its events as words.
func talk(t *testing.T, c *Client, lines ...string) []Event {
	t.Helper()
	var events []Event
	for _, line := range lines {
		e, err := c.Receive(line)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if e.Kind != Nothing {
			events = append(events, e)
		}
	}
	return events
}

func TestClientLogsIn(t *testing.T) {
	c := NewClient(Account{User: 3, Opponent: 4, Password: "77"}, start(t, ""))
	events := talk(t, c, "Welcome to the "+Banner, "", "?Username:", "?Password:", "?Opponent:")
	for i, want := range []string{"3", "77", "4"} {
		if events[i].Kind != Say || events[i].Send != want || events[i].Private != (i == 1) {
			t.Errorf("answer %d: %+v", i, events[i])
		}
	}
	for range maxLogins - 1 {
		talk(t, c, "Error: no", "?Username:", "?Password:")
	}
	if _, err := c.Receive("?Username:"); !errors.Is(err, ErrLogin) {
		t.Errorf("asked for the username again and again: %v", err)
	}
}

// The second player can be Black: the colour comes from the removed stone.
func TestClientAsSecondPlayer(t *testing.T) {
	c := NewClient(Account{}, start(t, "4x4"))
	events := talk(t, c, "Game:5", "Color:BLACK", "Player:2", "Removed:[1:2]", "?Remove:")
	if colour, _ := c.Colour(); colour != konane.Black || events[2].Kind != Choose {
		t.Fatalf("%s, %+v", colour, events)
	}
	board := c.Board()
	text, err := c.Answer(legal(t, &board, "[0:2]"))
	if err != nil || text != "[0:2]" {
		t.Fatalf("%q, %v", text, err)
	}
	if after := c.Board(); after != board {
		t.Error("the answer is on the board before the server announces it")
	}
	events = talk(t, c, "Removed:[0:2]", "Move[3:2]:[1:2]", "?Move(180000):")
	if events[2].Kind != Choose || events[2].Clock != Clock || events[1].Kind != Played {
		t.Errorf("%+v", events)
	}
	if _, err := c.Answer(game.NewMove(0, 1)); err == nil {
		t.Error("an illegal answer is sent")
	}
	board = c.Board()
	if _, err := c.Answer(board.Moves(nil)[0]); err != nil {
		t.Error(err)
	}
	if _, err := c.Answer(board.Moves(nil)[0]); err == nil {
		t.Error("a second answer is sent")
	}
	if won, known := c.Result(); known {
		t.Errorf("the result is known in the middle of the game: %v", won)
	}
	events = talk(t, c, "Error: you were too slow", "Opponent wins!")
	if events[0].Kind != Trouble || events[1].Kind != Over {
		t.Errorf("%+v", events)
	}
	if won, known := c.Result(); won || !known {
		t.Errorf("won is %v, known is %v", won, known)
	}
}

// lostBoard is a position whose side to move, White, has no move.
func lostBoard(t testing.TB) konane.State {
	t.Helper()
	board, err := konane.Parse("", "XO.O/..O./..../.... w")
	if err != nil {
		t.Fatal(err)
	}
	return board
}

func TestClientIsAskedWithoutALegalMove(t *testing.T) {
	c := NewClient(Account{}, lostBoard(t))
	if e, err := c.Receive("?Move(1000):"); err != nil || e.Kind != Stuck {
		t.Errorf("%+v, %v", e, err)
	}
	if won, known := c.Result(); won || !known {
		t.Errorf("won is %v, known is %v", won, known)
	}
	if e, err := c.Receive("Opponent wins!"); err != nil || e.Kind != Over {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestClientNoticesAnotherGame(t *testing.T) {
	for _, lines := range [][]string{
		{"?Move(180000):"},
		{"Move[2:0]:[0:0]"},
		{"Removed:[1:0]"},
		{"Removed:nonsense"},
		{"Removed:[0:0]", "Removed:[3:3]"},
		{"Removed:[0:0]", "Removed:[0:1]", "?Remove:"},
		{"Removed:[0:0]", "Removed:[0:1]", "Removed:[2:0]:[0:0]"},
		{"Removed:[0:0]", "Removed:[0:1]", "Move[2:0]:[0:0]", "Move[2:0]:[0:0]"},
		{"Color:WHITE", "Removed:[0:0]", "Removed:[0:1]", "?Move(180000):"},
	} {
		c := NewClient(Account{}, start(t, "4x4"))
		talk(t, c, append([]string{"Game:1"}, lines[:len(lines)-1]...)...)
		if _, err := c.Receive(lines[len(lines)-1]); err == nil || !strings.Contains(err.Error(), "The position is") {
			t.Errorf("%q: %v", lines, err)
		}
	}
}

func TestClientLosesTheConnection(t *testing.T) {
	log := loadLog(t)
	for n := 0; n < len(log); n += 97 {
		c := NewClient(Account{}, start(t, ""))
		err := c.Run(&recorded{chunks: [][]byte{[]byte(log[:min(n, 4000)])}}, func(s *konane.State, _ time.Duration) (game.Move, error) {
			return s.Moves(nil)[0], nil
		}, func(Event) {})
		if err == nil {
			t.Fatalf("no error after %d bytes", n)
		}
	}
	c := NewClient(Account{}, start(t, ""))
	err := c.Run(&recorded{chunks: chunks([]byte(strings.Repeat("x", 5000)), 39)}, nil, func(Event) {})
	if !errors.Is(err, ErrLine) {
		t.Errorf("garbage without an end: %v", err)
	}
}

// Whatever a server sends, the client neither panics nor answers anything but
// legal moves.
func FuzzClient(f *testing.F) {
	log := loadLog(f)
	f.Add([]byte("4x4"), []byte(log[:200]))
	f.Add([]byte("4x4"), []byte("Game:1\nColor:WHITE\nPlayer:2\nRemoved:[0:0]\n?Remove:\nRemoved:[0:1]\nMove[2:0]:[0:0]\n?Move(1):\n"))
	f.Add([]byte("4x4"), []byte("Game:1\nPlayer:1\n?Remove:\nError: \"[9:9]\" is no legal move on a board of 99x0\nOpponent wins!\nGame:2\nRemoved:[9:9]\n"))
	f.Fuzz(func(t *testing.T, variant, data []byte) {
		s, err := konane.Start(string(variant))
		if err != nil {
			return
		}
		c := NewClient(Account{}, s)
		server := &recorded{chunks: [][]byte{data[:min(len(data), 4096)]}}
		c.Run(server, func(s *konane.State, _ time.Duration) (game.Move, error) {
			return s.Moves(nil)[0], nil
		}, func(e Event) {
			if e.Kind == Choose && c.board.Outcome().Over() {
				t.Error("a move is asked for where there is none")
			}
		})
	})
}
