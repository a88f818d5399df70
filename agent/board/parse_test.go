package board_test

import (
	"strings"
	"testing"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/internal/longtest"
)

// Squares in any form that can mean only one move are understood; the rest gets
// one line that says what is wrong.
var typed = []struct{ game, position, text, want string }{
	{"littlego", "start", "2 3", "2,3"},
	{"littlego", "start", "2,3", "2,3"},
	{"littlego", "start", "(2, 3)", "2,3"},
	{"littlego", "start", "c3", "2,2"},
	{"littlego", "start", "A5", "0,0"},
	{"littlego", "start", "e1", "4,4"},
	{"littlego", "start", "pass", "PASS"},
	{"littlego", "start", "9,9", `"9,9" is off the board (expected: row,column, as 2,3 or c3, or PASS)`},
	{"littlego", "start", "-1,2", `"-1,2" is no move (expected: row,column, as 2,3 or c3, or PASS)`},
	{"littlego", "start", "1, -2", `"1, -2" is no move (expected: row,column, as 2,3 or c3, or PASS)`},
	{"littlego", "start", "2-3", "2,3"},
	{"littlego", "start", "23", `"23" is no move (expected: row,column, as 2,3 or c3, or PASS)`},
	{"littlego", "start", "c3 2", `"c3 2" is no move (expected: row,column, as 2,3 or c3, or PASS)`},
	{"littlego", "start", strings.Repeat("x", 1000), `"xxxxxxxxxxxxxxxxxxxx..." is no move (expected: row,column, as 2,3 or c3, or PASS)`},
	{"littlego", "start", "1,1 2,2", "1,1-2,2: one square is enough here"},
	{"littlego", "...../...../..X../...../..... w 1 -", "c3", "2,2 is taken"},
	{"littlego", ".X.../X..../...../...../..... w 3 -", "a5", "0,0 is not legal here (ko, or no liberty)"},
	{"tictactoe", "start", "0 2", "0,2"},
	{"tictactoe", "start", "c1", "2,2"},
	{"tictactoe", ".../.X./... o", "b2", "1,1 is taken"},

	{"checkers", "start", "f6 e5", "E f6 e5"},
	{"checkers", "start", "F6-E5", "E f6 e5"},
	{"checkers", "start", "E f6 e5", "E f6 e5"},
	{"checkers", "start", "11-15", "E f6 e5"},
	{"checkers", "start", "f6", "f6 can go to e5; g5"},
	{"checkers", "start", "f6 f5", "f6-f5 is not legal; f6 can go to e5; g5"},
	{"checkers", "start", "c5 d4", "c5 is empty: a move begins at a piece of yours"},
	{"checkers", "start", "c3 d4", "c3 is not a piece of yours"},
	{"checkers", "start", "h8 g7", "h8 cannot move now; moves lists what can"},
	{"checkers", "......../......../.b...b../....w.../......../..w...../......../........ b", "b6 a5", "b6 cannot move now (a capture has to be taken, and to its end); moves lists what can"},
	{"checkers", "......../......../.....b../....w.../......../..w...../......../........ b", "f6xd4xb2", "J f6 d4;J d4 b2"},
	{"checkers", "......../......../.....b../....w.../......../..w...../......../........ b", "f6 b2", "J f6 d4;J d4 b2"},
	{"checkers", "......../......../.....b../....w.../......../..w...../......../........ b", "f6 d4", "f6-d4 is not legal; f6 can go to d4-b2"},
	{"checkers", "......../....b.../...w.w../......../...w.w../......../......../........ b", "e7 e3", "e7-e3 could be e7-c5-e3 or e7-g5-e3"},
	{"checkers", "......../....b.../...w.w../......../...w.w../......../......../........ b", "e7 g5 e3", "J e7 g5;J g5 e3"},

	{"halma", "start", "3,0 5,0", "J 3,0 5,0"},
	{"halma", "start", "3 0 5 0", "J 3,0 5,0"},
	{"halma", "start", "(3,0)-(5,0)", "J 3,0 5,0"},
	{"halma", "start", "3,0 - 5,0", "J 3,0 5,0"},
	{"halma", "start", "3,-0 5,0", `"3,-0 5,0" is no move (expected: x,y x,y, as 3,0 5,0)`},
	{"halma", "start", "d16 f16", "J 3,0 5,0"},
	{"halma", "start", "4,1 5,1", "E 4,1 5,1"},
	{"halma", "start", "3,0 6,0", "3,0-6,0 is not legal; 3,0 can go to 5,0; 5,2"},
	{"halma", "start", "15,15 14,14", "15,15 is not a piece of yours"},
	{"halma", "start", "3,0 5", `"3,0 5" is no move (expected: x,y x,y, as 3,0 5,0)`},
	{"halma", "start", "3,0 16,0", `"3,0 16,0" is off the board (expected: x,y x,y, as 3,0 5,0)`},

	{"konane", "start", "[8:8]", "[8:8]"},
	{"konane", "start", "8 8", "[8:8]"},
	{"konane", "start", "i9", "[8:8]"},
	{"konane", "start", "3,3", "3,3 cannot be removed; 0,0; 0,17; 8,8; 8,9; 9,8; 9,9; 17,0; 17,17 can"},
	{"konane", "XOXO/O..X/XOXO/OXOX b", "[1:0]:[1:2]", "1,0 is not a piece of yours"},
	{"konane", "XOXO/O..X/XOXO/OXOX b", "3 1 1 1", "[3:1]:[1:1]"},
	{"konane", "XOXO/O..X/XOXO/OXOX b", "[3:1]:[1:1]", "[3:1]:[1:1]"},
	{"konane", "XOXO/O..X/XOXO/OXOX b", "b4-b2", "[3:1]:[1:1]"},
	{"konane", "XOXO/O..X/XOXO/OXOX b", "3 1", "3,1 can go to 1,1"},
}

func TestParse(t *testing.T) {
	for _, c := range typed {
		g, err := agent.FindGame(c.game)
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.Board("", c.position)
		if err != nil {
			t.Errorf("%s: %v", c.game, err)
			continue
		}
		m, err := board.Parse(g.Info().Layout, b, c.text)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = b.FormatMove(m)
		}
		if got != c.want {
			t.Errorf("%s, %s: %q is understood as %q, want %q", c.game, c.position, c.text, got, c.want)
		}
	}
}

// Whatever form a move is shown in can be typed.
func TestShownMovesCanBeTyped(t *testing.T) {
	games := uint64(1)
	if longtest.Enabled() {
		games = 4
	}
	for _, g := range agent.Games() {
		info := g.Info()
		for seed := range games {
			walk(t, g, seed, func(b agent.Board) {
				if text := board.Standing(info.Layout, b, [2]int{10, 10}); len(text) > 79 {
					t.Errorf("%d columns: %s", len(text), text)
				}
				moves := b.Moves(nil)
				for i, text := range board.Moves(info.Layout, b) {
					m, err := board.Parse(info.Layout, b, text)
					if want := moves[i]; err != nil || m != want {
						t.Fatalf("%s: %s is shown as %q, which is understood as %v, %v (%s)", info.Name, b.FormatMove(want), text, m, err, b.Position())
					}
				}
			})
		}
	}
}

// walk plays a random game and looks at some of its positions.
func walk(t *testing.T, g agent.Game, seed uint64, look func(b agent.Board)) {
	t.Helper()
	b, err := g.Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(agent.Spec{Name: "random"}, agent.Env{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Player(seed)
	if err != nil {
		t.Fatal(err)
	}
	for ply := 0; ply < 120 && !b.Outcome().Over(); ply++ {
		if ply%7 == 0 && (longtest.Enabled() || ply%2 == 0) {
			look(b)
		}
		choice, err := p.Choose(t.Context(), b, agent.Clock{})
		if err != nil {
			t.Fatal(err)
		}
		b.Play(choice.Move)
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range typed {
		f.Add(c.text)
	}
	var boards []agent.Board
	for _, g := range agent.Games() {
		b, err := g.Board("", "start")
		if err != nil {
			f.Fatal(err)
		}
		boards = append(boards, b)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for i, g := range agent.Games() {
			m, err := board.Parse(g.Info().Layout, boards[i], text)
			if err == nil && !agent.Legal(boards[i], m) {
				t.Errorf("%s: %q is understood as an illegal move", g.Info().Name, text)
			}
			if err != nil && (strings.Contains(err.Error(), "\n") || len(err.Error()) > 240) {
				t.Errorf("%s: %q: %q is no line", g.Info().Name, text, err)
			}
		}
	})
}
