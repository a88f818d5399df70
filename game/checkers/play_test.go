package checkers

import (
	"slices"
	"strings"
	"testing"

	"evolab/game"
)

// drawn reads a board as draw shows it, without the names of rows and columns.
func drawn(t *testing.T, board, side string) State {
	t.Helper()
	rows := strings.Fields(strings.ReplaceAll(board, " ", ""))
	s, err := Parse("", strings.Join(rows, "/")+" "+side)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Each case is a board, all moves in it, and the board after the first one.
func TestMovesOnBoards(t *testing.T) {
	for _, c := range []struct{ about, side, board, moves, after string }{
		{"men step forward, kings both ways, nobody onto a piece", "b", `
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . B . . .
			. b . . . w . .
			b . . . . . w .
			. . . . . . . .
			. . . . . . . .`,
			"E e5 d6,E e5 f6,E e5 d4,E b4 c3,E a3 b2", `
			. . . . . . . .
			. . . . . . . .
			. . . B . . . .
			. . . . . . . .
			. b . . . w . .
			b . . . . . w .
			. . . . . . . .
			. . . . . . . .`},
		{"a capture is mandatory and goes on to its end; the longer one need not be chosen", "w", `
			. . . . . . . .
			. . . . . . . .
			. . . . . b . .
			. . . . . . . .
			. b . b . . . .
			. . w . w . . .
			. . . . . . . .
			. . . . . . . .`,
			"J c3 a5,J c3 e5;J e5 g7,J e3 c5", `
			. . . . . . . .
			. . . . . . . .
			. . . . . b . .
			w . . . . . . .
			. . . b . . . .
			. . . . w . . .
			. . . . . . . .
			. . . . . . . .`},
		{"a man that reaches the last row is crowned and stops", "w", `
			. . . . . . . .
			. . b . b . . .
			. w . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .`,
			"J b6 d8", `
			. . . W . . . .
			. . . . b . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .`},
		{"a king jumps on in any direction, but over no piece twice", "b", `
			. . . . . . . .
			. . . . . . . .
			. . . w . w . .
			. . . . . . . .
			. . . w . w . .
			. . B . . . . .
			. . . . . . . .
			. . . . . . . .`,
			"J c3 e5;J e5 c7,J c3 e5;J e5 g7,J c3 e5;J e5 g3", `
			. . . . . . . .
			. . B . . . . .
			. . . . . w . .
			. . . . . . . .
			. . . . . w . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .`},
		{"a king may end where it began, by either way round", "b", `
			. . . . . . . .
			. . . . . . . .
			. . . w . w . .
			. . . . . . B .
			. . . w . w . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .`,
			"J g5 e7;J e7 c5;J c5 e3;J e3 g5,J g5 e3;J e3 c5;J c5 e7;J e7 g5", `
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . B .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .`},
		{"men do not capture backwards", "b", `
			. . . . . . . .
			. . . . . . . .
			. . . w . . . .
			. . . . b . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .`,
			"E e5 d4,E e5 f4", `
			. . . . . . . .
			. . . . . . . .
			. . . w . . . .
			. . . . . . . .
			. . . b . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .`},
	} {
		s := drawn(t, c.board, c.side)
		moves := s.Moves(nil)
		var texts []string
		for _, m := range moves {
			texts = append(texts, formatMove(&s, m))
		}
		if got := strings.Join(texts, ","); got != c.moves {
			t.Errorf("%s:\n%smoves %s\nwant  %s", c.about, draw(&s), got, c.moves)
			continue
		}
		s.Play(moves[0], &s)
		want := drawn(t, c.after, c.side)
		if FormatRows(&s) != FormatRows(&want) {
			t.Errorf("%s: after %s\n%swant\n%s", c.about, texts[0], draw(&s), draw(&want))
		}
	}
}

// The samples of the assignment.
func TestSamples(t *testing.T) {
	for _, c := range []struct {
		position, move string
		legal          int
		after          string
	}{
		{perftTable[1].position, "E c3 b4", 7, ".b.b.b.b/b.b.b.b./.b...b.b/....b.../.w....../w...w.w./.w.w.w.w/w.w.w.w. b 1"},
		{".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w. b", "J f6 d4;J d4 f2", 1,
			".b.....b/b...b.b./.b.....b/..b...../......../w......./.w.w.b.w/w...w.w. w"},
		{perftTable[2].position, "J d2 f4;J f4 d6", 2, ".b...b../..b...b./...B.w.b/......../.b....../w.....w./......../......w. w"},
		{perftTable[3].position, "E a7 b8", 8, ".W....../....b.b./......../..w.b.../.w...b../....b.../.w.....b/..w...w. b"},
		{perftTable[4].position, "J b2 d4;J d4 b6;J b6 d8", 1, ".b.W.b../....b.b./...b...b/......../.....w../w...w.w./.......w/w...w... b"},
	} {
		s, err := Parse("", c.position)
		if err != nil {
			t.Fatal(err)
		}
		m, err := parseMove(&s, c.move)
		moves := s.Moves(nil)
		if err != nil || len(moves) != c.legal || !slices.Contains(moves, m) {
			t.Errorf("%s: %d legal moves, %s is one: %v (%v)", c.position, len(moves), c.move, slices.Contains(moves, m), err)
			continue
		}
		s.Play(m, &s)
		if format(&s) != c.after {
			t.Errorf("%s leads to %s, want %s", c.move, format(&s), c.after)
		}
	}
}

func TestSkip(t *testing.T) {
	s, err := Parse("", perftTable[2].position+" 3")
	if err != nil {
		t.Fatal(err)
	}
	var other State
	s.Skip(&other)
	want := strings.Replace(format(&s), " b 3", " w 3", 1)
	if format(&other) != want || other.hash != other.rehash() || other.Turn() == game.First {
		t.Errorf("skipping gives %s, want %s", format(&other), want)
	}
}

// A limit of quiet plies ends the game; a record of a game without it goes on.
func TestMovesPastEnd(t *testing.T) {
	r := game.NewRand(5)
	for range 20 {
		s, err := Start("")
		if err != nil {
			t.Fatal(err)
		}
		for ; !s.Outcome().Over(); game.Playout(&s, &r, 1, nil) {
			if got, want := s.MovesPastEnd(nil), s.Moves(nil); !slices.Equal(got, want) {
				t.Fatalf("%s: %v, before the end %v", format(&s), got, want)
			}
		}
	}
	const kings = "......../......../......../......../......../..W...../.B....../........"
	for position, want := range map[string]int{
		kings + " b 51": 1, // a capture
		"......../......../......../......../......../......../......../W....... b 51": 0,
	} {
		s, err := Parse("", position)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(s.MovesPastEnd(nil)); n != want || len(s.Moves(nil)) != 0 {
			t.Errorf("%s: %d moves, want %d", position, n, want)
		}
	}
}
