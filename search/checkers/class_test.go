package checkers

import "testing"

// Each index is that of its position, and no position is missing. Schaeffer et al.,
// "Building the checkers 10-piece endgame databases" (2003), count 6,972 positions with
// two pieces and 261,224 with three, those without an enemy included.
func TestIndex(t *testing.T) {
	for _, x := range []struct{ pieces, positions int }{{2, 6972 - 2*1742}, {3, 261_224 - 2*32_596}} {
		positions := 0
		for _, c := range Classes(x.pieces) {
			for i := range c.Size() {
				v, ok := c.View(i)
				if !ok {
					continue
				}
				positions++
				if v.Class() != c || v.Index() != i {
					t.Fatalf("%+v, index %d: %+v has index %d of %+v", c, i, v, v.Index(), v.Class())
				}
				if turned := v.Turned(); turned.Turned() != v {
					t.Fatalf("%+v turned twice", v)
				}
			}
		}
		if positions != x.positions {
			t.Errorf("%d pieces: %d positions, want %d", x.pieces, positions, x.positions)
		}
	}
}
