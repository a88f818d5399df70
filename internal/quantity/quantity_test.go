package quantity

import "testing"

func TestOf(t *testing.T) {
	for _, c := range []struct {
		n         float64
		noun, one string
	}{
		{1, "game", "1 game"},
		{0, "game", "0 games"},
		{2, "random ply", "2 random plies"},
		{3, "match", "3 matches"},
		{2, "day", "2 days"},
		{2, "box", "2 boxes"},
		{.5, "minute", "0.5 minutes"},
		{1, "loss", "1 loss"},
		{2, "loss", "2 losses"},
	} {
		if got := Of(c.n, c.noun); got != c.one {
			t.Errorf("Of(%v, %q) = %q, want %q", c.n, c.noun, got, c.one)
		}
	}
	if Verb(1, "does", "do") != "does" || Verb(2, "does", "do") != "do" {
		t.Error("the verb does not follow the number")
	}
}
