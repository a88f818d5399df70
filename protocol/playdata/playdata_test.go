package playdata

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"evolab/game"
	"evolab/protocol/sealed"
)

func sample() Record {
	r := Record{
		Game: "checkers", Colour: game.Second, Moves: 3, Left: 99 * time.Second, Used: 2 * time.Second, Apart: 3 * time.Millisecond,
		Quiet: 7, Board: []byte(".b.b" + strings.Repeat(".", 60)),
	}
	for key := range uint64(5) {
		r.Seen.See(key << 60)
	}
	return r
}

const sampleText = `evolab playdata 1
game checkers
colour 1
moves 3
left 99000000000
used 2000000000
apart 3000000
quiet 7
board .b.b............................................................
seen 0000000000000000
seen 1000000000000000
seen 2000000000000000
seen 3000000000000000
seen 4000000000000000
sum 4113c016
`

func TestText(t *testing.T) {
	r := sample()
	if got := string(r.Append(nil)); got != sampleText {
		t.Errorf("got\n%s", got)
	}
	if got, err := Parse([]byte(sampleText)); err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("%+v, %v", got, err)
	}
	for range 1000 {
		r.Seen.See(^uint64(0))
	}
	r.Board = make([]byte, MaxSquares)
	r.Left, r.Used, r.Apart, r.Moves, r.Quiet = maxTime, maxTime, maxTime, maxMoves, maxMoves
	if got, err := Parse(r.Append(nil)); err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("the largest record: %v", err)
	}
}

// Nothing but a whole file counts.
func TestDamage(t *testing.T) {
	for at := range len(sampleText) {
		changed := []byte(sampleText)
		changed[at] ^= 1
		for _, text := range []string{sampleText[:at], sampleText[at+1:], string(changed), sampleText[:at] + "\n" + sampleText[at:]} {
			if _, err := Parse([]byte(text)); err != ErrNone {
				t.Fatalf("byte %d: %v:\n%s", at, err, text)
			}
		}
	}
	for name, text := range map[string]string{
		"empty": "", "line": "\n", "binary": "\x00\x01\xff", "huge": strings.Repeat(sampleText, 1000), "endless": strings.Repeat("x", 1<<20),
		"other version": strings.Replace(sampleText, "playdata 1", "playdata 2", 1), "CRLF": strings.ReplaceAll(sampleText, "\n", "\r\n"),
		"twice": sampleText + sampleText,
	} {
		if _, err := Parse([]byte(text)); err != ErrNone {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A checksum makes no sense of nonsense.
func TestSealedNonsense(t *testing.T) {
	for name, change := range map[string]func(*Record){
		"time": func(r *Record) { r.Left = maxTime + 1 }, "below 0": func(r *Record) { r.Used = -1 }, "moves": func(r *Record) { r.Moves = maxMoves + 1 },
		"name": func(r *Record) { r.Game = "" }, "two words": func(r *Record) { r.Game = "a\nb" }, "side": func(r *Record) { r.Colour = 2 },
		"board": func(r *Record) { r.Board = make([]byte, MaxSquares+1) }, "history": func(r *Record) { r.Seen.Keys = make([]uint64, game.HistoryMax+1) },
		"quiet": func(r *Record) { r.Quiet = -3 }, "apart": func(r *Record) { r.Apart = maxTime * 2 },
	} {
		r := sample()
		change(&r)
		if _, err := Parse(r.Append(nil)); err != ErrNone {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFits(t *testing.T) {
	r := sample()
	for _, c := range []struct {
		game   string
		colour game.Side
		want   bool
	}{
		{"checkers", game.Second, true},
		{"checkers", game.First, false},
		{"halma", game.Second, false},
	} {
		if got := r.Fits(c.game, c.colour); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// What the host counts and the process does not see is learnt, quickly where it
// is more and slowly where it is less.
func TestLearn(t *testing.T) {
	r := Record{Left: 10 * time.Second, Used: time.Second}
	for _, c := range []struct{ left, want time.Duration }{
		{9*time.Second - 5*time.Millisecond, 5 * time.Millisecond},
		{9*time.Second - time.Millisecond, 3750 * time.Microsecond},
		{9*time.Second + time.Millisecond, 2812500 * time.Nanosecond},
		{10 * time.Second, 2812500 * time.Nanosecond}, // a clock that stands still or
		{11 * time.Second, 2812500 * time.Nanosecond}, // goes up says nothing
		{time.Second, 20 * time.Millisecond},          // more than that is something else
	} {
		if r.Learn(c.left); r.Apart != c.want {
			t.Errorf("%v left: %v, want %v", c.left, r.Apart, c.want)
		}
	}
	if r.Played(time.Second, 2*maxTime); r.Moves != 1 || r.Left != time.Second || r.Used != maxTime {
		t.Errorf("%+v", r)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(sampleText))
	f.Add([]byte("evolab playdata 1\nsum 00000000\n"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Parse(data)
		if err == nil && string(r.Append(nil)) != string(data) {
			t.Fatalf("%q is read, and written as %q", data, r.Append(nil))
		}
	})
}

// Behind a right checksum anything may stand.
func FuzzSealed(f *testing.F) {
	f.Add([]byte(sampleText[:len(sampleText)-len("sum 00000000\n")]))
	f.Fuzz(func(t *testing.T, body []byte) {
		data := sealed.Seal(body, 0)
		r, err := Parse(data)
		if err == nil && string(r.Append(nil)) != string(data) {
			t.Fatalf("%q is read, and written as %q", data, r.Append(nil))
		}
	})
}
