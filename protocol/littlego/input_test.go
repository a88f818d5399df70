package littlego

import (
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/gametest"
	"evolab/game/littlego"
)

const sample = `2
00000
01200
00100
00000
00000
00000
01200
00100
00010
00000`

func rows(t *testing.T, text string) Stones {
	t.Helper()
	black, white, err := littlego.ParseRows(text)
	if err != nil {
		t.Fatal(err)
	}
	return Stones{Black: black, White: white}
}

func TestParseInput(t *testing.T) {
	want := Input{
		Colour:   game.Second,
		Previous: rows(t, "...../.XO../..X../...../....."),
		Current:  rows(t, "...../.XO../..X../...X./....."),
	}
	for name, text := range map[string]string{
		"as the host writes it": sample,
		"newline at the end":    sample + "\n",
		"CRLF":                  strings.ReplaceAll(sample, "\n", "\r\n"),
		"byte order mark":       "\ufeff" + sample,
		"trailing blanks":       strings.ReplaceAll(sample, "\n", " \t\n") + "  ",
		"blank lines at end":    sample + "\n\n  \r\n\n",
	} {
		if got, err := ParseInput([]byte(text)); err != nil || got != want {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
	if got := string(AppendInput(nil, want)); got != sample {
		t.Errorf("AppendInput:\n%s\nwant:\n%s", got, sample)
	}
}

func TestMalformedInput(t *testing.T) {
	edit := func(line int, text string) string {
		lines := strings.Split(sample, "\n")
		lines[line-1] = text
		return strings.Join(lines, "\n")
	}
	for _, c := range []struct{ text, want string }{
		{"", "line 1: the file ends (expected: the colour, 1 for Black or 2 for White)"},
		{"\n", "line 1: found an empty line (expected: the colour, 1 for Black or 2 for White)"},
		{edit(1, "3"), `line 1: found "3" (expected: the colour, 1 for Black or 2 for White)`},
		{edit(1, "X"), `line 1: found "X"`},
		{edit(1, " 1"), `line 1: found " 1"`},
		{edit(1, "\ufeff\ufeff1"), `line 1: found "\ufeff1"`},
		{edit(2, "0000"), `line 2: found "0000" (expected: row 0 of the previous board, 5 of 0, 1 and 2)`},
		{edit(6, "000000"), `line 6: found "000000" (expected: row 4 of the previous board, 5 of 0, 1 and 2)`},
		{edit(7, "00300"), `line 7: found "00300" (expected: row 0 of the current board, 5 of 0, 1 and 2)`},
		{edit(8, "0 1 0"), `line 8: found "0 1 0"`},
		{edit(9, "\x00\xff"), `line 9: found "\x00\xff"`},
		{edit(9, ""), `line 9: found an empty line`},
		{edit(11, strings.Repeat("0", 5000)), `line 11: found "00000000000000000000"... (5000 bytes)`},
		{strings.TrimSuffix(sample, "\n00000"), "line 11: the file ends (expected: row 4 of the current board"},
		{sample + "\n\n5", `line 13: found "5" (expected: nothing after line 11)`},
		{strings.ReplaceAll(sample, "\n", "\r"), `line 1: found "2\r00000`},
	} {
		_, err := ParseInput([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestInputOfPositions(t *testing.T) {
	for position, want := range map[string]string{
		"start": "1 ...../...../...../...../..... ...../...../...../...../.....",
		"...../...../..X../...../..... w 1 ...../...../...../...../.....": "2 ...../...../...../...../..... ...../...../..X../...../.....",
		// The opponent passed.
		"...../...../..X../...../..... b 2 ...../...../..X../...../.....": "1 ...../...../..X../...../..... ...../...../..X../...../.....",
		// Without a previous board neither a ko nor a pass is made up.
		".XO../..O../...../X..../..... b 4 -": "1 .X.../..O../...../X..../..... .XO../..O../...../X..../.....",
		"...../...../...../...../X.... b 2 -": "1 ...../...../...../...../X.... ...../...../...../...../X....",
	} {
		s, err := littlego.Parse("", position)
		if err != nil {
			t.Fatal(err)
		}
		in := InputOf(&s)
		got := string('1'+byte(in.Colour)) + " " + littlego.FormatRows(in.Previous.Black, in.Previous.White) +
			" " + littlego.FormatRows(in.Current.Black, in.Current.White)
		if got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", position, got, want)
		}
	}
}

// The files hold all of a position but its ply: state, ko and pass come back.
func TestPositionsSurviveTheFiles(t *testing.T) {
	for seed := range uint64(200) {
		playRandom(seed, func(s *littlego.State, _ game.Move, _ *game.Rand) {
			in, err := ParseInput(AppendInput(nil, InputOf(s)))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := in.State(s.Ply()); err != nil || got.Hash() != s.Hash() {
				t.Fatalf("ply %d: got %+v, %v; want %+v", s.Ply(), got, err, *s)
			}
		})
	}
}

// playRandom plays a game of uniformly random moves, passes among them, and
// shows every position with its move.
func playRandom(seed uint64, show func(*littlego.State, game.Move, *game.Rand)) {
	s, _ := littlego.Start("host")
	r := game.NewRand(seed)
	for !s.Outcome().Over() {
		m := gametest.Pick(&s, &r)
		for m == littlego.Pass && s.Ply() == 0 {
			m = gametest.Pick(&s, &r)
		}
		show(&s, m, &r)
		s.Play(m, &s)
	}
}

func FuzzParseInput(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte(strings.ReplaceAll(sample, "\n", "\r\n") + "\n\n"))
	f.Add([]byte("1\n00000\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := ParseInput(data)
		if err != nil {
			if len(err.Error()) > 300 {
				t.Fatalf("a message of %d bytes", len(err.Error()))
			}
			return
		}
		again, err := ParseInput(AppendInput(nil, in))
		if err != nil || again != in {
			t.Fatalf("%+v became %+v, %v", in, again, err)
		}
		checkInferred(t, &in, nil)
	})
}
