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

// Extend returns a book's records and more: answers to every reply to the book's last
// answers, in the given number of positions, those that the other side most likely
// reaches by plausible moves. It trusts the book except for the last answers, which
// it proves on the way.
func (p *Prover) Extend(start *rules.State, book *littlego.Book, likely int) ([]littlego.Record, error) {
	var list []littlego.Record
	met := map[littlego.Key]bool{}
	for i := range book.Len() {
		r := book.Record(i)
		list, met[r.Key()] = append(list, r), true
	}
	defer func() { p.path = p.path[:0] }()
	ends := ends(start, book)
	ends = ends[:min(likely, len(ends))]
	for i := range ends {
		p.path = append(p.path[:0], branch{i, len(ends)})
		if err := p.answer(&ends[i], met, &list); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(list, func(x, y littlego.Record) int { return bytes.Compare(x.Append(nil), y.Append(nil)) })
	return list, nil
}

// answer adds the answers to every reply in a position.
func (p *Prover) answer(s *rules.State, met map[littlego.Key]bool, list *[]littlego.Record) error {
	var next rules.State
	for _, reply := range s.Moves(nil) {
		s.Play(reply, &next)
		if next.Outcome().Over() || met[littlego.KeyOf(&next)] {
			continue
		}
		m, err := p.Win(&next)
		if err != nil {
			return err
		}
		if m == game.NoMove {
			return fmt.Errorf("proof: the book's answer before %s does not win", rules.Rules().Format(&next))
		}
		r := littlego.Recorded(&next, m)
		*list, met[r.Key()] = append(*list, r), true
	}
	return nil
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
			list[n].part += level[i].part * part
		})
	}
	return list
}
