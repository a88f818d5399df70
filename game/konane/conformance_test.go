package konane

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/gametest"
	"evolab/internal/longtest"
	"evolab/search/cputime/cputimetest"
)

func suite(variant string) gametest.Suite[State, *State] {
	return gametest.Suite[State, *State]{
		Rules: Rules(), Variant: variant, Rehash: (*State).rehash, Bounded: true,
		Reference: func(s *State) []string {
			moves, _ := referenceOf(Format(s)).children()
			return moves
		},
	}
}

func TestConformance(t *testing.T) {
	for variant, games := range map[string]int{
		"18x18": 2, "4x4": 40, "8x8": 12, "5x5": 20, "5x4": 20, "4x7": 20, "18x4": 6, "4x18": 6, "9x13": 3, "17x6": 3,
	} {
		t.Run(variant, func(t *testing.T) {
			c := suite(variant)
			c.Games = games
			gametest.Run(t, c)
		})
	}
}

// Every position is what the reference makes of the same moves, and the moves
// are listed in the same order.
func TestPlayAgreesWithReference(t *testing.T) {
	for _, variant := range []string{"4x4", "5x6", "8x8", "11x7", "18x18"} {
		for seed := range uint64(20) {
			s, err := Start(variant)
			if err != nil {
				t.Fatal(err)
			}
			r := game.NewRand(seed)
			slow := referenceOf(Format(&s))
			for !s.Outcome().Over() {
				moves := s.Moves(nil)
				texts, next := slow.children()
				i := r.Intn(len(moves))
				if got := FormatMove(&s, moves[i]); len(texts) != len(moves) || texts[i] != got {
					t.Fatalf("%s: move %d is %s; reference: %v", Format(&s), i, got, texts)
				}
				s.Play(moves[i], &s)
				slow = next[i]
				if want := strings.Join(slow.rows, "/") + " " + slow.side; !strings.HasPrefix(Format(&s), want) {
					t.Fatalf("got %s, reference %s", Format(&s), want)
				}
			}
			if texts, _ := slow.children(); len(texts) != 0 {
				t.Fatalf("%s is said to be over; reference: %v", Format(&s), texts)
			}
		}
	}
}

// perftTable holds the counts from the full board: both removals are plies.
var perftTable = map[string][]uint64{
	"4x4":   {8, 24, 32, 104, 240, 752, 1944, 5616, 12248, 26080, 40712, 48344, 34488, 17304, 2496, 0},
	"6x6":   {8, 24, 56, 312, 1336, 8384, 45352, 324576},
	"8x8":   {8, 24, 56, 344, 1784, 14248, 104088, 1016176},
	"18x18": {8, 24, 56, 344, 1968, 17440, 150696},
}

func TestPerft(t *testing.T) {
	for variant, want := range perftTable {
		t.Run(variant, func(t *testing.T) { gametest.Perft(t, Rules(), variant, "start", want) })
	}
}

// The table has no odd boards: there the counts are the reference's.
func TestPerftOnOtherBoards(t *testing.T) {
	for _, variant := range []string{"5x5", "4x5", "7x4", "9x6", "7x7"} {
		s, err := Start(variant)
		if err != nil {
			t.Fatal(err)
		}
		slow := referenceOf(Format(&s))
		var want []uint64
		for depth := range 5 {
			want = append(want, slow.perft(depth+1))
		}
		t.Run(variant, func(t *testing.T) { gametest.Perft(t, Rules(), variant, "start", want) })
	}
}

// Known values of perfect play, found with the fast rules.
func TestKnownWinners(t *testing.T) {
	boards := map[string]bool{"4x4": false, "4x5": false, "5x4": false, "5x5": true, "4x6": false, "6x4": false}
	if longtest.Enabled() {
		maps.Copy(boards, map[string]bool{"5x6": false, "6x5": false})
	}
	for variant, firstWins := range boards {
		s, err := Start(variant)
		if err != nil {
			t.Fatal(err)
		}
		if got := wins(&s, map[uint64]bool{}); got != firstWins {
			t.Errorf("%s: the first side wins is %v, want %v", variant, got, firstWins)
		}
	}
}

// wins reports whether the side to move wins; known holds what has been found.
func wins(s *State, known map[uint64]bool) bool {
	if won, ok := known[s.Hash()]; ok {
		return won
	}
	var next State
	won := slices.ContainsFunc(s.Moves(nil), func(m game.Move) bool {
		s.Play(m, &next)
		return !wins(&next, known)
	})
	known[s.Hash()] = won
	return won
}

// On 4x4 a corner removal loses; a centre removal loses if the second player
// removes another centre stone, and wins if it removes outward.
func TestOpeningsOn4x4(t *testing.T) {
	start, err := Start("4x4")
	if err != nil {
		t.Fatal(err)
	}
	known := map[uint64]bool{}
	centre := func(m game.Move) bool {
		r, c := Row(m.To()), Col(m.To())
		return (r == 1 || r == 2) && (c == 1 || c == 2)
	}
	for _, m := range start.Moves(nil) {
		var second, third State
		start.Play(m, &second)
		for _, answer := range second.Moves(nil) {
			second.Play(answer, &third)
			want := centre(m) && !centre(answer)
			if got := wins(&third, known); got != want {
				t.Errorf("%s, %s: first wins is %v, want %v", FormatMove(&start, m), FormatMove(&start, answer), got, want)
			}
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, variant := range []string{"8x8", "18x18"} {
		b.Run(variant, func(b *testing.B) {
			s, err := Start(variant)
			if err != nil {
				b.Fatal(err)
			}
			var leaves uint64
			cpu := cputimetest.Start(b)
			for b.Loop() {
				leaves += game.Perft[State, *State](&s, 6, (*State).Count)
			}
			b.ReportMetric(float64(leaves)/cpu.Seconds()/1e6, "Mleaves/s")
		})
	}
}

func BenchmarkPlayout(b *testing.B) {
	for _, variant := range []string{"8x8", "18x18"} {
		b.Run(variant, func(b *testing.B) {
			start, err := Start(variant)
			if err != nil {
				b.Fatal(err)
			}
			r := game.NewRand(1)
			s, plies := start, 0
			cpu := cputimetest.Start(b)
			for b.Loop() {
				s = start
				n, _ := game.Playout[State, *State](&s, &r, Rules().PlyLimit, nil)
				plies += n
			}
			b.ReportMetric(float64(b.N)/cpu.Seconds()/1e3, "kgames/s")
			b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
		})
	}
}

func BenchmarkMoves(b *testing.B) {
	s, _ := Start("18x18")
	r := game.NewRand(3)
	game.Playout[State, *State](&s, &r, 100, nil)
	moves := make([]game.Move, 0, 256)
	cputimetest.Start(b)
	for b.Loop() {
		moves = s.Moves(moves[:0])
	}
	b.ReportMetric(float64(len(moves)), "moves")
}

func ExampleRules() {
	rules := Rules()
	s, _ := rules.Start("4x4")
	for _, text := range []string{"[1:1]", "[0:1]", "[3:1]:[1:1]"} {
		m, err := rules.ParseMove(&s, text)
		if err != nil || !slices.Contains(s.Moves(nil), m) {
			fmt.Println(text, "is not legal")
			return
		}
		s.Play(m, &s)
	}
	fmt.Println(rules.Format(&s))
	fmt.Print(rules.Draw(&s))
	// Output:
	// X.XO/OXOX/X.XO/O.OX w
	//            a  b  c  d
	//            0  1  2  3
	//   1  [0:]  X  .  X  O
	//   2  [1:]  O  X  O  X
	//   3  [2:]  X  .  X  O
	//   4  [3:]  O  .  O  X
	// white (O, player 2) to move
}
