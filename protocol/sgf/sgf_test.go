package sgf

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"evolab/game"
	"evolab/game/gametest"
	"evolab/game/littlego"
	"evolab/internal/goldentest"
	"evolab/internal/untrusted"
)

// examples are games of all sorts, for the golden file too.
func examples() []Game {
	return []Game{
		{Black: "frozen:depth=2", White: "random", Opening: "start", Moves: []string{"2,2", "0,0", "1,3", "PASS", "PASS"}, Winner: Black, Margin: .5, Reason: "normal"},
		{Black: `a]b\c: [d]`, White: "Ä", Opening: "...../.X.../..O../...../..... b 2 ...../.X.../...../...../.....", Moves: []string{"0,4"},
			Winner: White, Reason: "illegal", Comment: "0,4 in a]b\\c\n\nreason: of its own\n"},
		{Black: "x", White: "y", Opening: "...../...../...../...../..... w 1 ...../...../...../...../..... end", Moves: []string{}, Winner: White, Margin: 2.5, Reason: "normal"},
		{Black: "x", White: "y", Opening: "...../...../..X../...../..... w 1 -", Moves: []string{"PASS"}, Winner: Black, Reason: "time", Comment: "used 2s of CPU for a move"},
		{Black: "x", White: "y", Opening: "start", Moves: []string{}, Winner: Draw, Reason: "ply-limit"},
		{Opening: "start", Moves: []string{"4,0"}},
	}
}

func TestGolden(t *testing.T) {
	text := write(t, examples())
	goldentest.Compare(t, "testdata/games.sgf", text)
	same(t, examples(), text)
}

func write(t *testing.T, games []Game) []byte {
	t.Helper()
	var text []byte
	var err error
	for _, g := range games {
		if text, err = Append(text, g); err != nil {
			t.Fatal(err)
		}
	}
	return text
}

func same(t *testing.T, want []Game, text []byte) {
	t.Helper()
	var got []Game
	for _, r := range Parse(text) {
		if r.Err != nil || r.Notes != nil {
			t.Fatalf("%v %q\n%s", r.Err, r.Notes, text)
		}
		got = append(got, r.Game)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s\n%s", diff, text)
	}
}

func TestRandomGamesComeBack(t *testing.T) {
	r := game.NewRand(1)
	var games []Game
	for i := range 300 {
		games = append(games, randomGame(t, &r, i))
	}
	same(t, games, write(t, games))
}

// randomGame begins from a position within a random game.
func randomGame(t *testing.T, r *game.Rand, i int) Game {
	rules := littlego.Rules()
	s, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	for range r.Intn(6) {
		if s.Outcome().Over() {
			break
		}
		s.Play(gametest.Pick(&s, r), &s)
	}
	g := Game{Black: fmt.Sprint("b", i), White: "w", Opening: "start", Moves: []string{}, Reason: "normal"}
	if s.Ply() > 0 {
		g.Opening = rules.Format(&s)
	}
	for !s.Outcome().Over() {
		m := gametest.Pick(&s, r)
		g.Moves = append(g.Moves, rules.FormatMove(&s, m))
		s.Play(m, &s)
	}
	o := s.Outcome()
	g.Winner, g.Margin = Black, float64(o.Margin)/2
	if o.Result == game.SecondWins {
		g.Winner, g.Margin = White, -g.Margin
	}
	return g
}

func TestGamesOfOtherPrograms(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Game
	}{
		{"white space and unknown properties", "mail\n (a)\n( ; GM [1]\r\nSZ[5:5] KM[6.5] XY[1][2\\]] ;B [aa] BL[3.5]\n;W[\nea ]C[x (;B[bb\\])])\n",
			Game{Opening: "start", Moves: []string{"0,0", "0,4"}}},
		{"main line", "(;SZ[5];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ea];B[eb])(;W[zz]))",
			Game{Opening: "start", Moves: []string{"0,0", "1,1", "2,2", "3,3"}}},
		{"old file", "(;GaMe[1]SiZe[5]PlayerBlack[a]PlayerWhite[b];Black[ab];White[tt];Black[])",
			Game{Black: "a", White: "b", Opening: "start", Moves: []string{"1,0", "PASS", "PASS"}}},
		{"handicap", "(;SZ[5]HA[2]AB[ba][ab]RE[W+R])",
			Game{Opening: ".X.../X..../...../...../..... w 3 -", Moves: []string{}, Winner: White, Reason: "resign"}},
		{"rectangle, later node, erased", "(;SZ[5];AB[aa:bb]AE[aa]AW[ee];W[cc])",
			Game{Opening: ".X.../XX.../...../...../....O w 5 -", Moves: []string{"2,2"}}},
		{"result words", "(;SZ[5]RE[White+Time]PB[a\nb]PW[c\\\nd\\]]C[hello\\\\])",
			Game{Black: "a b", White: "cd]", Opening: "start", Moves: []string{}, Winner: White, Reason: "time", Comment: `hello\`}},
		{"white first", "(;SZ[5]RE[Void];W[cc])",
			Game{Opening: "...../...../...../...../..... w 1 -", Moves: []string{"2,2"}}},
		{"text around games", "mail (;-)\n(;SZ[5];B[aa]) and more, (b) :-)\n\x1a", Game{Opening: "start", Moves: []string{"0,0"}}},
		{"Shift_JIS, whose second bytes escape and end values", "(;CA[Shift_JIS]SZ[5]PB[\x95\x5c\x83\x5d]PW[x];B[aa])",
			Game{Black: "表ゾ", White: "x", Opening: "start", Moves: []string{"0,0"}}},
		{"Shift_JIS with its bytes escaped", "(;CA[Shift_JIS]SZ[5]PB[\x95\x5c\x5c]PW[\x83\x5c\x5cx];B[aa])",
			Game{Black: "表", White: "ソx", Opening: "start", Moves: []string{"0,0"}}},
		{"Big5 with its bytes escaped", "(;CA[Big5]SZ[5]PB[\xb3\x5c\x5c\xa5\x5c\x5c];B[aa])",
			Game{Black: "許功", Opening: "start", Moves: []string{"0,0"}}},
		{"the character set after a name", "(;SZ[5]PB[\xb1\xed\xb7\xb2]CA[gb2312];B[aa])",
			Game{Black: "表凡", Opening: "start", Moves: []string{"0,0"}}},
		{"what others would obey", "(;SZ[5]PB[a\u202e\x1b[2J]C[b\u2066\nc])",
			Game{Black: `a\u202e\u001b[2J`, Opening: "start", Moves: []string{}, Comment: "b\\u2066\nc"}},
		{"Latin-1", "(;SZ[5]PB[\xe4]RE[B+3.5])",
			Game{Black: "ä", Opening: "start", Moves: []string{}, Winner: Black, Margin: 3.5, Reason: "normal"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			same(t, []Game{c.want}, []byte(c.text))
		})
	}
}

// Two stones of a colour in a row, which the format allows, have a pass between them. A
// name in Shift_JIS without CA is not cut silently.
func TestNotes(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[5];B[aa];B[bb];W[cc];W[dd])": "0,0 PASS 1,1 2,2 PASS 3,3; line 1, column 15: B moves again: a pass comes before move 3; line 1, column 27: W moves again: a pass comes before move 6",
		"(;SZ[5]PB[\x95\x5c];B[aa];W[bb])": "1,1; line 1, column 8: PB is in a character set that CA should name: it may have swallowed what follows",
		"(;SZ[5]PL[W];B[aa];W[bb])":        "0,0 1,1; line 1, column 14: the first move is B's, but PL says W",
	} {
		if r := Parse([]byte(text)); len(r) != 1 || r[0].Err != nil || strings.Join(append([]string{strings.Join(r[0].Moves, " ")}, r[0].Notes...), "; ") != want {
			t.Errorf("%s: %+v", text, r)
		}
	}
}

func TestNoGames(t *testing.T) {
	for _, text := range []string{"", "{\"game\":1}", "(a) ;-)", "(;-)"} {
		if r := Parse([]byte(text)); r != nil {
			t.Errorf("%q: %+v", text, r)
		}
	}
}

// A tree that cannot be read has an error with its place, and leaves the others as they
// are.
func TestWhatIsRefused(t *testing.T) {
	const before, after = "(;FF[4]SZ[5];B[aa])\n", "\n(;GM[1]SZ[5];B[bb](;W[cc])(;W[dd]))"
	for text, want := range map[string]string{
		"(;SZ[19];B[aa])":          `line 2, column 3: the board's size is "19" (expected: 5)`,
		"\n (;GM[1];B[aa])":        "line 3, column 2: a game without SZ",
		"(;SZ[5]GM[2])":            `column 8: GM is "2"`,
		"(;SZ[5]\n;B[aa]\n;W[af])": `line 4, column 2: move 2: point "af"`,
		"(;SZ[5]PL[x])":            "PL is",
		"(;SZ[5];B[aa];AB[bb])":    "AB after a move",
		"(;SZ[5]AB[a])":            "AB: point",
		"(;SZ[5]AB[aa]AW[ba][ab])": "the stones that are set up",
		"(;SZ[5];B[aa][bb])":       "values of B: 2",
		"(;SZ[5];B)":               "column 10: found ')' (expected: [ with the value of B)",
		"(;SZ[5];b[aa])":           "without a capital letter",
		"(;SZ[5];B[aa]":            "line 3, column 1: a game begins within another",
		"(;SZ[5];B[aa]x)":          "without a capital letter",
		"(;SZ[5];B[aa]-)":          "column 14: found '-'",
		"(;SZ[5]())":               "expected: ; after",
		"(;SZ[5]CA[Klingon])":      `CA is "Klingon" (expected: one character set in a file, such as UTF-8`,
		"(;SZ[5]C[Little-Go\nopening: " + strings.Repeat("x", 500) + "])":    "xxx\"... is no position",
		"(;SZ[5]C[Little-Go\nopening: x])":                                   "the comment's opening",
		"(;SZ[5]C[Little-Go\nopening: ...../...../..X../...../..... w 1 -])": "not the one that is set up",
	} {
		r := Parse([]byte(before + text + after))
		if len(r) != 3 || r[0].Err != nil || r[2].Err != nil || len(r[2].Moves) != 2 {
			t.Errorf("%q: %+v", text, r)
		} else if err := r[1].Err; err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%q: got %v, want ...%s...", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"(;SZ[5];B[aa]": "column 14: the file ends",
		"(;SZ[5];B[aa":  "column 10: a value without its closing bracket",
	} {
		if r := Parse([]byte(text)); len(r) != 1 || r[0].Err == nil || !strings.Contains(r[0].Err.Error(), want) {
			t.Errorf("%q: %+v", text, r)
		}
	}
	for _, g := range []Game{{Opening: "x"}, {Moves: []string{"2,5"}}, {Moves: []string{"2,2", "pass"}}, {Winner: "a"}} {
		if text, err := Append(nil, g); err == nil {
			t.Errorf("%+v became %s", g, text)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, g := range examples() {
		text, err := Append(nil, g)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("(;SZ[5]RE[B+2]C[Little-Go\nopening: start\nreason: time\n])"))
	f.Add([]byte("(;CA[Shift_JIS]SZ[5]PB[\x95\x5c];B[aa];B[bb]) x\n(;SZ[5];B[cc](;W[dd])\n(;GM[1]SZ[5]C[\u202e];W[aa])"))
	f.Add([]byte("(;SZ[5];AB[aa:bb]AE[aa]AW[ee](;W[cc])(;B[tt]))"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var games []Game
		var text []byte
		for _, r := range Parse(data) {
			if r.Err != nil {
				if strings.Contains(r.Err.Error(), "\n") || len(r.Err.Error()) > 3000 {
					t.Fatalf("message %q", r.Err)
				}
				continue
			}
			var err error
			if text, err = Append(text, r.Game); err != nil {
				t.Fatalf("%v: %+v", err, r)
			}
			games = append(games, r.Game)
		}
		if strings.ContainsFunc(string(text), untrusted.Obeyed) || !utf8.Valid(text) {
			t.Fatalf("%q is written with characters that are obeyed", text)
		}
		same(t, games, text)
	})
}
