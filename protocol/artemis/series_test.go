package artemis

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"evolab/game"
	"evolab/game/konane"
)

// scriptedServer is a Table whose server says the lines of one connection after the other, and
// then hangs up; a line "wait" is silence. A connection "down" cannot be made.
type scriptedServer struct {
	connections []string
	lines       []string // of the connection
	now         time.Duration
	shown       []string
	ended       int // games
	fail        error
}

func (s *scriptedServer) Begin(*Client) error { return s.fail }

func (s *scriptedServer) End(*Client, error) error {
	s.ended++
	return nil
}

func (s *scriptedServer) Connect() error {
	text := "down"
	if len(s.connections) > 0 {
		text, s.connections = s.connections[0], s.connections[1:]
	}
	if text == "down" {
		return errors.New("nobody listens")
	}
	s.lines = strings.Split(text, "\n")
	return nil
}

func (s *scriptedServer) Close() {}

func (s *scriptedServer) Receive(chunk []byte, wait time.Duration) (int, error) {
	if len(s.lines) == 0 {
		return 0, ErrEnded
	}
	line := s.lines[0]
	s.lines = s.lines[1:]
	if line == "wait" {
		s.now += wait
		return 0, nil
	}
	return copy(chunk, line+"\n"), nil
}

func (s *scriptedServer) Send(text string) error { return nil }

func (s *scriptedServer) Choose(b *konane.State, _ time.Duration) (game.Move, error) {
	return b.Moves(nil)[0], nil
}

func (s *scriptedServer) Now() time.Duration { return s.now }

func (s *scriptedServer) Show(result string) { s.shown = append(s.shown, result) }

func (s *scriptedServer) Warn(string) {}

func (s *scriptedServer) Again(err error, pause time.Duration) bool {
	s.now += pause
	s.shown = append(s.shown, fmt.Sprintf("%v; again in %v", err, pause))
	return true
}

// What a series shows and how it ends, whatever the server does.
func TestSeries(t *testing.T) {
	const ended = "the connection ended before the game was over"
	const won, lost = "Game:1\nYou win!", "Game:2\nOpponent wins!"
	over := "?Username:\nError: the event is over for user 1"
	for _, c := range []struct {
		name        string
		games       int // 0: an event
		connections []string
		shown       []string
		err         string
	}{
		{"one game", 1, []string{won}, []string{"game 1", "game 1: user wins"}, ""},
		{"one game, and nobody is there", 1, nil, nil, "nobody listens"},
		{"one game that is hung up on", 1, []string{"Game:1"}, []string{"game 1"}, ended},
		{"a server that falls silent", 1, []string{"hello\nwait\nwait"}, nil, "the server has been silent for too long"},
		{"a refused login", 1, []string{"?Password:\nError: no"}, nil, ended + "; the server said: Error: no"},
		{"three games", 3, []string{won, lost, won}, []string{
			"game 1", "game 1: user wins", "game 2", "game 2: user loses", "game 1", "game 1: user wins", "games: 2 won, 1 lost"}, ""},
		{"a game that breaks off", 2, []string{"Game:1\nError: the server is stopping", "down", won}, []string{
			"game 1", ended + "; the server said: Error: the server is stopping; again in 1s", "nobody listens; again in 2s",
			"game 1", "game 1: user wins", "games: 1 won, 0 lost, 1 broken off"}, ""},
		{"an event", 0, []string{won, lost, over}, []string{"game 1", "game 1: user wins", "game 2", "game 2: user loses", "event: 1 won, 1 lost"}, ""},
		{"an event that refuses us", 0, []string{"Error: no", "Error: no", "Error: no", "Error: no"}, []string{
			ended + "; the server said: Error: no; again in 1s", ended + "; the server said: Error: no; again in 1s",
			ended + "; the server said: Error: no; again in 1s"}, ended + "; the server said: Error: no"},
		{"a server with another board", 2, []string{"Game:1\nPlayer:1\n?Remove:\nOpponent wins!", won}, []string{
			"game 1", "game 1: user loses", "the server did not take the move [0:0]: was the answer in time, and is its board 4x4, too? --variant 18x18 gives another size; again in 1s",
			"game 1", "game 1: user wins", "games: 1 won, 1 lost"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := &scriptedServer{connections: c.connections}
			series := Series{Account: Account{User: 1, Opponent: 2, Password: "7", Event: c.games == 0}, Start: start(t, "4x4"), Clock: Clock, Games: c.games}
			err := PlaySeries(&series, server)
			if fmt.Sprint(err) != c.err && (err != nil || c.err != "") || strings.Join(server.shown, "\n") != strings.Join(c.shown, "\n") {
				t.Errorf("%v, after\n%s\n(expected: %s, after\n%s)", err, strings.Join(server.shown, "\n"), c.err, strings.Join(c.shown, "\n"))
			}
		})
	}
	broken := &scriptedServer{fail: errors.New("no player")}
	if err := PlaySeries(&Series{Games: 2}, broken); err != broken.fail || broken.ended > 0 {
		t.Errorf("without a player: %v, %d games", err, broken.ended)
	}
}

// A server that is away is waited for during five minutes, a second first and a
// quarter of a minute later; a minute of it costs six or seven attempts.
func TestWaitingForAServer(t *testing.T) {
	var r Retry
	var total time.Duration
	minute, attempts := 0, 0
	for {
		pause, again := r.After(true, "")
		if !again {
			break
		}
		if total += pause; total <= time.Minute {
			minute++
		}
		attempts++
	}
	if total < 4*time.Minute || total > maxAway || minute < 5 || minute > 8 {
		t.Errorf("%d attempts in %v, %d in the first minute", attempts, total, minute)
	}
	r.Played()
	if pause, again := r.After(true, "Error: the server is full"); pause != time.Second || !again {
		t.Errorf("after a game: %v, %v", pause, again)
	}
}

// Games that go wrong are another matter: three in a row, and no more.
func TestGamesThatGoWrong(t *testing.T) {
	for _, c := range []struct {
		gone    bool
		trouble string
	}{{false, ""}, {false, "Error: the server is full"}, {true, "Error: wrong username or password"}} {
		var r Retry
		for range 2 {
			for range maxBroken {
				if _, again := r.After(c.gone, c.trouble); !again {
					t.Fatal("given up too early")
				}
			}
			if _, again := r.After(c.gone, c.trouble); again {
				t.Fatal("a fourth one")
			}
			r.Played()
		}
	}
}

func TestPace(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	var p Pace
	for i, step := range []struct{ left, spent, want time.Duration }{
		{0, 2 * s, 180*s - 18300*ms},           // a removal
		{180 * s, 2 * s, 180*s - 18300*ms},     // nothing is known yet
		{178 * s, 2 * s, 178*s - 18100*ms},     // nothing was lost
		{175600 * ms, s, 175600*ms - 23860*ms}, // 0.4 s, of which a quarter counts
		{174600 * ms, s, 174600*ms - 22260*ms}, // nothing: 0.075 s now
		{180 * s, s, 180*s - 22800*ms},         // somebody has set the clock
		{600 * ms, ms, 60 * ms}, {10 * ms, ms, ms}, {1, 1, 1},
	} {
		if got := p.Usable(step.left, 180*s); got != step.want {
			t.Errorf("question %d, %v are left: %v (expected: %v)", i, step.left, got, step.want)
		}
		p.Spent(step.spent)
	}
}

// However slow the network is, a player that takes all it may for a move, as
// the others of its game need it, has time for a long game.
func TestPaceLasts(t *testing.T) {
	for _, lag := range []time.Duration{0, time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond} {
		var p Pace
		left := Clock
		for move := range 140 {
			spent := p.Usable(left, Clock) / time.Duration(60-move/3)
			p.Spent(spent)
			if left -= spent + lag; left <= 0 {
				t.Errorf("with %v between them the time is up at move %d", lag, move)
				break
			}
		}
	}
}
