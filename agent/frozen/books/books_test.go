package books

import (
	"testing"

	"evolab/game"
	"evolab/game/littlego"
)

// Whatever White does, Black finds its answer in the book up to its last ply:
// so nothing but a wrong answer could lose, and the answers were proven when
// the book was written.
func TestLittlegoAnswersEverything(t *testing.T) {
	b := Littlego()
	s, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	met := map[littlego.State]bool{}
	answered := 0
	var walk func(s littlego.State)
	walk = func(s littlego.State) {
		if s.Ply() > lastPly || s.Outcome().Over() || met[s] {
			return
		}
		met[s] = true
		m := b.Win(&s)
		if m == game.NoMove {
			t.Fatalf("no answer in %s", littlego.Rules().Format(&s))
		}
		answered++
		var after, next littlego.State
		s.Play(m, &after)
		for _, reply := range after.Moves(nil) {
			after.Play(reply, &next)
			walk(next)
		}
	}
	walk(s)
	if answered < b.Len() {
		t.Errorf("%d positions come up, the book has %d", answered, b.Len())
	}
}

// lastPly is the last one that the book has answers for.
const lastPly = 8
