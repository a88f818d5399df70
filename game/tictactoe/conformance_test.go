package tictactoe

import (
	"fmt"
	"testing"

	"evolab/game"
	"evolab/game/gametest"
	"evolab/search/cputime/cputimetest"
)

func suite(string) gametest.Suite[State, *State] {
	return gametest.Suite[State, *State]{
		Rules: Rules(), Games: 200, Rehash: (*State).rehash, Bounded: true,
		Reference: func(s *State) []string { return referenceMoves(format(s)) },
	}
}

func TestConformance(t *testing.T) { gametest.Run(t, suite("")) }

// referenceMoves reads a position's text on its own and lists the empty
// squares, or nothing after a row of three.
func referenceMoves(text string) (moves []string) {
	if rowOfThree(text) {
		return nil
	}
	for r := range 3 {
		for c := range 3 {
			if text[4*r+c] == '.' {
				moves = append(moves, fmt.Sprintf("%d,%d", r, c))
			}
		}
	}
	return moves
}

// rowOfThree looks for one in a position's text, where row r begins at 4*r.
func rowOfThree(text string) bool {
	for _, line := range [][3]int{{0, 1, 2}, {4, 5, 6}, {8, 9, 10}, {0, 4, 8}, {1, 5, 9}, {2, 6, 10}, {0, 5, 10}, {2, 5, 8}} {
		if mark := text[line[0]]; mark != '.' && mark == text[line[1]] && mark == text[line[2]] {
			return true
		}
	}
	return false
}

func TestPerft(t *testing.T) {
	gametest.Perft(t, Rules(), "", "start", []uint64{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872})
}

// all visits every position that can come up, each once, and returns the
// number of different games.
func all(visit func(*State)) (games int) {
	seen := map[State]int{}
	var walk func(s State) int
	walk = func(s State) int {
		if n, ok := seen[s]; ok {
			return n
		}
		visit(&s)
		n := 0
		if s.Outcome().Over() {
			n = 1
		}
		for _, m := range s.Moves(nil) {
			var after State
			s.Play(m, &after)
			n += walk(after)
		}
		seen[s] = n
		return n
	}
	return walk(State{})
}

func TestExactCounts(t *testing.T) {
	positions, shapes, hashes := 0, map[[2]Board]bool{}, map[uint64]bool{}
	games := all(func(s *State) {
		positions++
		hashes[s.Hash()] = true
		shapes[canonical(s)] = true
		if back, err := Parse("", format(s)); err != nil || back != *s {
			t.Errorf("%s parses as %+v, %v", format(s), back, err)
		}
	})
	if positions != 5478 || len(hashes) != 5478 || len(shapes) != 765 || games != 255168 {
		t.Errorf("%d positions, %d hashes, %d up to symmetry, %d games", positions, len(hashes), len(shapes), games)
	}
}

// canonical is the smallest of the eight symmetric forms.
func canonical(s *State) [2]Board {
	best := [2]Board{full, full}
	x, o := s.X(), s.O()
	for i := range 8 {
		if i == 4 {
			x, o = remap(x, transposed), remap(o, transposed)
		}
		x, o = remap(x, turned), remap(o, turned)
		if form := [2]Board{x, o}; form[0] < best[0] || form[0] == best[0] && form[1] < best[1] {
			best = form
		}
	}
	return best
}

func transposed(r, c int) Board { return At(c, r) }
func turned(r, c int) Board     { return At(c, Size-1-r) }

func remap(b Board, to func(r, c int) Board) (out Board) {
	for r := range Size {
		for c := range Size {
			if b&At(r, c) != 0 {
				out |= to(r, c)
			}
		}
	}
	return out
}

func BenchmarkPlayout(b *testing.B) {
	r := game.NewRand(1)
	var s State
	cpu := cputimetest.Start(b)
	for b.Loop() {
		s = State{}
		game.Playout[State, *State](&s, &r, Squares, nil)
	}
	b.ReportMetric(float64(b.N)/cpu.Seconds()/1e6, "Mgames/s")
}

func ExampleRules() {
	rules := Rules()
	s, _ := rules.Start("")
	m, _ := rules.ParseMove(&s, "1,1")
	s.Play(m, &s)
	fmt.Print(rules.Format(&s), "\n", rules.Draw(&s))
	// Output:
	// .../.X./... o
	//   0 1 2
	// 0 . . .
	// 1 . X .
	// 2 . . .
	// O to move
}
