package books

import (
	"testing"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
	searchlg "evolab/search/littlego"
)

// The embedded file is whole; what plays does not read all of it.
func TestLittlegoIsWhole(t *testing.T) {
	if _, err := searchlg.ParseBook(LittlegoText()); err != nil {
		t.Error(err)
	}
}

// Whatever White does, Black finds its answer in the book up to its last ply: so
// nothing but a wrong answer could lose, and the answers were proven when the book
// was written.
func TestLittlegoAnswersEverything(t *testing.T) {
	b := Littlego()
	s, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	met := map[searchlg.Key]bool{}
	var walk func(s littlego.State)
	walk = func(s littlego.State) {
		if s.Ply() > lastPly || s.Outcome().Over() || met[searchlg.KeyOf(&s)] {
			return
		}
		met[searchlg.KeyOf(&s)] = true
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

// The answers at the last ply win, as a solver finds of some of them.
func TestLastAnswersWin(t *testing.T) {
	const checked, tableBits = 20, 19
	b, r := Littlego(), game.NewRand(5)
	for range checked {
		s := played(t, &b, &r)
		s.Play(b.Win(&s), &s)
		if _, won, _ := searchlg.NewSolver(tableBits, nil).Wins(&s, search.Limits{}); won {
			t.Errorf("%s is won for White", littlego.Rules().Format(&s))
		}
	}
}

// played is a position at the book's last ply, of a game between the book and plausible
// moves.
func played(t *testing.T, b *searchlg.Book, r *game.Rand) littlego.State {
	s, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	for s.Ply() < lastPly {
		m := b.Win(&s)
		if s.Ply()&1 == 1 {
			m = searchlg.DrawPlausible(&s, r)
		}
		s.Play(m, &s)
	}
	return s
}

// lastPly is the last ply that the book answers.
const lastPly = 10
