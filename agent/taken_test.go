package agent

import "testing"

// Captured pieces leave the board; those that change sides, as in Othello, stay.
func TestTaken(t *testing.T) {
	for _, c := range []struct {
		about         string
		before, after [2]int
		want          int
	}{
		{"a stone is placed", [2]int{3, 3}, [2]int{4, 3}, 0},
		{"a stone is placed, and takes two", [2]int{3, 3}, [2]int{4, 1}, 2},
		{"a jump takes one", [2]int{12, 12}, [2]int{12, 11}, 1},
		{"a disc is placed, and turns one over", [2]int{2, 2}, [2]int{4, 1}, 0},
		{"a disc is placed, and turns nine over", [2]int{20, 10}, [2]int{30, 1}, 0},
	} {
		if got := Taken(Info{}, "", c.before, c.after); got != c.want {
			t.Errorf("%s: %d captured, want %d", c.about, got, c.want)
		}
	}
}
