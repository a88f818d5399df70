package proof

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"evolab/game"
	rules "evolab/game/littlego"
	"evolab/search/littlego"
)

// Extension says which answers Prover.Extend adds to a book.
type Extension struct {
	// Likely is the number of the book's last answers after which replies are answered: those
	// that the other side most likely reaches by plausible moves come first.
	Likely int
	// Choices, if not nil, lists what a player without a book may choose. A position in which
	// all of that wins gets no answer: the player does not need one.
	Choices func(s *rules.State) ([]game.Move, error)
}

// Extend returns a book's records and more: answers to every reply to the book's last
// answers. It trusts the book except for the last answers, which it proves on the way.
func (p *Prover) Extend(start *rules.State, book *littlego.Book, o Extension) ([]littlego.Record, error) {
	e := extender{prover: p, choices: o.Choices, met: map[littlego.Key]bool{}}
	for i := range book.Len() {
		r := book.Record(i)
		e.list, e.met[r.Key()] = append(e.list, r), true
	}
	defer func() { p.path = p.path[:0] }()
	ends := ends(start, book)
	ends = ends[:min(o.Likely, len(ends))]
	for i := range ends {
		p.path = append(p.path[:0], branch{i, len(ends)})
		if err := e.answer(&ends[i]); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(e.list, func(x, y littlego.Record) int { return bytes.Compare(x.Append(nil), y.Append(nil)) })
	return e.list, nil
}

// extender adds answers to a book.
type extender struct {
	prover  *Prover
	choices func(s *rules.State) ([]game.Move, error)
	list    []littlego.Record
	met     map[littlego.Key]bool
}

// answer adds the answers to every reply in a position.
func (e *extender) answer(s *rules.State) error {
	var next rules.State
	for _, reply := range s.Moves(nil) {
		s.Play(reply, &next)
		key := littlego.KeyOf(&next)
		if next.Outcome().Over() || e.met[key] {
			continue
		}
		e.met[key] = true
		needed, err := e.needed(&next)
		if err != nil {
			return err
		}
		if !needed {
			continue
		}
		m, err := e.prover.Win(&next)
		if err != nil {
			return err
		}
		if m == game.NoMove {
			return fmt.Errorf("the book's answer before %s does not win", rules.Rules().Format(&next))
		}
		e.list = append(e.list, littlego.Recorded(&next, m))
	}
	return nil
}

// needed reports whether the player may choose a move that loses.
func (e *extender) needed(s *rules.State) (bool, error) {
	if e.choices == nil {
		return true, nil
	}
	choices, err := e.choices(s)
	if err != nil {
		return false, err
	}
	for _, m := range choices {
		if won, err := e.prover.wins(s, m); err != nil || !won {
			return true, err
		}
	}
	return false, nil
}

// likely is a position, and how likely it comes up.
type likely struct {
	state rules.State
	part  float64
	key   littlego.Key
}

// ends are the positions after the book's last answers, the most likely first.
func ends(start *rules.State, book *littlego.Book) []rules.State {
	level := []likely{{*start, 1, littlego.KeyOf(start)}}
	last := level
	for len(level) > 0 {
		last, level = level, twoPliesOn(level, book)
	}
	slices.SortFunc(last, func(x, y likely) int {
		return cmp.Or(cmp.Compare(y.part, x.part), cmp.Compare(x.key, y.key))
	})
	var list []rules.State
	for i := range last {
		var after rules.State
		if m := book.Win(&last[i].state); m != game.NoMove {
			last[i].state.Play(m, &after)
			list = append(list, after)
		}
	}
	return list
}

// twoPliesOn are the positions of the book after its answers and the replies to
// them, each of them once.
func twoPliesOn(level []likely, book *littlego.Book) []likely {
	at := map[littlego.Key]int{}
	var list []likely
	for i := range level {
		var after, next rules.State
		m := book.Win(&level[i].state)
		if m == game.NoMove {
			continue
		}
		if level[i].state.Play(m, &after); after.Outcome().Over() {
			continue
		}
		littlego.Plausible(&after, func(reply game.Move, part float64) {
			after.Play(reply, &next)
			if next.Outcome().Over() || book.Win(&next) == game.NoMove {
				return
			}
			key := littlego.KeyOf(&next)
			n, known := at[key]
			if !known {
				n = len(list)
				at[key] = n
				list = append(list, likely{next, 0, key})
			}
			list[n].part += float64(level[i].part * part)
		})
	}
	return list
}
