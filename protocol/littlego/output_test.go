package littlego

import (
	"errors"
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/littlego"
)

func TestParseOutput(t *testing.T) {
	rules := littlego.Rules()
	for text, want := range map[string]string{
		"2,3\n": "2,3", "2,3": "2,3", " 2 , 3 ": "2,3", "2,3,9": "2,3", "02,+3": "2,3", "-0,4": "0,4",
		"2,3,": "2,3", "2,3,PASS": "2,3", "2,3\r\n": "2,3", "2,3\rx": "2,3", "2,3\nrubbish\n": "2,3",
		"\x1f\t2,\v3\x1c": "2,3", "\u00a02,\u30003": "2,3", "0_2,3": "2,3", "0000000000000000000002,3": "2,3",
		"PASS\n": "PASS", "PASS": "PASS", "  PASS  ": "PASS", "PASS,x": "PASS", "PASS,2,3": "PASS", "PASS,": "PASS",
		// Refused as malformed.
		"": "", "\n": "", "\n2,3": "", "pass": "", "Pass": "", "PASS x": "", "PASS ,x": "", "2.0,3": "", "2 3": "", "2": "", "2,": "",
		",3": "", "x,3": "", "2,x": "", "2,3x": "", "2,3.0": "", "+ 2,3": "", "++2,3": "", "2_,3": "", "_2,3": "", "2__0,3": "",
		"0x2,3": "", "(2,3)": "", "2;3": "", "2\x1c,3": "", "2,\x1f3": "", "\ufeff2,3": "", "2,\x003": "", "2,\xff3": "",
		// Well formed, but beside the board.
		"5,0": "off", "0,5": "off", "-1,3": "off", "2,-3": "off", "99999999999999999999999,0": "off", "-99999999999999999999,0": "off", "1_0,3": "off",
	} {
		m, err := ParseOutput([]byte(text))
		got := ""
		switch {
		case errors.Is(err, ErrOffBoard):
			got = "off"
		case err == nil:
			got = rules.FormatMove(nil, m)
		}
		if got != want {
			t.Errorf("%q: got %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestMalformedOutputSaysWhatWasExpected(t *testing.T) {
	_, err := ParseOutput([]byte("2 3"))
	if want := `output.txt: found "2 3" (expected: row,column as in 2,3, or PASS)`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestEveryMoveSurvivesTheFile(t *testing.T) {
	s, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range s.Moves(nil) {
		text := AppendOutput(nil, m)
		if got, err := ParseOutput(text); err != nil || got != m {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
		if want := littlego.Rules().FormatMove(&s, m) + "\n"; string(text) != want {
			t.Errorf("got %q, want %q", text, want)
		}
	}
}

func FuzzParseOutput(f *testing.F) {
	for _, text := range []string{"2,3\n", "PASS", " 02 ,+3,x", "-1,9", "1__0,3"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ParseOutput(data)
		if err != nil {
			if len(err.Error()) > 300 || strings.Contains(err.Error(), "\n") {
				t.Fatalf("message %q", err)
			}
			return
		}
		if m != littlego.Pass && (m != game.NewMove(0, m.To()) || littlego.Board(1)<<m.To()&littlego.Full() == 0) {
			t.Fatalf("%q gives the move %x", data, m)
		}
		if again, err := ParseOutput(AppendOutput(nil, m)); err != nil || again != m {
			t.Fatalf("%x became %x, %v", m, again, err)
		}
	})
}
