package checkers

import (
	"fmt"
	"testing"

	"evolab/game"
	"evolab/game/gametest"
	"evolab/internal/longtest"
	"evolab/search/cputime/cputimetest"
)

func suite(string) gametest.Suite[State, *State] {
	return gametest.Suite[State, *State]{
		Rules: Rules(), Games: 40, Rehash: (*State).rehash,
		Reference: func(s *State) []string { return referenceOf(format(s)).moves() },
	}
}

func TestConformance(t *testing.T) { gametest.Run(t, suite("")) }

// Random games: the reference agrees on every move and on the position behind
// it, and the moves come in board order.
func TestMovesAgainstReference(t *testing.T) {
	r := game.NewRand(7)
	for range 150 {
		s, err := Start("")
		if err != nil {
			t.Fatal(err)
		}
		for !s.Outcome().Over() {
			moves := s.Moves(nil)
			checkAgainstReference(t, &s, moves)
			if t.Failed() {
				t.Fatalf("in %s\n%s", format(&s), draw(&s))
			}
			s.Play(moves[r.Intn(len(moves))], &s)
		}
	}
}

func checkAgainstReference(t *testing.T, s *State, moves []game.Move) {
	t.Helper()
	want := referenceOf(format(s)).plays()
	if len(moves) != len(want) {
		t.Fatalf("%d moves, reference %d", len(moves), len(want))
	}
	for i, m := range moves {
		var after State
		s.Play(m, &after)
		if got := formatMove(s, m); got != want[i].text {
			t.Errorf("move %d is %s, reference %s", i, got, want[i].text)
		}
		if got := format(&after); got != want[i].after.text() {
			t.Errorf("%s leads to %s, reference %s", want[i].text, got, want[i].after.text())
		}
		if got, taken := (s.opp &^ after.own).Count(), Jumps(m); got != taken {
			t.Errorf("%s captures %d pieces with %d jumps", want[i].text, got, taken)
		}
	}
}

// The counts of the specification: from the start, published and recomputed;
// the others from the course's samples and from positions with loops of kings.
var perftTable = []struct {
	name, position string
	want           []uint64
}{
	{"start", "start", []uint64{7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388623673}},
	{"start-1", ".b.b.b.b/b.b.b.b./.b...b.b/....b.../......../w.w.w.w./.w.w.w.w/w.w.w.w. w", []uint64{7, 40, 185, 918, 4659, 22848, 108364}},
	{"example 1", ".b...b../..b...b./.....w.b/....w.../.b....../w...w.w./...B..../......w. b", []uint64{2, 4, 25, 50, 304, 1192, 7706}},
	{"example 2", "......../w...b.b./......../..w.b.../.w...b../....b.../.w.....b/..w...w. w", []uint64{8, 43, 233, 1166, 6327, 32096, 180211}},
	{"example 3", ".b...b../..b.b.b./...b...b/..b...../.....w../w.b.w.w./.w.....w/w...w... w", []uint64{1, 7, 29, 181, 784, 3828, 17992}},
	{"circles", "...W..../b.b.b.../.......w/b.b.b.../......../w...w.w./.w.w.w.w/w....... w", []uint64{2, 4, 22, 40, 224, 534, 2520}},
	{"kings", ".B...B../......../...W...W/......../.B...B../......../...W...W/........ b", []uint64{12, 45, 248, 1435, 8886, 61452, 418066}},
}

func TestPerft(t *testing.T) {
	for _, p := range perftTable {
		want := p.want
		if !longtest.Enabled() && len(want) > 10 {
			want = want[:10]
		}
		t.Run(p.name, func(t *testing.T) { gametest.Perft(t, Rules(), "", p.position, want) })
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, p := range perftTable {
		b.Run(p.name, func(b *testing.B) {
			s, err := Parse("", p.position)
			if err != nil {
				b.Fatal(err)
			}
			depth := 7
			if p.position == "start" {
				depth = 11
			}
			var leaves uint64
			cpu := cputimetest.Start(b)
			for b.Loop() {
				leaves += game.Perft[State, *State](&s, depth, (*State).Count)
			}
			b.ReportMetric(float64(leaves)/cpu.Seconds()/1e6, "Mleaves/s")
		})
	}
}

func BenchmarkPlayout(b *testing.B) {
	start, err := Start("")
	if err != nil {
		b.Fatal(err)
	}
	r := game.NewRand(1)
	s := start
	plies := 0
	cpu := cputimetest.Start(b)
	for b.Loop() {
		s = start
		n, _ := game.Playout[State, *State](&s, &r, Rules().PlyLimit, nil)
		plies += n
	}
	b.ReportMetric(float64(b.N)/cpu.Seconds()/1e3, "kgames/s")
	b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
}

func ExampleRules() {
	rules := Rules()
	s, _ := rules.Parse("", "......../......../.b...b../..w...w./......../......../......../........ b 7")
	for _, m := range s.Moves(nil) {
		fmt.Println(rules.FormatMove(&s, m))
	}
	m, _ := rules.ParseMove(&s, "J b6 d4")
	s.Play(m, &s)
	fmt.Println(rules.Format(&s))
	// Output:
	// J b6 d4
	// J f6 h4
	// ......../......../.....b../......w./...b..../......../......../........ w
}
