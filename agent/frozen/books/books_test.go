package books

import (
	"testing"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
	searchlg "evolab/search/littlego"
)

// Whatever White does, Black finds its answer in the book up to its last whole
// ply: so nothing but a wrong answer could lose, and the answers were proven when
// the book was written. After that the book answers what White is likely to do.
func TestLittlegoAnswersEverything(t *testing.T) {
	b := Littlego()
	s, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	met := map[littlego.State]bool{}
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
		var after, next littlego.State
		s.Play(m, &after)
		for _, reply := range after.Moves(nil) {
			after.Play(reply, &next)
			walk(next)
		}
	}
	walk(s)
}

// The answers after the last whole ply win, as a solver finds of some of them.
func TestLikelyAnswersWin(t *testing.T) {
	const checked, mostGames, tableBits = 5, 200, 19
	b, r, met := Littlego(), game.NewRand(5), 0
	for range mostGames {
		s := played(t, &b, &r)
		m := b.Win(&s)
		if m == game.NoMove || met == checked {
			continue
		}
		met++
		s.Play(m, &s)
		if _, won, _ := searchlg.NewSolver(tableBits, nil).Wins(&s, search.Limits{}); won {
			t.Errorf("%s is won for White", littlego.Rules().Format(&s))
		}
	}
	if met < checked {
		t.Errorf("the book knew %d positions after ply %d of %d games", met, lastPly, mostGames)
	}
}

// played is a position two plies after the last whole ply, of a game between the
// book and plausible moves.
func played(t *testing.T, b *searchlg.Book, r *game.Rand) littlego.State {
	s, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	for s.Ply() < lastPly+2 {
		m := b.Win(&s)
		if s.Ply()&1 == 1 {
			m = searchlg.DrawPlausible(&s, r)
		}
		s.Play(m, &s)
	}
	return s
}

// lastPly is the last ply whose positions the book answers without exception.
const lastPly = 8
