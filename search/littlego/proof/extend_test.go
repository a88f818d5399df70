package proof

import (
	"testing"

	"evolab/game"
	rules "evolab/game/littlego"
	"evolab/search"
	"evolab/search/littlego"
)

// An extension for a player has the answers to just those replies after which the player's choice
// loses; without one it answers every reply.
func TestExtensionForAPlayer(t *testing.T) {
	s := parse(t, won)
	opening := bound(t, &s, 14)
	careless := func(s *rules.State) (moves []game.Move, err error) {
		littlego.Plausible(s, func(m game.Move, _ float64) { moves = append(moves, m) })
		return moves[len(moves)/2:][:1], nil
	}
	all := extended(t, &s, &opening, Extension{Likely: 100})
	hard := extended(t, &s, &opening, Extension{Likely: 100, Choices: careless})
	asked, met := 0, map[littlego.Key]bool{}
	for _, end := range ends(&s, &opening) {
		for _, reply := range end.Moves(nil) {
			var at, after rules.State
			end.Play(reply, &at)
			key := littlego.KeyOf(&at)
			if at.Outcome().Over() || met[key] {
				continue
			}
			met[key] = true
			if all.Win(&at) == game.NoMove {
				t.Errorf("%s: no answer", rules.Rules().Format(&at))
			}
			chosen, _ := careless(&at)
			at.Play(chosen[0], &after)
			loses := after.Outcome().Over() && after.Outcome().Result != game.Win(at.Turn())
			if !after.Outcome().Over() {
				_, loses, _ = littlego.NewSolver(16, nil).Wins(&after, search.Limits{})
			}
			if got := hard.Win(&at) != game.NoMove; got != loses {
				t.Errorf("%s: in the book: %v, but the choice loses: %v", rules.Rules().Format(&at), got, loses)
			}
			if loses {
				asked++
			}
		}
	}
	if asked == 0 || asked == all.Len()-opening.Len() {
		t.Errorf("%d of %d choices lose", asked, all.Len()-opening.Len())
	}
}

func bound(t *testing.T, s *rules.State, last int) littlego.Book {
	t.Helper()
	p := newProver(t, Options{})
	defer closed(t, p)
	opening, err := p.Book(s, last, Hints{})
	if err != nil {
		t.Fatal(err)
	}
	return parsed(t, opening.Records)
}

func extended(t *testing.T, s *rules.State, b *littlego.Book, e Extension) littlego.Book {
	t.Helper()
	p := newProver(t, Options{})
	defer closed(t, p)
	records, err := p.Extend(s, b, e)
	if err != nil {
		t.Fatal(err)
	}
	return parsed(t, records)
}

func parsed(t *testing.T, records []littlego.Record) littlego.Book {
	t.Helper()
	b, err := littlego.ParseBook(string(littlego.AppendBook(nil, records)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}
