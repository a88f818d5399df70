package halma

import (
	"strings"
	"testing"
	"time"

	"evolab/game"
	"evolab/game/halma"
	"evolab/protocol/lines"
)

// The third sample of the assignment.
const sample = `GAME
BLACK
23.33
WWWWW...........
W.W.W...........
WWW.............
WW...W..........
WW....W.........
................
.......W........
................
................
.........BW.....
...........B....
..............BB
............BBBB
............B.BB
.............BBB
...........BBBBB`

func position(t testing.TB, text string) halma.State {
	t.Helper()
	s, err := halma.Parse("", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// samplePosition is the same on the command line.
func samplePosition(t testing.TB) halma.State {
	rows := strings.Split(sample, "\n")[3:]
	return position(t, strings.Join(rows, "/")+" b")
}

func TestParseInput(t *testing.T) {
	s := samplePosition(t)
	want := InputOf(&s, false, 23330*time.Millisecond)
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
		if !Recognizes([]byte(text)) {
			t.Errorf("%s: not recognized", name)
		}
	}
	if got := string(AppendInput(nil, &want)); got != sample {
		t.Errorf("AppendInput:\n%s\nwant:\n%s", got, sample)
	}
	if got, err := want.State(halma.Addendum); err != nil || got != s {
		t.Errorf("State: %+v, %v", got, err)
	}
}

func TestSingleMovesOfWhite(t *testing.T) {
	text := strings.Replace(strings.Replace(sample, "GAME", "SINGLE", 1), "BLACK", "WHITE", 1)
	in, err := ParseInput([]byte(text))
	if err != nil || !in.Single || in.Colour != game.Second {
		t.Errorf("%+v, %v", in, err)
	}
	if got := string(AppendInput(nil, &in)); got != text {
		t.Errorf("written\n%s", got)
	}
}

// edit replaces a line of the sample, counted from 1.
func edit(line int, text string) string {
	rows := strings.Split(sample, "\n")
	rows[line-1] = text
	return strings.Join(rows, "\n")
}

func TestSeconds(t *testing.T) {
	in, err := ParseInput([]byte(edit(3, "299.93")))
	if err != nil || in.Left != 299930*time.Millisecond || in.Doubt != "" {
		t.Errorf("%+v, %v", in, err)
	}
	// What is no time is not in the way of an answer.
	if in, err = ParseInput([]byte(edit(3, "NaN"))); err != nil || in.Left != lines.ShortestTime || in.Doubt != lines.Doubt(3, []byte("NaN")) {
		t.Errorf("%+v, %v", in, err)
	}
	for left, want := range map[time.Duration]string{
		100 * time.Second: "100.0", 299930 * time.Millisecond: "299.93", 10 * time.Millisecond: "0.01", 1: "0.000000001", 0: "0.000000001",
		-time.Second: "0.000000001", 1e18: "1000000.0",
	} {
		if got := string(appendSeconds(nil, left)); got != want {
			t.Errorf("%v is written %s, want %s", left, got, want)
		}
	}
}

func TestMalformedInput(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "line 1: the file ends (expected: SINGLE or GAME)"},
		{"\n", "line 1: found an empty line (expected: SINGLE or GAME)"},
		{edit(1, "game"), `line 1: found "game" (expected: SINGLE or GAME)`},
		{edit(2, "BLUE"), `line 2: found "BLUE" (expected: BLACK or WHITE)`},
		{strings.Replace(edit(3, "x"), "x\n", "", 1), `line 3: found "WWWWW..........." (expected: the seconds left, a positive number)`},
		{edit(4, "WWWWW.........."), `line 4: found "WWWWW.........." (expected: row 0 of the board, 16 of W, B and .)`},
		{edit(7, "WW....X........."), `line 7: found "WW....X........." (expected: row 3 of the board`},
		{edit(9, "\x00\xff"), `line 9: found "\x00\xff"`},
		{edit(19, strings.Repeat(".", 5000)), `line 19: found "...................."... (5000 bytes)`},
		{strings.TrimSuffix(sample, "\n...........BBBBB"), "line 19: the file ends (expected: row 15 of the board"},
		{sample + "\n\n5", `line 21: found "5" (expected: nothing after line 19)`},
		{strings.ReplaceAll(sample, "\n", "\r"), `line 1: found "GAME\rBLACK`},
	} {
		_, err := ParseInput([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestImpossibleInput(t *testing.T) {
	in, err := ParseInput([]byte(strings.Replace(sample, "BBBBB", "..BBB", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.State(halma.Addendum); err == nil || !strings.Contains(err.Error(), "17 black pieces") {
		t.Errorf("got %v", err)
	}
}

// A side that has won is not to move, but neither is its game malformed.
func TestWon(t *testing.T) {
	for _, text := range []string{sample, strings.Replace(sample, "BBBBB", "..BBB", 1)} {
		if in, err := ParseInput([]byte(text)); err != nil || in.Won() {
			t.Errorf("%q: %v, %v", text, in.Won(), err)
		}
	}
	in := Input{Colour: game.First, Black: halma.Camp(game.Second), White: halma.Camp(game.First)}
	if _, err := in.State(halma.Addendum); !in.Won() || err == nil {
		t.Errorf("%v, %v", in.Won(), err)
	}
}

// Other games' files are not taken for this one's.
func TestRecognizes(t *testing.T) {
	for _, text := range []string{
		"", "GAME", "GAME\nBLACK\n100.0", "GAME\nBLACK\n100.0\n.b.b.b.b\nb.b.b.b.\n", "1\n00000\n00000", "X\nBLACK\n1.0\n................",
		"GAME\nBLACK\n1.0\n" + strings.Repeat("........\n", 9), "GAME\nBLACK\n1.0\n" + strings.Repeat("........\n", 8) + strings.Repeat("\n", 9),
	} {
		if Recognizes([]byte(text)) {
			t.Errorf("%q is recognized", text)
		}
	}
	for _, text := range []string{
		"GAME\nwrong\nwrong\n................", edit(4, strings.Repeat(".", 17)), edit(4, "......."), edit(4, ""),
		strings.TrimSuffix(sample, "\n...........BBBBB"),
	} {
		if !Recognizes([]byte(text)) {
			t.Errorf("%q, a file of this game with errors in it, is not recognized", text)
		}
	}
}

func FuzzParseInput(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte(strings.ReplaceAll(sample, "\n", "\r\n") + "\n\n"))
	f.Add([]byte(strings.Replace(sample, "23.33", "1e-3", 1)))
	f.Add([]byte("SINGLE\nWHITE\n0.01\n"))
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
		if err != nil || again != in || !Recognizes(data) {
			t.Fatalf("%+v became %+v, %v", in, again, err)
		}
		if s, err := in.State(halma.Addendum); err == nil && InputOf(&s, in.Single, in.Left) != in {
			t.Fatalf("%+v has another position", in)
		}
	})
}
