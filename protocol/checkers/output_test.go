package checkers

import (
	"errors"
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/checkers"
)

func TestParseOutput(t *testing.T) {
	rules := checkers.Rules()
	for text, want := range map[string]string{
		"E c3 b4\n": "E c3 b4", "E c3 b4": "E c3 b4", "E c3 b4\r\n": "E c3 b4", " E  c3\tb4 \n\n \n": "E c3 b4",
		"J f6 d4\nJ d4 f2\n": "J f6 d4;J d4 f2", "J f6 d4\r\nJ d4 f2": "J f6 d4;J d4 f2", "J f6 d4": "J f6 d4",
		// Well formed, and only to be looked up among the legal moves.
		"E f6 d4": "E f6 d4", "E a1 h8": "E a1 h8", "E a1 a1": "E a1 a1",
		// Refused as malformed.
		"": "", "\n": "", "\nE c3 b4": "", "e c3 b4": "", "E c3": "", "E c3 b4 a5": "", "Ec3 b4": "", "E c3-b4": "", "E 3c b4": "",
		"E C3 B4": "", "J f6 d4\n\nJ d4 f2": "", "J f6 d4\nx": "", "J f6 d4;J d4 f2": "", "E c33 b4": "", "M c3 b4": "", "\ufeffE c3 b4": "",
		// Legal nowhere.
		"E a2 b3": "nowhere", "E i9 h8": "nowhere", "E a0 b1": "nowhere", "E c3 b4\nE b4 a5": "nowhere", "J f6 d4\nE d4 c3": "nowhere",
		"J f6 d4\nJ f2 h4": "nowhere", "J f6 e5": "nowhere", "J a7 g7": "nowhere", "E c3 b4\nJ b4 d6": "nowhere",
		strings.Repeat("J a1 c3\nJ c3 a1\n", 7): "nowhere",
	} {
		m, err := ParseOutput([]byte(text))
		got := ""
		switch {
		case errors.Is(err, ErrNowhere):
			got = "nowhere"
		case err == nil:
			got = rules.FormatMove(nil, m)
		}
		if got != want {
			t.Errorf("%q: got %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestMalformedOutputSaysWhatWasExpected(t *testing.T) {
	_, err := ParseOutput([]byte("J f6 d4\nf2"))
	if want := `output.txt: line 2: found "f2" (expected: E c3 b4, or J f6 d4 for each jump)`; err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

func TestMovesSurviveTheFile(t *testing.T) {
	jumps := 0
	for seed := range uint64(300) {
		playRandom(t, seed, func(_ *checkers.State, m game.Move) {
			jumps = max(jumps, checkers.Jumps(m))
			if got, err := ParseOutput(AppendOutput(nil, m)); err != nil || got != m {
				t.Fatalf("%v became %v, %v", m, got, err)
			}
		})
	}
	if jumps < 3 {
		t.Errorf("no capture had more than %d jumps", jumps)
	}
}

func FuzzParseOutput(f *testing.F) {
	for _, text := range []string{"E c3 b4\n", "J f6 d4\nJ d4 f2\n", " J f6 d4\r\n\r\n", "J a1 c3\nJ c3 a1\nJ a1 c3"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ParseOutput(data)
		if err != nil {
			if len(err.Error()) > 300 {
				t.Fatalf("a message of %d bytes", len(err.Error()))
			}
			return
		}
		if again, err := ParseOutput(AppendOutput(nil, m)); err != nil || again != m {
			t.Fatalf("%q is %v, which became %v, %v", data, m, again, err)
		}
	})
}
