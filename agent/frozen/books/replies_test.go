package books

import (
	"testing"

	"evolab/game"
	"evolab/game/littlego"
	searchlg "evolab/search/littlego"
)

// White's replies are legal, and all of their positions come up when White plays
// them: there is one for each first move of Black.
func TestLittlegoReplies(t *testing.T) {
	b, replies := Littlego(), map[searchlg.Key][]searchlg.Record{}
	for i := range b.Len() {
		if r := b.Record(i); r.Key().Ply()%2 == 1 {
			replies[r.Key()] = append(replies[r.Key()], r)
		}
	}
	s, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	met := map[searchlg.Key]bool{}
	var walk func(s littlego.State)
	walk = func(s littlego.State) {
		var after, next littlego.State
		for _, m := range s.Moves(nil) {
			s.Play(m, &after)
			key := searchlg.KeyOf(&after)
			if s.Ply() == 0 && m != littlego.Pass && replies[key] == nil {
				t.Errorf("no reply in %s", littlego.Rules().Format(&after))
			}
			if met[key] || replies[key] == nil {
				continue
			}
			met[key] = true
			for _, r := range replies[key] {
				reply := r.Move(&after)
				if reply == game.NoMove {
					t.Fatalf("%s: %s is not legal", littlego.Rules().Format(&after), r.Append(nil))
				}
				after.Play(reply, &next)
				walk(next)
			}
		}
	}
	walk(s)
	if len(met) != len(replies) {
		t.Errorf("%d of %d positions come up", len(met), len(replies))
	}
}
