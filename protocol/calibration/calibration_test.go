package calibration

import (
	"slices"
	"strings"
	"testing"

	"evolab/protocol/sealed"
)

const sampleText = `evolab calibration 1
checkers 7210234
halma 1150540
sum 1d9fc453
`

func TestText(t *testing.T) {
	var s Speeds
	s.Set("halma", 1150540)
	s.Set("checkers", 5000)
	s.Set("checkers", 7210234) // measured again
	if got := string(s.Append(nil)); got != sampleText {
		t.Errorf("got\n%s", got)
	}
	if got, err := Parse([]byte(sampleText)); err != nil || !slices.Equal(got.All(), s.All()) {
		t.Errorf("%+v, %v", got, err)
	}
	if s.Of("checkers") != 7210234 || s.Of("halma") != 1150540 || s.Of("konane") != 0 {
		t.Errorf("%+v", s)
	}
}

// Games need no entry anywhere; each has a line, in the order of the names.
func TestAnyGame(t *testing.T) {
	var s Speeds
	for _, name := range []string{"nim", "go", "chess", "nim"} {
		s.Set(name, 5000)
	}
	if got := string(s.Append(nil)); !strings.HasPrefix(got, version+"\nchess 5000\ngo 5000\nnim 5000\nsum ") {
		t.Errorf("got\n%s", got)
	}
	if got, err := Parse(s.Append(nil)); err != nil || got.Of("go") != 5000 {
		t.Errorf("%+v, %v", got, err)
	}
	for _, lines := range []string{"go 5000\nchess 5000\n", "go 5000\ngo 5000\n", " 5000\n", "go 05000\n"} {
		text := sealed.Seal(append(sealed.Begin(nil, version), lines...), 0)
		if _, err := Parse(text); err != ErrNone {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Absurd speeds are none.
func TestSet(t *testing.T) {
	for _, speed := range []int64{-1, 0, Slowest - 1, Fastest + 1} {
		var s Speeds
		if s.Set("halma", speed); len(s.All()) > 0 {
			t.Errorf("%d nodes per second are believed", speed)
		}
		text := sealed.Seal(sealed.Number(sealed.Begin(nil, version), "halma", speed), 0)
		if _, err := Parse(text); err != ErrNone {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestDamage(t *testing.T) {
	for at := range len(sampleText) {
		if _, err := Parse([]byte(sampleText[:at] + "7" + sampleText[at+1:])); err != ErrNone && sampleText[at] != '7' {
			t.Errorf("byte %d: %v", at, err)
		}
		if _, err := Parse([]byte(sampleText[:at])); err != ErrNone {
			t.Errorf("%d bytes: %v", at, err)
		}
	}
	for _, text := range []string{"", "\n", "\x00\xff", strings.Repeat("9", 1<<20), sampleText + sampleText, strings.Replace(sampleText, "1\n", "2\n", 1)} {
		if _, err := Parse([]byte(text)); err != ErrNone {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

// FuzzParse gives the text a right checksum as well, behind which anything may
// stand.
func FuzzParse(f *testing.F) {
	f.Add([]byte(sampleText))
	f.Add([]byte(sampleText[:len(sampleText)-len("sum 00000000\n")]))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, data := range [][]byte{text, sealed.Seal(text, 0)} {
			s, err := Parse(data)
			if err == nil && string(s.Append(nil)) != string(data) {
				t.Fatalf("%q is read, and written as %q", data, s.Append(nil))
			}
			for _, speed := range s.All() {
				if speed.Nodes < Slowest || speed.Nodes > Fastest {
					t.Fatalf("%+v", speed)
				}
			}
		}
	})
}
