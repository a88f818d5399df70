package calibration

import (
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
	s := Speeds{Checkers: 7210234, Halma: 1150540}
	if got := string(s.Append(nil)); got != sampleText {
		t.Errorf("got\n%s", got)
	}
	if got, err := Parse([]byte(sampleText)); err != nil || got != s {
		t.Errorf("%+v, %v", got, err)
	}
	for _, name := range Games() {
		var s Speeds
		if s.Set(name, 5000); s.Of(name) != 5000 || s == (Speeds{}) {
			t.Errorf("%s: %+v", name, s)
		}
		if got, err := Parse(s.Append(nil)); err != nil || got != s {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// Absurd speeds are none.
func TestSet(t *testing.T) {
	for _, speed := range []int64{-1, 0, Slowest - 1, Fastest + 1} {
		var s Speeds
		if s.Set("halma", speed); s != (Speeds{}) {
			t.Errorf("%d nodes per second are believed", speed)
		}
		text := sealed.Seal(sealed.Number(sealed.Begin(nil, version), "halma", speed), 0)
		if _, err := Parse(text); err != ErrNone {
			t.Errorf("%s: %v", text, err)
		}
	}
	var s Speeds
	if s.Set("chess", 5000); s != (Speeds{}) || s.Of("chess") != 0 {
		t.Error("an unknown game has a speed")
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
			for _, name := range Games() {
				if speed := s.Of(name); speed != 0 && (speed < Slowest || speed > Fastest) {
					t.Fatalf("%s: %d", name, speed)
				}
			}
		}
	})
}
