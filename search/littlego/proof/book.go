package proof

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"evolab/game"
	rules "evolab/game/littlego"
	"evolab/internal/files"
	"evolab/internal/quantity"
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
// to the given ply. It fails if the side to move does not win.
func (p *Prover) Book(start *rules.State, last int, hints Hints) (Opening, error) {
	b := &binder{prover: p, last: last, hints: hints, won: map[littlego.Key]littlego.Record{}, lost: map[littlego.Key]bool{}}
	won, err := b.prove(start)
	if err != nil {
		return Opening{}, err
	}
	if !won {
		return Opening{}, fmt.Errorf("no book: %s is lost for the side to move", rules.Rules().Format(start))
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
			err = fmt.Errorf("%s wins in %s, but an answer to it does too: the checkpoint is wrong",
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
	if s.Ply() >= b.last {
		return b.prover.wins(s, m)
	}
	var after, next rules.State
	s.Play(m, &after)
	if o := after.Outcome(); o.Over() {
		return o.Result == game.Win(s.Turn()), nil
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

// Hints are moves that may win. A proof tries them first; wrong ones cost time
// and nothing else.
type Hints map[littlego.Key]littlego.Record

func (h Hints) move(s *rules.State) (game.Move, bool) {
	r, known := h[littlego.KeyOf(s)]
	if !known {
		return game.NoMove, false
	}
	m := r.Move(s)
	return m, m != game.NoMove
}

// ParseHints reads a book, or lines of six fields: rows, side to move, plies
// played, the point that ko forbids or -, 1 after a pass or 0, and the move.
// Lines that begin with # are comments.
func ParseHints(text string) (Hints, error) {
	hints := Hints{}
	if littlego.IsBook(text) {
		b, err := littlego.ParseBook(text)
		if err != nil {
			return nil, err
		}
		for i := range b.Len() {
			if r := b.Record(i); r.Won() {
				hints[r.Key()] = r
			}
		}
		return hints, nil
	}
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		r, err := parseHint(strings.Fields(line))
		if err != nil {
			return nil, fmt.Errorf("hints, line %d: %w", n, err)
		}
		hints[r.Key()] = r
	}
	return hints, lines.Err()
}

func parseHint(f []string) (littlego.Record, error) {
	if len(f) != 6 {
		return littlego.Record{}, fmt.Errorf("%s (expected: rows, b or w, plies, ko point or -, 1 or 0, move)", quantity.Of(len(f), "field"))
	}
	if f[4] != "0" && f[4] != "1" {
		return littlego.Record{}, fmt.Errorf("field 5 is %q (allowed: 1 after a pass, 0)", f[4])
	}
	before := "-"
	if f[4] == "1" {
		before = f[0]
	}
	all := rules.Rules()
	s, err := all.Parse("", strings.Join([]string{f[0], f[1], f[2], before}, " "))
	if err != nil {
		return littlego.Record{}, err
	}
	r := littlego.Record{}
	m, err := all.ParseMove(&s, f[5])
	if err != nil {
		return r, err
	}
	ko := game.NoMove
	if f[3] != "-" {
		if ko, err = all.ParseMove(&s, f[3]); err != nil || ko == rules.Pass {
			return r, fmt.Errorf("ko point %q (expected: row,column or -)", f[3])
		}
	}
	return littlego.RecordedKo(&s, ko, m), nil
}

// facts are positions with proven values, up to symmetry. They may have a
// journal: a title, then a line for each record with its checksum.
type facts struct {
	known   map[littlego.Key]littlego.Record
	journal *files.Journal
}

const title = "evolab littlego proofs 1"

// openFacts reads a journal or begins one; "" is none.
func openFacts(path string) (*facts, error) {
	f := &facts{known: map[littlego.Key]littlego.Record{}}
	if path == "" {
		return f, nil
	}
	journal, lines, err := files.OpenJournal(path, whole)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	f.journal = journal
	if len(lines) == 0 {
		return f, journal.Append([]byte(title))
	}
	for _, line := range lines[1:] {
		if r, ok := parseFact(line); ok {
			f.known[r.Key()] = r
		}
	}
	return f, nil
}

// whole reports whether a line is one of a journal.
func whole(line []byte) bool {
	_, ok := parseFact(line)
	return ok || string(line) == title
}

func appendFact(dst []byte, r littlego.Record) []byte {
	from := len(dst)
	dst = r.Append(dst)
	return fmt.Appendf(dst, " %08x", crc32.ChecksumIEEE(dst[from:]))
}

const checksumWidth = len(" 01234567")

func parseFact(line []byte) (littlego.Record, bool) {
	if len(line) < checksumWidth {
		return littlego.Record{}, false
	}
	r, err := littlego.ParseRecord(string(line[:len(line)-checksumWidth]))
	if err != nil || r.Reply() || string(appendFact(nil, r)) != string(line) {
		return littlego.Record{}, false
	}
	return r, true
}

// add keeps a record; one that is known already is not written again.
func (f *facts) add(r littlego.Record) error {
	if old, known := f.known[r.Key()]; known {
		if old.Won() != r.Won() {
			return fmt.Errorf("%s and %s cannot both be true: the checkpoint is not one of this program's", old.Append(nil), r.Append(nil))
		}
		return nil
	}
	f.known[r.Key()] = r
	if f.journal == nil {
		return nil
	}
	return f.journal.Append(appendFact(nil, r))
}

func (f *facts) close() error {
	if f.journal == nil {
		return nil
	}
	return f.journal.Close()
}
