package checkers

import (
	"strings"
	"testing"
	"time"

	"evolab/game"
	"evolab/game/checkers"
	"evolab/game/gametest"
	"evolab/protocol/lines"
)

const sample = `GAME
WHITE
6.6
........
w...b.b.
........
..w.b...
.w...b..
....b...
.w.....b
..w...w.
`

const sampleRows = "......../w...b.b./......../..w.b.../.w...b../....b.../.w.....b/..w...w."

func position(t testing.TB, text string) checkers.State {
	t.Helper()
	s, err := checkers.Parse("", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParseInput(t *testing.T) {
	want := Input{Left: 6600 * time.Millisecond, State: position(t, sampleRows+" w")}
	for name, text := range map[string]string{
		"as the host writes it": sample,
		"no newline at the end": strings.TrimSuffix(sample, "\n"),
		"CRLF":                  strings.ReplaceAll(sample, "\n", "\r\n"),
		"byte order mark":       "\ufeff" + sample,
		"trailing blanks":       strings.ReplaceAll(sample, "\n", " \t\n") + "  ",
		"blank lines at end":    sample + "\n\n  \r\n\n",
	} {
		if got, err := ParseInput([]byte(text)); err != nil || got != want {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
	if got := string(AppendInput(nil, &want)); got != sample {
		t.Errorf("AppendInput:\n%s\nwant:\n%s", got, sample)
	}
}

func edit(line int, text string) string {
	lines := strings.Split(sample, "\n")
	lines[line-1] = text
	return strings.Join(lines, "\n")
}

func TestKindsAndTimes(t *testing.T) {
	in, err := ParseInput([]byte(strings.NewReplacer("GAME", "SINGLE", "WHITE", "BLACK").Replace(sample)))
	if err != nil || !in.Single || in.State.Turn() != game.First {
		t.Errorf("%+v, %v", in, err)
	}
	if in, err = ParseInput([]byte(edit(3, "299.93"))); err != nil || in.Left != 299930*time.Millisecond || in.Doubt != "" {
		t.Errorf("%+v, %v", in, err)
	}
	// What is no time is not in the way of an answer.
	if in, err = ParseInput([]byte(edit(3, "NaN"))); err != nil || in.Left != lines.ShortestTime || in.Doubt != lines.Doubt(3, []byte("NaN")) {
		t.Errorf("%+v, %v", in, err)
	}
}

func TestMalformedInput(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "line 1: the file ends (expected: SINGLE or GAME)"},
		{"\n", "line 1: found an empty line (expected: SINGLE or GAME)"},
		{edit(1, "single"), `line 1: found "single"`},
		{edit(1, " GAME"), `line 1: found " GAME"`},
		{edit(1, "\ufeff\ufeffGAME"), `line 1: found "\ufeffGAME"`},
		{edit(2, "WHIT"), `line 2: found "WHIT" (expected: BLACK or WHITE)`},
		{strings.Replace(edit(3, "x"), "x\n", "", 1), `line 3: found "........" (expected: the seconds left, a positive number)`},
		{edit(4, "......."), `line 4: found "......." (expected: row 8 of the board, 8 of .bBwW with pieces on dark squares only)`},
		{edit(5, "w...b.b.."), `line 5: found "w...b.b.." (expected: row 7`},
		{edit(5, ".w......"), `line 5: found ".w......" (expected: row 7`},
		{edit(11, "........x"), `line 11: found "........x" (expected: row 1`},
		{edit(11, strings.Repeat(".", 5000)), `line 11: found "...................."... (5000 bytes)`},
		{edit(6, "\x00\xff"), `line 6: found "\x00\xff"`},
		{edit(4, "b b b b "), `line 4: found "b b b b"`},
		{edit(4, ".w......"), "board: a white man on b8"},
		{strings.NewReplacer("w", ".", "b", ".").Replace(sample), "board: there is no piece"},
		{strings.ReplaceAll(sample, "\n", "\r"), `line 1: found "GAME\rWHITE`},
		{sample + "\n........", `line 13: found "........" (expected: nothing after line 11)`},
		{strings.TrimSuffix(sample, "..w...w.\n"), "line 11: the file ends (expected: row 1 of the board"},
	} {
		_, err := ParseInput([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// The files hold all of a position but its count of quiet plies.
func TestPositionsSurviveTheFiles(t *testing.T) {
	for seed := range uint64(100) {
		playRandom(t, seed, func(s *checkers.State, _ game.Move) {
			in := Input{Single: seed%2 == 0, Left: time.Duration(1 + seed*seed*seed*31_415_926), State: *s}
			got, err := ParseInput(AppendInput(nil, &in))
			if err != nil || got.State.BoardHash() != s.BoardHash() || got.Left != in.Left || got.Single != in.Single {
				t.Fatalf("got %+v, %v; want %+v", got, err, in)
			}
		})
	}
}

// playRandom plays a game of uniformly random moves and shows every position
// with its move.
func playRandom(t *testing.T, seed uint64, show func(*checkers.State, game.Move)) {
	t.Helper()
	s := position(t, "start")
	r := game.NewRand(seed)
	for !s.Outcome().Over() {
		m := gametest.Pick(&s, &r)
		show(&s, m)
		s.Play(m, &s)
	}
}

func FuzzParseInput(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte(strings.ReplaceAll(sample, "\n", "\r\n") + "\n\n"))
	f.Add([]byte("SINGLE\nBLACK\n1e-3\n"))
	f.Add([]byte(edit(3, "123456.789012345")))
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := ParseInput(data)
		if err != nil {
			if len(err.Error()) > 300 {
				t.Fatalf("a message of %d bytes", len(err.Error()))
			}
			return
		}
		in.Doubt = ""
		again, err := ParseInput(AppendInput(nil, &in))
		if err != nil || again != in {
			t.Fatalf("%+v became %+v, %v", in, again, err)
		}
	})
}
