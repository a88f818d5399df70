package train

import (
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/features"
)

// A phase counts once a game in which there is a move to choose in it, and each
// ply counts for the last phase that has begun.
func TestReach(t *testing.T) {
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	w := features.Weights{Values: []float64{1}, Endgame: &features.Endgame{From: .5, Values: []float64{1}}}
	r := newReach(&w)
	play := r.watch()
	for id, plies := range []string{"0", "12", "0"} {
		b, err := g.Board("", "...../...../..X../...../.O... b "+plies+" -")
		if plies == "0" {
			b, err = g.Board("", "start")
		}
		if err != nil {
			t.Fatal(err)
		}
		play(arena.Ply{Job: &arena.Job{ID: id}, Board: b})
	}
	list := r.list()
	if len(list) != 2 || list[0].Games != 2./3 || list[1].Games != 1./3 || list[1].Plies != 1./3 || list[1].Rare() {
		t.Errorf("%+v", list)
	}
	list[1].Games = .04
	const want = "endgame, from 50 % of the game: in 4.0 % of the test's games, 33.3 % of their plies (fewer than 5 %: its weights have hardly been tried)"
	if got := list[1].String(); got != want || !list[1].Rare() {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	one := features.Weights{Values: []float64{1}}
	if newReach(&one).watch() != nil {
		t.Error("games of one phase are watched")
	}
}
