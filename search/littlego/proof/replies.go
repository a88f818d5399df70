package proof

import (
	"bytes"
	"cmp"
	"slices"

	"evolab/game"
	rules "evolab/game/littlego"
	"evolab/search/littlego"
)

// Replies says for which positions Prover.Replies finds replies.
type Replies struct {
	// Likely is their number: those that are most likely come first.
	Likely int
	// Answers lists the moves of players that may sit on the other side, Choices those
	// of players that know what they do.
	Answers, Choices func(s *rules.State) ([]game.Move, error)
	// Score is that of a position for the side to move, by a search in units of
	// the evaluation (features.Unit).
	Score func(s *rules.State) (int, error)
	// Nodes is what a refutation takes at most, if that is less than usual.
	Nodes uint64
	// Keep, if not nil, is called with all records after each position.
	Keep func([]littlego.Record) error
}

// LastReply is the number of plies played in the last positions for which there
// are replies: after that players prove who wins and count traps themselves.
const LastReply = 7

// Replies returns a book's records and more: the replies that ask most of the
// opponent (prover.go, at the last ply here) in positions in which the side that does not begin is to
// move. The opponent is taken to be one of the players in half of its plies, and
// to play plausible moves in the others. Positions that the book has replies for are
// skipped, so that a run continues from what Keep got.
func (p *Prover) Replies(start *rules.State, book *littlego.Book, o Replies) ([]littlego.Record, error) {
	r := replier{prover: p, options: o, book: book, known: map[littlego.Key][]littlego.Record{}, done: map[littlego.Key]bool{}}
	for i := range book.Len() {
		record := book.Record(i)
		r.list = append(r.list, record)
		r.known[record.Key()] = append(r.known[record.Key()], record)
	}
	if err := r.answers(start, 1); err != nil {
		return nil, err
	}
	for at := range o.Likely {
		p.path = append(p.path[:0], branch{at, o.Likely})
		if len(r.queue) == 0 {
			break
		}
		if err := r.take(); err != nil {
			return nil, err
		}
	}
	p.path = p.path[:0]
	return r.list, nil
}

// replier adds replies to a book.
type replier struct {
	prover  *Prover
	options Replies
	book    *littlego.Book
	list    []littlego.Record // in the book's order
	known   map[littlego.Key][]littlego.Record
	done    map[littlego.Key]bool
	queue   []likely
}

// take finds the replies in the most likely position, and queues what follows.
func (r *replier) take() error {
	at := r.pop()
	if r.known[at.key] == nil {
		if err := r.find(&at); err != nil {
			return err
		}
	}
	replies := r.known[at.key]
	for _, reply := range replies {
		var after rules.State
		at.state.Play(reply.Move(&at.state), &after)
		if err := r.answers(&after, at.part/float64(len(replies))); err != nil {
			return err
		}
	}
	return nil
}

func (r *replier) find(at *likely) error {
	records, err := r.best(at)
	if err != nil {
		return err
	}
	r.known[at.key] = records
	r.list = append(r.list, records...)
	slices.SortFunc(r.list, func(x, y littlego.Record) int { return bytes.Compare(x.Append(nil), y.Append(nil)) })
	if r.options.Keep == nil {
		return nil
	}
	return r.options.Keep(r.list)
}

func (r *replier) best(at *likely) ([]littlego.Record, error) {
	e := efforts[at.key.Ply()]
	if n := r.options.Nodes; n > 0 {
		e.nodes = min(e.nodes, n)
	}
	if e.margin > 0 {
		return r.weigh(&at.state, e)
	}
	players, err := r.options.Choices(&at.state)
	if err != nil {
		return nil, err
	}
	return r.prover.replies(&at.state, r.book, players, e)
}

// pop takes the most likely position out of the queue.
func (r *replier) pop() likely {
	first := 0
	for i := range r.queue {
		if c := cmp.Compare(r.queue[i].part, r.queue[first].part); c > 0 || c == 0 && r.queue[i].key < r.queue[first].key {
			first = i
		}
	}
	at := r.queue[first]
	r.queue = slices.Delete(r.queue, first, first+1)
	r.done[at.key] = true
	return at
}

// answers queues the positions after the opponent's answers.
func (r *replier) answers(s *rules.State, part float64) error {
	if s.Outcome().Over() || s.Ply() >= LastReply {
		return nil
	}
	return r.shares(s, func(m game.Move, share float64) {
		if m != rules.Pass {
			r.push(s, m, part*share)
		}
	})
}

// shares calls visit for all legal moves, with how likely the opponent plays each
// of them, in parts of 1.
func (r *replier) shares(s *rules.State, visit func(m game.Move, share float64)) error {
	players, err := r.options.Answers(s)
	if err != nil {
		return err
	}
	if m := r.book.Win(s); m != game.NoMove {
		players = append(players, m)
	}
	littlego.Plausible(s, func(m game.Move, share float64) {
		chosen := 0
		for _, other := range players {
			if other == m {
				chosen++
			}
		}
		if len(players) > 0 {
			share = float64(share/2) + float64(chosen)/float64(2*len(players))
		}
		visit(m, share)
	})
	return nil
}

// push queues the position after a move.
func (r *replier) push(s *rules.State, m game.Move, part float64) {
	var next rules.State
	s.Play(m, &next)
	key := littlego.KeyOf(&next)
	if next.Outcome().Over() || r.done[key] {
		return
	}
	for i := range r.queue {
		if r.queue[i].key == key {
			r.queue[i].part += part
			return
		}
	}
	r.queue = append(r.queue, likely{next, part, key})
}

// A count of answers that are not refuted says little about moves that threaten
// something: there is one good answer and everybody finds it, or White has thrown a
// stone away. At ply 8 White lost games by such replies. So there only those replies
// count that a search finds nearly as good as the best one, and they are compared by
// how likely the opponent goes wrong.

// candidate is a reply.
type candidate struct {
	move  game.Move
	next  rules.State
	score int // by a search, from the side that replies
}

// weigh are the best replies of a position, all that are equally good. Where one
// is found to win there are none: a player that has the time to prove wins needs
// no book, and the others do better by their own search.
func (r *replier) weigh(s *rules.State, e effort) ([]littlego.Record, error) {
	list, err := r.candidates(s, e)
	if err != nil || r.won(s, list, e) {
		return nil, err
	}
	var records []littlego.Record
	best := -1
	for _, c := range nearly(list, e.margin) {
		hope, err := r.hope(&c.next, e)
		if err != nil {
			return nil, err
		}
		if hope > best {
			best, records = hope, records[:0]
		}
		if hope == best {
			records = append(records, littlego.Replied(s, c.move))
		}
	}
	return records, r.prover.err
}

// candidates are the most plausible replies with their scores; of symmetric ones
// the first.
func (r *replier) candidates(s *rules.State, e effort) (list []candidate, err error) {
	met := map[littlego.Key]bool{}
	littlego.Plausible(s, func(m game.Move, _ float64) {
		key := after(s, m)
		if m == rules.Pass || met[key] || len(list) == e.replies || err != nil {
			return
		}
		met[key] = true
		c := candidate{move: m}
		s.Play(m, &c.next)
		c.score, err = r.options.Score(&c.next)
		c.score = -c.score
		list = append(list, c)
	})
	return list, err
}

// nearly are the replies that are worse than the best one by margin at most.
func nearly(list []candidate, margin int) (good []candidate) {
	for _, c := range list {
		worse := false
		for _, other := range list {
			worse = worse || other.score-c.score > margin
		}
		if !worse {
			good = append(good, c)
		}
	}
	return good
}

// won reports whether all answers to one of the replies are refuted.
func (r *replier) won(s *rules.State, list []candidate, e effort) bool {
	r.prover.renew(r.book)
	for _, c := range list {
		if t := r.prover.try(s, c.move, 0, e); t.winning == 0 && t.whole {
			return true
		}
	}
	return false
}

// hope is how likely the opponent's answer in a position is refuted, in tenths:
// so coarse that replies may be equally good.
func (r *replier) hope(s *rules.State, e effort) (int, error) {
	refuted := 0.0
	err := r.shares(s, func(m game.Move, share float64) {
		if r.prover.refutes(s, m, e.nodes) {
			refuted += share
		}
	})
	return int(float64(10*refuted) + .5), err
}
