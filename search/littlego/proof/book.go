package proof

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"evolab/game"
	rules "evolab/game/littlego"
	"evolab/search/littlego"
)

// Opening is a book as it is made.
type Opening struct {
	Records []littlego.Record // in the book's order
	// Wrong are the hints that do not win.
	Wrong []string
}

// Book proves that the side to move wins a position, and finds a winning answer
// to everything that the other side can play against the book's own answers, up
// to the given ply. ErrLost means that the side to move does not win.
func (p *Prover) Book(start *rules.State, last int, hints Hints) (Opening, error) {
	b := &binder{prover: p, last: last, hints: hints, won: map[littlego.Key]littlego.Record{}, lost: map[littlego.Key]bool{}}
	won, err := b.prove(start)
	if err != nil {
		return Opening{}, err
	}
	if !won {
		return Opening{}, fmt.Errorf("proof: no book: %s is lost for the side to move", rules.Rules().Format(start))
	}
	list := []littlego.Record{}
	seen := map[littlego.Key]bool{}
	b.collect(start, seen, &list) // where a hint failed, won has other positions too
	slices.SortFunc(list, func(x, y littlego.Record) int { return bytes.Compare(x.Append(nil), y.Append(nil)) })
	return Opening{Records: list, Wrong: b.wrong}, nil
}

// binder makes one book.
type binder struct {
	prover *Prover
	last   int
	hints  Hints
	won    map[littlego.Key]littlego.Record // with every answer below proven too
	lost   map[littlego.Key]bool
	wrong  []string
}

// prove reports whether the side to move wins, and proves all positions below that
// the book has to answer.
func (b *binder) prove(s *rules.State) (bool, error) {
	key := littlego.KeyOf(s)
	if _, known := b.won[key]; known || b.lost[key] {
		return known, nil
	}
	if m, hinted := b.hint(s); hinted {
		if holds, err := b.holds(s, m); holds || err != nil {
			return holds, errors.Join(err, b.enter(s, m, holds))
		}
		b.wrong = append(b.wrong, fmt.Sprintf("%s: %s does not win", rules.Rules().Format(s), rules.Rules().FormatMove(s, m)))
	}
	m, err := b.prover.Win(s)
	if err != nil {
		return false, err
	}
	if m == game.NoMove {
		b.lost[key] = true
		return false, nil
	}
	if s.Ply() < b.last {
		holds, err := b.holds(s, m)
		if err == nil && !holds {
			err = fmt.Errorf("proof: %s wins in %s, but an answer to it does too: the checkpoint is wrong",
				rules.Rules().FormatMove(s, m), rules.Rules().Format(s))
		}
		if err != nil {
			return false, err
		}
	}
	return true, b.enter(s, m, true)
}

// hint is a move to try first: the one that the hints have, or one after which they
// have a move for every answer.
func (b *binder) hint(s *rules.State) (game.Move, bool) {
	if m, known := b.hints.move(s); known || len(b.hints) == 0 {
		return m, known
	}
	for _, m := range s.Moves(nil) {
		if b.answersAll(s, m) {
			return m, true
		}
	}
	return game.NoMove, false
}

// answersAll reports whether the hints have an answer to everything after m.
func (b *binder) answersAll(s *rules.State, m game.Move) bool {
	var after, next rules.State
	s.Play(m, &after)
	for _, answer := range after.Moves(nil) {
		after.Play(answer, &next)
		if next.Outcome().Over() {
			return false
		}
		if _, known := b.hints.move(&next); !known {
			return false
		}
	}
	return !after.Outcome().Over()
}

// enter puts an answer into the book, if it was proven.
func (b *binder) enter(s *rules.State, m game.Move, proven bool) error {
	if !proven {
		return nil
	}
	r := littlego.Recorded(s, m)
	b.won[r.Key()] = r
	return b.prover.facts.add(r)
}

// holds reports whether a move wins, by proving a win after every answer to it; at
// the book's last ply by a single proof.
func (b *binder) holds(s *rules.State, m game.Move) (bool, error) {
	var after, next rules.State
	s.Play(m, &after)
	if o := after.Outcome(); o.Over() {
		return o.Result == game.Win(s.Turn()), nil
	}
	if s.Ply() >= b.last {
		answer, err := b.prover.Win(&after)
		return err == nil && answer == game.NoMove, err
	}
	answers := after.Moves(nil)
	at := len(b.prover.path)
	defer func() { b.prover.path = b.prover.path[:at] }()
	for i, answer := range answers {
		b.prover.path = append(b.prover.path[:at], branch{i, len(answers)})
		after.Play(answer, &next)
		if o := next.Outcome(); o.Over() {
			if o.Result != game.Win(s.Turn()) {
				return false, nil
			}
			continue
		}
		if won, err := b.prove(&next); err != nil || !won {
			return false, err
		}
	}
	return true, nil
}

// collect lists what can be reached against the book's answers.
func (b *binder) collect(s *rules.State, seen map[littlego.Key]bool, list *[]littlego.Record) {
	r, known := b.won[littlego.KeyOf(s)]
	if !known || seen[r.Key()] {
		return
	}
	seen[r.Key()] = true
	*list = append(*list, r)
	var after, next rules.State
	s.Play(r.Move(s), &after)
	for _, answer := range after.Moves(nil) {
		after.Play(answer, &next)
		if !next.Outcome().Over() {
			b.collect(&next, seen, list)
		}
	}
}
