package halma

import (
	"strings"
	"testing"

	"evolab/game"
)

// Every chain that is written is legal jump by jump, and as short as can be.
func TestRoutesAreShortest(t *testing.T) {
	jumps := 0
	for seed := range uint64(60) {
		s := position(t, "original", "start")
		r := game.NewRand(seed)
		game.Playout[State, *State](&s, &r, int(seed)*10, nil)
		ref := referenceOf(format(&s), "original")
		for _, m := range s.Moves(nil) {
			route := s.Route(m, nil)
			if Adjacent(m.From(), m.To()) {
				continue
			}
			jumps++
			from := square{m.From() % 16, m.From() / 16}
			to := square{m.To() % 16, m.To() / 16}
			if want := ref.chains(from)[to]; len(route)-1 != want {
				t.Fatalf("%s has %d jumps, %d will do", formatMove(&s, m), len(route)-1, want)
			}
			if back, err := parseMove(&s, formatMove(&s, m)); err != nil || back != m {
				t.Fatalf("%s: %v", formatMove(&s, m), err)
			}
		}
	}
	if jumps < 2000 {
		t.Errorf("only %d chains were seen", jumps)
	}
}

// The piece at 6,6 can go round the four white ones, twice over the same one.
const roundabout = `
	...........
	...........
	...........
	...........
	...........
	.......W...
	......B.W..
	.......W...
	......W....`

func TestChains(t *testing.T) {
	s := corner(t, "", game.First, roundabout)
	for text, want := range map[string]string{
		"J 6,6 8,4":                         "6,6 8,4",
		"J 6,6 8,8":                         "6,6 8,8",
		"J 6,6 8,4;J 8,4 8,8":               "no piece to jump",
		"J 6,6 8,4;J 8,4 6,6":               "ends where it began",
		"J 6,6 8,4;J 8,4 6,6;J 6,6 8,8":     "6,6 8,8", // through the start, which counts as empty
		"J 6,6 8,8;J 8,8 6,6;J 6,6 8,4":     "6,6 8,4",
		"J 6,6 8,4; J 8,4 6,6":              "expected",
		"E 6,6 7,6":                         "6,6 7,6",
		"E 6,6 8,6":                         "next to",
		"E 6,6 6,6":                         "next to",
		"J 6,6 7,6":                         "a jump (J) does not go",
		"J 6,6 4,6":                         "no piece to jump",
		"J 6,6 8,4;J 6,6 8,8":               "does not begin",
		"E 6,6 5,6;E 5,6 4,6":               "stands alone",
		"J 6,6 8,4;E 8,4 8,5":               "stands alone",
		"":                                  "expected",
		"J":                                 "expected",
		"J 6,6":                             "expected",
		"J 6,6 8,4 8,8":                     "expected",
		"J 6,6 8,4;":                        "expected",
		"j 6,6 8,4":                         "expected",
		"J 6,6 8,16":                        "expected",
		"J 6,6 8,-4":                        "expected",
		"J 6,6 8,04":                        "expected",
		"J 6,6  8,4":                        "expected",
		"J 6;6 8,4":                         "expected",
		"J 6,6 8":                           "expected",
		"E 15,15 16,15":                     "expected",
		strings.Repeat("J 6,6 8,4;", 3):     "does not begin",
		"J 6,8 8,4":                         "no piece to jump",
		"J 6,6 8,4;J 8,4 10,6;J 10,6 12,6":  "no piece to jump",
		"J 6,6 8,4;J 8,4 8,4":               "no piece to jump",
		"PASS":                              "expected",
		"J 6,6 8,4;J 8,4 6,6;J 6,6 4,6":     "no piece to jump",
		"J 6,6 8,8;J 8,8 6,6;J 6,6 8,4;J ,": "expected",
	} {
		m, err := parseMove(&s, text)
		got := FormatSquare(m.From()) + " " + FormatSquare(m.To())
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) || err == nil && got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A move that nothing leads to can be written all the same: referees do so when
// somebody plays it.
func TestFormatOfIllegalMoves(t *testing.T) {
	s := position(t, "", "start")
	for m, want := range map[game.Move]string{
		game.NewMove(0, 255):       "J 0,0 15,15",
		game.NewMove(0, 2):         "J 0,0 2,0",
		game.NewMove(17, 17):       "J 1,1 1,1",
		game.NewMove(0xffff, 9999): "J 15,15 15,0",
		game.NoMove:                "J 15,15 15,15",
		game.NewMove(100, 101):     "E 4,6 5,6",
	} {
		if got := formatMove(&s, m); got != want {
			t.Errorf("%x: %s, want %s", uint64(m), got, want)
		}
	}
}
