package artemis

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/game"
	"evolab/game/gametest"
	"evolab/game/konane"
)

// script is what the players sent in a recorded game, with the time that the
// first one took for each answer.
type script struct {
	moves []string
	spent []time.Duration
}

// scriptOf reads the moves of a log of the first player's side, and how long it
// thought: the difference of the clocks in two questions.
func scriptOf(log string) script {
	var s script
	last := Clock
	for line := range strings.Lines(log) {
		switch m := ParseMessage(line); m.Kind {
		case Removed, Moved:
			s.moves = append(s.moves, m.Move)
			s.spent = append(s.spent, 0)
		case AskMove:
			// The move before the last one was the first player's.
			if n := len(s.spent); n > 2 {
				s.spent[n-2] = last - m.Clock
			}
			last = m.Clock
		}
	}
	return s
}

// Given the moves and times of the recorded game, our server sends the first
// player what the real one sent.
func TestServerSendsWhatTheRealOneSent(t *testing.T) {
	log := loadLog(t)
	s := scriptOf(log)
	m, lines := NewMatch(1, start(t, ""), 0)
	var sent [2]strings.Builder
	var pieces []string
	record := func(lines []Line) {
		for _, l := range lines {
			pieces = append(pieces, l.Text)
			fmt.Fprintln(&sent[l.Player], l.Text)
		}
	}
	record(lines)
	for i, move := range s.moves {
		player, _ := m.Asked()
		if player != i%2 {
			t.Fatalf("move %d is asked of player %d", i, player)
		}
		record(m.Receive(player, move, s.spent[i]))
	}
	if got := sent[0].String(); got != log {
		t.Fatalf("the server sent\n%s", got)
	}
	if m.Verdict() != nil {
		t.Fatal("the game is over before the last move")
	}
	record(m.Receive(0, "[16:14]:[16:16]\r", 5*time.Millisecond))
	v := m.Verdict()
	if v == nil || v.Winner != 0 || v.Reason != NoMove || v.Detail != "white cannot move" {
		t.Fatalf("%+v", v)
	}
	for player, want := range []string{"Move[16:14]:[16:16]\nYou win!\n", "Move[16:14]:[16:16]\nOpponent wins!\n"} {
		if !strings.HasSuffix(sent[player].String(), want) {
			t.Errorf("player %d last gets\n%s", player, sent[player].String()[sent[player].Len()-60:])
		}
	}
	if !slices.Contains(pieces, "Player:2\nRemoved:[0:0]\n?Remove:") {
		t.Errorf("the first question to the second player is no piece of its own: %q", pieces[:8])
	}
	const second = "Game:1\nColor:WHITE\nPlayer:2\nRemoved:[0:0]\n?Remove:\nRemoved:[0:1]\nMove[2:0]:[0:0]\n?Move(180000):\nMove[0:3]:[0:1]\n"
	if !strings.HasPrefix(sent[1].String(), second) {
		t.Errorf("the second player first gets\n%.200s", sent[1].String())
	}
	if got := m.Moves(); len(got) != 271 || got[270] != "[16:14]:[16:16]" {
		t.Errorf("%d moves are kept", len(got))
	}
}

// texts are the lines for one player.
func texts(lines []Line, player int) []string {
	var list []string
	for _, l := range lines {
		if l.Player == player {
			list = append(list, l.Text)
		}
	}
	return list
}

func TestVerdicts(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name   string
		end    func(m *Match) []Line
		winner int
		reason Reason
		told   string // what the loser is told before the result
	}{
		{"illegal move", func(m *Match) []Line { return m.Receive(0, "[0:2]:[0:0]", ms) }, 1, Illegal, `Error: "[0:2]:[0:0]" is no legal move on a board of 4x4`},
		{"no move at all", func(m *Match) []Line { return m.Receive(0, "hello\x00", ms) }, 1, Illegal, `Error: "hello\x00" is no legal move on a board of 4x4`},
		{"a removal in place of a move", func(m *Match) []Line { return m.Receive(0, "[3:3]", ms) }, 1, Illegal, `Error: "[3:3]" is no legal move on a board of 4x4`},
		{"an answer at the last moment", func(m *Match) []Line { return m.Receive(0, "[2:0]:[0:0]", time.Second) }, 1, OutOfTime, "Error: the time is up"},
		{"no answer", (*Match).Flag, 1, OutOfTime, "Error: the time is up"},
		{"first player gone", func(m *Match) []Line { return m.Leave(0) }, 1, Disconnect, "Error: the player has disconnected"},
		{"second player gone", func(m *Match) []Line { return m.Leave(1) }, 0, Disconnect, "Error: the player has disconnected"},
		{"no lines", func(m *Match) []Line { return m.Garble(0) }, 1, Illegal, "Error: a line of more than 1024 bytes"},
		{"a flood", func(m *Match) []Line {
			for range maxStray {
				if lines := m.Receive(1, "[0:3]:[0:1]", ms); len(texts(lines, 1)) != 1 || len(texts(lines, 0)) != 0 {
					t.Errorf("a line out of turn is answered %v", lines)
				}
			}
			return m.Receive(1, "[0:3]:[0:1]", ms)
		}, 0, Flood, "Error: too many lines out of turn"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, _ := NewMatch(1, start(t, "4x4"), time.Second)
			m.Receive(0, "[0:0]", 0)
			m.Receive(1, "[0:1]", 0)
			lines := c.end(m)
			v := m.Verdict()
			if v == nil || v.Winner != c.winner || v.Reason != c.reason {
				t.Fatalf("%+v", v)
			}
			if got, want := texts(lines, 1-c.winner), []string{c.told, "Opponent wins!"}; !slices.Equal(got, want) {
				t.Errorf("the loser gets %q, want %q", got, want)
			}
			if got := texts(lines, c.winner); !slices.Equal(got, []string{"You win!"}) {
				t.Errorf("the winner gets %q", got)
			}
			if after := slices.Concat(m.Receive(0, "[2:0]:[0:0]", 0), m.Flag(), m.Leave(0), m.Leave(1)); after != nil {
				t.Errorf("after the end: %v", after)
			}
		})
	}
}

// The removals run on no clock, own thinking does, and the other's does not.
func TestClocks(t *testing.T) {
	m, _ := NewMatch(1, start(t, "6x6"), 10*time.Second)
	var asked []string
	for i, a := range []struct {
		text  string
		spent time.Duration
	}{
		{"[0:0]", 10 * time.Second}, {"[0:1]", 9 * time.Second}, {"[2:0]:[0:0]", 1500 * time.Microsecond},
		{"[0:3]:[0:1]", 7 * time.Second}, {"[0:0]:[0:2]", 3 * time.Second},
	} {
		lines := m.Receive(i%2, a.text, a.spent)
		asked = append(asked, lines[len(lines)-1].Text)
	}
	want := []string{"Player:2\nRemoved:[0:0]\n?Remove:", "?Move(10000):", "?Move(10000):", "?Move(9998):", "?Move(3000):"}
	if !slices.Equal(asked, want) {
		t.Errorf("the players are asked %q, want %q", asked, want)
	}
	if player, left := m.Asked(); player != 1 || left != 3*time.Second {
		t.Errorf("player %d has %v left", player, left)
	}
}

// wire is one end of a connection within the test.
type wire struct {
	io.Reader
	io.Writer
}

// seat is a client that plays at random over pipes.
type seat struct {
	client *Client
	lines  chan string
	server io.WriteCloser
	done   chan error
}

func sit(t *testing.T, board konane.State, seed uint64) *seat {
	t.Helper()
	fromServer, server := io.Pipe()
	toServer, client := io.Pipe()
	s := &seat{client: NewClient(Account{User: 1, Opponent: 2}, board), lines: make(chan string, 1), server: server, done: make(chan error, 1)}
	r := game.NewRand(seed)
	go func() {
		s.done <- s.client.Run(wire{fromServer, client}, func(b *konane.State, _ time.Duration) (game.Move, error) {
			return gametest.Pick(b, &r), nil
		}, func(Event) {})
	}()
	go func() {
		var lines Lines
		buffer := make([]byte, 7)
		for {
			n, err := toServer.Read(buffer)
			if lines.Feed(buffer[:n]) != nil || err != nil {
				return
			}
			for line, ok := lines.Next(); ok; line, ok = lines.Next() {
				s.lines <- line
			}
		}
	}()
	t.Cleanup(func() {
		server.Close()
		client.Close()
	})
	return s
}

// Two clients play whole games on the server, each through a pipe.
func TestClientsOnTheServer(t *testing.T) {
	for seed, variant := range []string{"18x18", "4x4", "5x5", "8x8", "7x10", "6x6", "4x18", "18x18"} {
		board := start(t, variant)
		seats := [2]*seat{sit(t, board, uint64(2*seed)), sit(t, board, uint64(2*seed+1))}
		m, out := NewMatch(seed, board, time.Minute)
		for {
			for _, l := range out {
				if _, err := io.WriteString(seats[l.Player].server, l.Text+"\r\n"); err != nil {
					t.Fatal(err)
				}
			}
			if m.Verdict() != nil {
				break
			}
			player, _ := m.Asked()
			out = m.Receive(player, <-seats[player].lines, time.Millisecond)
		}
		if v := m.Verdict(); v.Reason != NoMove {
			t.Errorf("%s: %+v", variant, v)
		}
		for player, s := range seats {
			err := <-s.done
			won, known := s.client.Result()
			if err != nil || !known || won != (player == m.Verdict().Winner) || s.client.Board() != m.Board() {
				t.Errorf("%s, player %d: won is %v, known is %v, %v", variant, player, won, known, err)
			}
		}
	}
}

// Whatever the players send, a game keeps to the rules and ends once.
func FuzzMatch(f *testing.F) {
	f.Add("[0:0]\n[0:1]\n[2:0]:[0:0]\n[0:3]:[0:1]\n", uint64(0))
	f.Add("[0:0]\n\n[0:1]\nquit\n", uint64(5))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		m, _ := NewMatch(1, start(t, "4x4"), time.Second)
		r := game.NewRand(seed)
		ends := 0
		for _, line := range strings.Split(text, "\n") {
			player, _ := m.Asked()
			if r.Intn(8) == 0 {
				player = 1 - player
			}
			for _, l := range m.Receive(player, line, time.Duration(r.Intn(200))*time.Millisecond) {
				for line := range strings.SplitSeq(l.Text, "\n") {
					if kind := ParseMessage(line).Kind; kind == YouWin || kind == OpponentWins {
						ends++
					} else if kind == Text || kind == AskOther {
						t.Fatalf("the server sends %q", line)
					}
				}
			}
		}
		if over := m.Verdict() != nil; over != (ends == 2) || !over && ends != 0 {
			t.Fatalf("over is %v, %d results were sent", over, ends)
		}
		board := m.Board()
		if _, err := konane.Parse("4x4", konane.Rules().Format(&board)); err != nil {
			t.Fatal(err)
		}
	})
}
