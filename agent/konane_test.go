package agent

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"evolab/game"
	"evolab/game/konane"
	"evolab/host"
	"evolab/internal/tooltest"
)

// pythonHere skips a test that plays a program in Python kept to one port.
func pythonHere(t *testing.T) {
	t.Helper()
	tooltest.Need(t, "python3")
	if host.Confined().Level < host.Isolated {
		t.Skip("no namespaces: no program is kept to a port here")
	}
}

// A client that was written from docs/reference/konane-protocol.md alone plays whole games
// against random, on both sides, from the start and from random openings, and its
// parameters decide how.
func TestArtemisClientPlays(t *testing.T) {
	pythonHere(t)
	base := programOf(t, "konane", "artemis:dir=testdata/artemis,cmd=SIZE=6 python3 client.py", TunedParameters{})
	modest, err := base.(Tunable).With(TunedParameters{PassEnv, []string{"mine", "theirs"}, []float64{-1, -1}})
	if err != nil {
		t.Fatal(err)
	}
	defer modest.Close()
	played := artemisGame(t, base, 0, "")
	if other := artemisGame(t, modest, 0, ""); other == played {
		t.Errorf("the parameters change nothing in %s", played)
	}
	artemisGame(t, base, 1, "[2:2] [2:3]")
	artemisGame(t, base, 0, "[0:0] [0:1] [2:0]:[0:0] [0:3]:[0:1]")
}

// artemisGame plays a game on 6x6 against the first of the legal moves, to the end.
func artemisGame(t *testing.T, a Agent, client int, opening string) string {
	t.Helper()
	g, err := FindGame("konane")
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Board("6x6", "start")
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.FieldsSeq(opening) {
		m, err := b.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		b.Play(m)
	}
	p, err := a.Player(1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var moves []string
	for !b.Outcome().Over() {
		m := b.Moves(nil)[0]
		if int(b.Turn()) == client {
			choice, err := p.Choose(t.Context(), b, Clock{})
			if err != nil {
				t.Fatalf("%v after %s %v", err, opening, moves)
			}
			m = choice.Move
		}
		moves = append(moves, b.FormatMove(m))
		legal := false
		for _, l := range b.Moves(nil) {
			legal = legal || l == m
		}
		if !legal {
			t.Fatalf("illegal after %s: %v", opening, moves)
		}
		b.Play(m)
	}
	return strings.Join(moves, " ")
}

// What no client of an Artemis server does loses the game.
func TestArtemisClientsThatLose(t *testing.T) {
	pythonHere(t)
	const begin = "import os,socket; s=socket.create_connection(('127.0.0.1',int(os.environ['EVOLAB_PORT']))); f=s.makefile('rw'); "
	const say = begin + "say=lambda *l: [([f.readline() for _ in range(n)], f.write(x+chr(10)), f.flush()) for n, x in l]; "
	for _, c := range []struct{ about, program, reason string }{
		{"a name that is no number", say + "say((2,'me')); f.read()", "malformed"},
		{"plays itself", say + "say((2,'7'),(1,'1'),(1,'7')); f.read()", "malformed"},
		{"no move", say + "say((2,'7'),(1,'1'),(1,'8'),(3,'hello')); f.read()", "malformed"},
		{"leaves after the login", say + "say((2,'7'),(1,'1'),(1,'8'))", "no-output"},
		{"answers too early", say + "say((2,'7'+chr(10)+'1'+chr(10)+'8')); f.read()", "malformed"},
		{"a good removal", say + "say((2,'7'),(1,'1'),(1,'8'),(3,'[0:0]')); f.read()", ""},
	} {
		t.Run(c.about, func(t *testing.T) {
			a := programOf(t, "konane", `artemis:dir=testdata/artemis,cmd=python3 -c "`+c.program+`"`, TunedParameters{})
			move, err := moveAt(t, a, "konane", "start")
			var lost *Forfeit
			if c.reason == "" && err == nil && move == "[0:0]" {
				return
			}
			if !errors.As(err, &lost) || lost.Reason != c.reason {
				t.Errorf("%q, %v; want %s", move, err, c.reason)
			}
		})
	}
}

// A client reads what it is told in the pieces in which a server writes it.
func TestArtemisPieces(t *testing.T) {
	for _, c := range []struct {
		plies []string // before the client's
		want  string   // of the question: | between pieces, ; between lines
	}{
		{nil, "Game:1|Player:1|?Remove:"},
		{[]string{"[0:0]"}, "Game:1|Color:WHITE|Player:2;Removed:[0:0];?Remove:"},
		{[]string{"[0:0]", "[0:1]"}, "Game:1|Player:1|Color:BLACK|Removed:[0:0]|Removed:[0:1]|?Move(1000):"},
		{[]string{"[0:0]", "[1:0]", "[0:2]:[0:0]"}, "Game:1|Color:WHITE|Player:2;Removed:[0:0]|Removed:[1:0]|Move[0:2]:[0:0]|?Move(1000):"},
	} {
		s, err := konane.Start("8x8")
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range c.plies {
			m, err := konane.ParseMove(&s, text)
			if err != nil {
				t.Fatal(err)
			}
			s.Play(m, &s)
		}
		want := []string{"Artemis Konane Server|?Username:", "?Password:", "?Opponent:", c.want}
		client, got := &artemisClient{}, []string{}
		_, err = client.move(&s, Clock{Move: time.Second}, func(_ string, question ...string) (string, error) {
			for i, piece := range question {
				question[i] = strings.ReplaceAll(strings.TrimSuffix(piece, "\n"), "\n", ";")
			}
			if got = append(got, strings.Join(question, "|")); len(got) < len(want) {
				return strconv.Itoa(len(got)), nil
			}
			return konane.FormatMove(&s, s.Moves(nil)[0]), nil
		})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v: %q, %v; want %q", c.plies, got, err, want)
		}
	}
}

// The moves to a position are found if it is a few plies away.
func TestKonanePath(t *testing.T) {
	r := game.NewRand(1)
	for _, plies := range []int{0, 1, 2, 3, 4, 6, maxRecoverablePlies} {
		start, err := konane.Start("8x8")
		if err != nil {
			t.Fatal(err)
		}
		to := start
		for range plies {
			moves := to.Moves(nil)
			to.Play(moves[r.Intn(len(moves))], &to)
		}
		moves, ok := konanePath(start, to)
		at := start
		for _, m := range moves {
			at.Play(m, &at)
		}
		if !ok || at.Hash() != to.Hash() {
			t.Errorf("%d plies: %s, %v; want %s", plies, konane.Format(&at), ok, konane.Format(&to))
		}
	}
}

// A position that is too far from the full board for that is refused.
func TestArtemisIsTooFar(t *testing.T) {
	s, err := konane.Start("")
	if err != nil {
		t.Fatal(err)
	}
	for r := game.NewRand(1); s.Removals() > 0 || stones(&s) > 280; {
		moves := s.Moves(nil)
		s.Play(moves[r.Intn(len(moves))], &s)
	}
	client := &artemisClient{}
	_, err = client.move(&s, Clock{}, func(_ string, question ...string) (string, error) {
		if strings.Contains(question[0], "Opponent") {
			return "2", nil
		}
		return "1", nil
	})
	if err == nil || !strings.Contains(err.Error(), "too far") {
		t.Errorf("%v, want an error that it is too far", err)
	}
}
