package halma

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/gametest"
	"evolab/search/cputime/cputimetest"
)

// The samples of the assignment.
const (
	ex1 = "WWWWW.........../WWWWW.........../WWW............./WWW.W.........../WW............../" +
		"................/................/................/................/................/................/" +
		"..........B...BB/.............BBB/.............BBB/...........BBBBB/...........BBBBB w"
	ex2 = "WWWWW.........../WW.WW.........../WWWW............/WWW.W.........../WW............../" +
		"................/................/................/................/................/................/" +
		"............B.BB/...........B.BBB/.............B.B/...........BBBBB/...........BBBBB w"
	ex3 = "WWWWW.........../W.W.W.........../WWW............./WW...W........../WW....W........./" +
		"................/.......W......../................/................/.........BW...../...........B..../" +
		"..............BB/............BBBB/............B.BB/.............BBB/...........BBBBB b"
)

func position(t testing.TB, variant, text string) State {
	t.Helper()
	s, err := Parse(variant, text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPerft(t *testing.T) {
	for _, c := range []struct {
		name, variant, position string
		want                    []uint64
	}{
		{"start black", "addendum", "start", []uint64{40, 1600, 62240, 2421136}},
		{"start white", "addendum", "start w", []uint64{40, 1600, 62240, 2421136}},
		{"start black", "original", "start", []uint64{40, 1600, 85440}},
		{"start white", "original", "start w", []uint64{40, 1600, 85440}},
		{"ex1", "addendum", ex1, []uint64{17, 272, 4403}},
		{"ex1", "original", ex1, []uint64{17, 272, 4403}},
		{"ex2", "addendum", ex2, []uint64{20, 722, 12350}},
		{"ex2", "original", ex2, []uint64{20, 722, 12350}},
		{"ex3", "addendum", ex3, []uint64{49, 3058, 140096}},
		{"ex3", "original", ex3, []uint64{49, 3063, 140274}},
	} {
		t.Run(c.name+"/"+c.variant, func(t *testing.T) {
			gametest.Perft(t, Rules(), c.variant, c.position, c.want)
			for i, want := range c.want {
				if want > 1e5 {
					continue
				}
				if got := referenceOf(format(ptr(position(t, c.variant, c.position))), c.variant).perft(i + 1); got != want {
					t.Errorf("reference: perft %d is %d, want %d", i+1, got, want)
				}
			}
		})
	}
}

func ptr[T any](v T) *T { return &v }

// White's first moves as the assignment's facts list them, ends in braces.
const firstMoves = `
E 11,14>{10,13 10,14 10,15 11,13}; 11,15>{10,14 10,15}; 12,13>{11,12 11,13 12,12}; 12,14>{11,13};
13,12>{12,11 12,12 13,11}; 13,13>{12,12}; 14,11>{13,10 13,11 14,10 15,10}; 14,12>{13,11}; 15,11>{14,10 15,10}.
J 11,15>{11,13}; 12,13>{10,15}; 12,14>{10,14 12,12}; 12,15>{10,13 10,15}; 13,12>{15,10}; 13,13>{11,13 13,11}; 13,14>{11,12}; 13,15>{11,13};
14,12>{12,12 14,10}; 14,13>{12,11}; 14,14>{12,12}; 15,11>{13,11}; 15,12>{13,10 15,10}; 15,13>{13,11}.`

func TestFirstMoves(t *testing.T) {
	var want []string
	for _, list := range strings.Split(strings.TrimSuffix(strings.TrimSpace(firstMoves), "."), ".\n") {
		kind, pieces, _ := strings.Cut(list, " ")
		for _, piece := range strings.Split(pieces, ";") {
			from, ends, _ := strings.Cut(strings.TrimSpace(piece), ">")
			for _, to := range strings.Fields(strings.Trim(ends, "{}")) {
				want = append(want, kind+" "+from+" "+to)
			}
		}
	}
	s := position(t, "", "start w")
	var got []string
	for _, m := range s.Moves(nil) {
		parts := strings.Split(formatMove(&s, m), ";")
		first, last := strings.Fields(parts[0]), strings.Fields(parts[len(parts)-1])
		got = append(got, first[0]+" "+first[1]+" "+last[2])
	}
	slices.Sort(got)
	slices.Sort(want)
	if len(want) != 40 || !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v (%d)", got, want, len(want))
	}
}

// The answers that the assignment shows.
func TestSamples(t *testing.T) {
	for _, c := range []struct{ position, move, after string }{
		{"start w", "E 11,15 10,15", "ongoing"},
		{"start w", "J 12,15 10,13", "ongoing"},
		{ex1, "E 4,3 3,2", "second"},
		{ex2, "J 4,3 2,1", "second"},
		{ex3, "J 9,9 11,9;J 11,9 11,11;J 11,11 13,13", "ongoing"},
	} {
		s := position(t, "", c.position)
		m, err := parseMove(&s, c.move)
		if err != nil || !slices.Contains(s.Moves(nil), m) {
			t.Errorf("%s is not legal (%v) in\n%s", c.move, err, draw(&s))
			continue
		}
		s.Play(m, &s)
		if got := s.Outcome().Result.String(); got != c.after {
			t.Errorf("after %s: %s, want %s\n%s", c.move, got, c.after, draw(&s))
		}
	}
}

func BenchmarkPlayout(b *testing.B) {
	for _, v := range variants {
		b.Run(v, func(b *testing.B) {
			start := position(b, v, "start")
			r := game.NewRand(1)
			s := start
			plies := 0
			cpu := cputimetest.Start(b)
			for b.Loop() {
				s = start
				n, _ := game.Playout[State, *State](&s, &r, PlyLimit, nil)
				plies += n
			}
			b.ReportMetric(float64(plies)/cpu.Seconds()/1e6, "Mmoves/s")
			b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
		})
	}
}

func BenchmarkPerft(b *testing.B) {
	s := position(b, "", "start")
	var leaves uint64
	cpu := cputimetest.Start(b)
	for b.Loop() {
		leaves += game.Perft[State, *State](&s, 4, (*State).Count)
	}
	b.ReportMetric(float64(leaves)/cpu.Seconds()/1e6, "Mleaves/s")
}

func BenchmarkMoves(b *testing.B) {
	s := position(b, "", ex3)
	moves := make([]game.Move, 0, 256)
	cputimetest.Start(b)
	for b.Loop() {
		moves = s.Moves(moves[:0])
	}
}

func ExampleRules() {
	rules := Rules()
	s, _ := rules.Parse("", ex3)
	m, _ := rules.ParseMove(&s, "J 9,9 11,9;J 11,9 11,11;J 11,11 13,13")
	fmt.Println(rules.FormatMove(&s, m))
	// Output: J 9,9 11,9;J 11,9 11,11;J 11,11 13,13
}
