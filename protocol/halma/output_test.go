package halma

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/gametest"
	"evolab/game/halma"
)

func TestParseOutput(t *testing.T) {
	s := samplePosition(t)
	rules := halma.Rules()
	const chain = "J 9,9 11,9;J 11,9 11,11;J 11,11 13,13"
	for text, want := range map[string]string{
		"E 9,9 10,10":                                 "E 9,9 10,10",
		"E 9,9 10,10\n":                               "E 9,9 10,10",
		"E 9,9 10,10\r\n":                             "E 9,9 10,10",
		"E  9,9\t10,10  \n\n \n":                      "E 9,9 10,10",
		"J 9,9 11,9\nJ 11,9 11,11\nJ 11,11 13,13":     chain,
		"J 9,9 11,9\r\nJ 11,9 11,11\r\nJ 11,11 13,13": chain,
		// A detour, and the same piece jumped twice.
		"J 9,9 11,9\nJ 11,9 9,9\nJ 9,9 11,9\nJ 11,9 11,11\nJ 11,11 13,13": chain,
		// Refused as malformed.
		"": "", "\n": "", "\nE 9,9 10,10": "", "e 9,9 10,10": "", "E9,9 10,10": "", "E 9,9": "", "E 9,9 10,10 x": "", "E 9, 9 10,10": "",
		"E (9,9) (10,10)": "", "E 9.0,9 10,10": "", "9,9 10,10": "", "PASS": "", "E 9,9 10,10\n\nE 9,9 10,10": "", "J 9,9 11,9;J 11,9 11,11": "",
		"E 9,9 10,\xff": "", "E 9,9 +10,10": "", "E 9,9\u00a010,10": "", "J 9,9 11,9\nrubbish": "",
		// Well formed, but no way.
		"E 9,9 11,9": "no", "E 15,15 16,15": "no", "E 0,0 -1,0": "no", "J 9,9 10,10": "no", "J 9,9 11,11": "no", "J 9,9 11,9\nJ 9,9 11,9": "no",
		"E 9,9 10,10\nE 10,10 11,11": "no", "J 9,9 11,9\nE 11,9 12,9": "no", "J 9,9 11,9\nJ 11,9 9,9": "no", "E 9,9 9,9": "no",
		"J 9,9 99999999999999999999,9": "no",
	} {
		m, err := ParseOutput(&s, []byte(text))
		got := ""
		switch {
		case errors.Is(err, ErrIllegal):
			got = "no"
		case err == nil:
			got = rules.FormatMove(&s, m)
		}
		if got != want {
			t.Errorf("%q: got %q, %v; want %q", text, got, err, want)
		}
	}
	if _, err := ParseOutput(&s, []byte(strings.Repeat("J 9,9 11,9\nJ 11,9 9,9\n", 100_000))); err == nil {
		t.Error("an endless chain is accepted")
	}
}

// A tidy output has the route that was written, not the shortest one.
func TestTidy(t *testing.T) {
	s := samplePosition(t)
	const detour = "J 9,9 11,9\nJ 11,9 9,9\nJ 9,9 11,9\nJ 11,9 11,11\nJ 11,11 13,13\n"
	for text, want := range map[string]string{
		detour: detour,
		strings.ReplaceAll(detour, "\n", " \r\n") + "\n": detour,
		"E  09,9\t10,10": "E 9,9 10,10\n",
	} {
		if _, err := ParseOutput(&s, []byte(text)); err != nil || string(Tidy([]byte(text))) != want {
			t.Errorf("%q: got %q, %v; want %q", text, Tidy([]byte(text)), err, want)
		}
	}
}

func TestMalformedOutputSaysWhatWasExpected(t *testing.T) {
	s := samplePosition(t)
	for text, want := range map[string]string{
		"J 9,9 11,9\nJ 11,9": `output.txt: line 2: found "J 11,9" (expected: E x,y x,y or J x,y x,y)`,
		"E 9,9 16,9":         `output.txt: line 1: "E 9,9 16,9": no way to move: a square is not on the board (columns and rows are 0 to 15)`,
		"":                   `output.txt: no move (expected: E x,y x,y or J x,y x,y)`,
	} {
		if _, err := ParseOutput(&s, []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// Random games go through both files.
func TestGamesSurviveTheFiles(t *testing.T) {
	for seed := range uint64(3) {
		s := position(t, "start")
		r := game.NewRand(seed)
		for range 300 {
			in, err := ParseInput(AppendInput(nil, ptr(InputOf(&s, seed == 0, 1e9))))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := in.State(halma.Addendum); err != nil || got != s {
				t.Fatalf("%v\n%s", err, halma.Rules().Draw(&s))
			}
			for _, m := range s.Moves(nil) {
				checkAnswer(t, &s, m)
			}
			s.Play(gametest.Pick(&s, &r), &s)
		}
	}
}

func ptr(in Input) *Input { return &in }

// checkAnswer writes a legal move and reads it back.
func checkAnswer(t *testing.T, s *halma.State, m game.Move) {
	t.Helper()
	text := AppendOutput(nil, s, m)
	if got, err := ParseOutput(s, text); err != nil || got != m {
		t.Fatalf("%q: got %v, %v", text, got, err)
	}
	want := strings.ReplaceAll(halma.Rules().FormatMove(s, m), ";", "\n") + "\n"
	if string(text) != want {
		t.Fatalf("got %q, want %q", text, want)
	}
}

func FuzzParseOutput(f *testing.F) {
	for _, text := range []string{"E 9,9 10,10\n", "J 9,9 11,9\nJ 11,9 11,11\nJ 11,11 13,13\n", "J 9,9 11,9\r\n\r\n", "E 0,0 -1,0", "J 9,9"} {
		f.Add([]byte(text))
	}
	s := samplePosition(f)
	legal := s.Moves(nil)
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ParseOutput(&s, data)
		if err != nil {
			if len(err.Error()) > 300 || strings.Contains(err.Error(), "\n") {
				t.Fatalf("message %q", err)
			}
			return
		}
		if m.From() >= halma.Squares || m.To() >= halma.Squares || m.From() == m.To() {
			t.Fatalf("%q gives the move %x", data, m)
		}
		if slices.Contains(legal, m) {
			checkAnswer(t, &s, m)
		}
	})
}
