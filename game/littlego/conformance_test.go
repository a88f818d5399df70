package littlego

import (
	"fmt"
	"math"
	"testing"

	"evolab/game"
	"evolab/game/gametest"
	"evolab/internal/longtest"
	"evolab/search/cputime/cputimetest"
)

func suite(variant string) gametest.Suite[State, *State] {
	return gametest.Suite[State, *State]{
		Rules: Rules(), Variant: variant, Games: 60, Rehash: (*State).rehash, Bounded: true,
		Reference: func(s *State) []string {
			moves, _ := referenceOf(format(s), variant).children()
			return moves
		},
	}
}

func TestConformance(t *testing.T) {
	for _, v := range variants {
		t.Run(v, func(t *testing.T) { gametest.Run(t, suite(v)) })
	}
}

// perftTable holds the counts from the empty board, by variant and depth.
var perftTable = map[string][]uint64{
	"host":       {26, 625, 15025, 346016, 7638088, 161117112},
	"two-pass":   {26, 651, 15650, 361041, 7984104, 168755200},
	"passes":     {26, 651, 15676, 362317, 8029830, 170156823},
	"placements": {25, 600, 13800, 303424, 6368416, 127124176},
}

func TestPerft(t *testing.T) {
	for _, v := range variants {
		want := perftTable[v]
		if !longtest.Enabled() {
			want = want[:5]
		}
		t.Run(v, func(t *testing.T) { gametest.Perft(t, Rules(), v, "start", want) })
	}
}

func TestPerftWithKo(t *testing.T) {
	const position = ".XO../XO.O./.XO../...../..... b 8 -"
	for v, want := range map[string][]uint64{
		"placements": {18, 304, 4836, 72156},
		"host":       {19, 341, 5786, 92797},
		"two-pass":   {19, 341, 5786, 92797},
		"passes":     {19, 341, 5805, 93461},
	} {
		t.Run(v, func(t *testing.T) { gametest.Perft(t, Rules(), v, position, want) })
	}
}

// The reference itself is checked on small boards, whose counts are known too.
func TestReferenceOnSmallBoards(t *testing.T) {
	for n, want := range map[int][]uint64{
		2: {4, 12, 24, 16, 32, 32, 32, 96},
		3: {9, 72, 504, 2976, 14720},
	} {
		for i, w := range want {
			if got := newReference(n, "placements").perft(i + 1); got != w {
				t.Errorf("%dx%d depth %d: %d, want %d", n, n, i+1, got, w)
			}
		}
	}
}

// Tromp's numbers of positions in which every group has a liberty.
func TestReferenceCountsLegalPositions(t *testing.T) {
	for n, want := range map[int]int{2: 57, 3: 12675} {
		if got := countLegalPositions(n); got != want {
			t.Errorf("%dx%d: %d legal positions, want %d", n, n, got, want)
		}
	}
}

func countLegalPositions(n int) int {
	g := newReference(n, "placements")
	board := []byte(g.board)
	var count func(p int) int
	count = func(p int) int {
		if p == len(board) {
			for q := range board {
				if _, alive := g.group(board, q); board[q] != '.' && !alive {
					return 0
				}
			}
			return 1
		}
		total := 0
		for _, c := range []byte(".XO") {
			board[p] = c
			total += count(p + 1)
		}
		return total
	}
	return count(0)
}

// Uniform random games, passes drawn like any other move. The known lengths
// are means of samples themselves.
func TestLengthOfRandomGames(t *testing.T) {
	for v, want := range map[string]float64{"host": 22.33, "two-pass": 23.13} {
		if mean := meanLength(t, v); math.Abs(mean-want) > .04 {
			t.Errorf("%s: %.3f plies on average, known %.2f", v, mean, want)
		}
	}
}

// meanLength has a standard error of .016 plies.
func meanLength(t *testing.T, variant string) float64 {
	t.Helper()
	start, err := Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	const games = 100_000
	total := 0
	r := game.NewRand(5)
	s := start
	for range games {
		s = start
		plies, _ := game.Playout[State, *State](&s, &r, LastPly, nil)
		total += plies
	}
	return float64(total) / games
}

func BenchmarkPerft(b *testing.B) {
	s, err := Start("")
	if err != nil {
		b.Fatal(err)
	}
	var leaves uint64
	cpu := cputimetest.Start(b)
	for b.Loop() {
		leaves += game.Perft[State, *State](&s, 5, (*State).Count)
	}
	b.ReportMetric(float64(leaves)/cpu.Seconds()/1e9, "Gleaves/s")
}

func BenchmarkPlayout(b *testing.B) {
	for _, v := range []string{"host", "two-pass"} {
		b.Run(v, func(b *testing.B) {
			start, err := Start(v)
			if err != nil {
				b.Fatal(err)
			}
			r := game.NewRand(1)
			s := start
			cpu := cputimetest.Start(b)
			for b.Loop() {
				s = start
				game.Playout[State, *State](&s, &r, LastPly, nil)
			}
			b.ReportMetric(float64(b.N)/cpu.Seconds()/1e6, "Mgames/s")
		})
	}
}

func ExampleRules() {
	rules := Rules()
	s, _ := rules.Start("")
	m, _ := rules.ParseMove(&s, "2,2")
	s.Play(m, &s)
	fmt.Println(rules.Format(&s))
	// Output: ...../...../..X../...../..... w 1 ...../...../...../...../.....
}
