package checkers

import (
	"evolab/features"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/search"
)

// Compact is the endings as shipped sources have them: for each position who wins and, where
// the side to move loses, within how many plies, to a multiple of span. That is enough to
// finish a win: see Move.
//
// The values of all classes stand in a row, by the index of the position. They are written
// as symbols, each of which is a value, or a pair of symbols (Larsson and Moffat, "Off-line
// dictionary-based compression", 2000). A look-up reads the symbols of one block.
//
// It keeps to the plain subset of Go that the shipped agent is translated from.
type Compact struct {
	text    Packed
	bases   [classes]int // where the values of a class begin, by its number
	longest [classes]int // in plies, of its wins
	lengths []int        // of the symbols, in values
}

// Packed is the text of compact endings: numbers in printable digits.
type Packed struct {
	Pieces  int
	Longest []byte // of each class in the order of UpTo: a digit
	Pairs   []byte // the symbols beyond the values: two digits for each of the two
	Symbols []byte // two digits each
	Starts  []byte // of each block: four digits, the number of its first value
}

// What a symbol of a single value says: a draw, a win, or a loss within span plies, within
// twice as many, and so on.
const (
	saysDrawn = iota
	saysWon
	sayings = saysWon + 1 + (checkers.QuietLimit+span-1)/span // how many there are
	// span is as many plies as one can tell apart by a look at the next moves of both sides.
	span = 4
)

const (
	zero = '#' // the first of the digits
	base = 92  // up to '~'
	// inBlock is the number of symbols in a block.
	inBlock = 32
)

func number(text []byte, at, digits int) int {
	n := 0
	for i := at; i < at+digits; i++ {
		n = n*base + int(text[i]) - zero
	}
	return n
}

// Fold makes the endings of their text for a single goroutine, which unpacks them when it
// first looks one up: most processes that play one ply never do.
func Fold(text Packed) Compact { return Compact{text: text} }

// Unpack makes the endings of their text.
func Unpack(text Packed) Compact {
	e := Fold(text)
	e.open()
	return e
}

func (e *Compact) open() {
	text := &e.text
	e.lengths = make([]int, sayings+len(text.Pairs)/4)
	for i := range sayings {
		e.lengths[i] = 1
	}
	for i := sayings; i < len(e.lengths); i++ {
		at := 4 * (i - sayings)
		e.lengths[i] = e.lengths[number(text.Pairs, at, 2)] + e.lengths[number(text.Pairs, at+2, 2)]
	}
	list, begin := UpTo(text.Pieces), 0
	for i, c := range list {
		e.bases[c.number()], e.longest[c.number()] = begin, number(text.Longest, i, 1)
		begin += c.Size()
	}
}

// read is what is said of the position with a number.
func (e *Compact) read(at int) int {
	low, high := 0, len(e.text.Starts)/4
	for high-low > 1 {
		middle := (low + high) / 2
		if number(e.text.Starts, 4*middle, 4) <= at {
			low = middle
		} else {
			high = middle
		}
	}
	at -= number(e.text.Starts, 4*low, 4)
	next := 2 * inBlock * low
	symbol := number(e.text.Symbols, next, 2)
	for at >= e.lengths[symbol] {
		at -= e.lengths[symbol]
		next += 2
		symbol = number(e.text.Symbols, next, 2)
	}
	for symbol >= sayings {
		pair := 4 * (symbol - sayings)
		symbol = number(e.text.Pairs, pair, 2)
		if at >= e.lengths[symbol] {
			at -= e.lengths[symbol]
			symbol = number(e.text.Pairs, pair+2, 2)
		}
	}
	return symbol
}

// said is what is said of a position, which must have no captures.
func (e *Compact) said(s *checkers.State) (says, longest int) {
	if len(e.lengths) == 0 {
		e.open()
	}
	v := ViewOf(s)
	c := v.Class()
	return e.read(e.bases[c.number()] + v.Index()), e.longest[c.number()]
}

// few reports whether a position has no more pieces than the endings.
func (e *Compact) few(s *checkers.State) bool { return (s.Own() | s.Opp()).Count() <= e.text.Pieces }

// Value is the value of a position whose counter is 0, or one with more plies: who wins is
// exact. It is false if the position is not among the endings.
func (e *Compact) Value(s *checkers.State) (Value, bool) {
	if s.Own() == 0 {
		return Lost(0), true
	}
	if s.Opp() == 0 || !e.few(s) {
		return 0, false
	}
	if s.MustCapture() {
		return e.afterCaptures(s), true
	}
	says, longest := e.said(s)
	if says == saysWon {
		return Value(longest), true
	}
	return lostWithin(says), true
}

// lostWithin is the value of a position that is not won.
func lostWithin(says int) Value {
	if says == saysDrawn {
		return 0
	}
	return Value(span * (saysWon - says))
}

// afterCaptures is the value of a position in which the side to move must capture.
func (e *Compact) afterCaptures(s *checkers.State) Value {
	var child checkers.State
	best := Lost(0)
	for _, m := range s.Moves(nil) {
		s.Play(m, &child)
		v, _ := e.Value(&child)
		if v < 0 {
			return Won(0)
		}
		if v == 0 {
			best = 0
		}
	}
	return best
}

// Ending is the value of a position with its counter, for features.Hints. It is not known
// where the side to move must capture, and where a win might come too late.
func (e *Compact) Ending(s *checkers.State) int {
	if !e.few(s) || s.MustCapture() {
		return features.NoEnding
	}
	v, known := e.Value(s)
	if !known || s.Quiet()+v.Plies() > checkers.QuietLimit {
		return features.NoEnding
	}
	return int(v)
}

// Drawn reports whether a position is known to be drawn.
func (e *Compact) Drawn(s *checkers.State) bool {
	v, known := e.Value(s)
	return known && v == 0
}

// Book knows no move.
func (e *Compact) Book(*checkers.State) (search.Result, bool) { return search.Result{}, false }

// Hopeful has no hope of a proof that Move would not find.
func (e *Compact) Hopeful(*checkers.State, search.Limits) bool { return false }

// Win proves nothing.
func (e *Compact) Win(*checkers.State, game.Move, search.Limits) (search.Result, bool) {
	return search.Result{}, false
}

// Move returns the move that wins soonest, or loses last, as far as the endings tell. A draw
// is the search's, and so is what the counter may turn into one.
func (e *Compact) Move(s *checkers.State, _ search.Limits) (search.Result, bool) {
	v, known := e.Value(s)
	if !known || v == 0 {
		return search.Result{}, false
	}
	var m game.Move
	if v > 0 {
		m, v = e.winning(s)
	} else {
		m = e.losing(s)
	}
	if s.Quiet()+v.Plies() > checkers.QuietLimit {
		return search.Result{}, false
	}
	return search.Result{Move: m, Score: search.Ending(int(v), 0), Exact: true, Nodes: 1, PV: []game.Move{m}}, true
}

// event is less than what any quiet move is worth.
const event = 1 << 10

// winning is the move of a won position after which the win is nearest, and the value.
// Moves whose wins are within the same span of plies differ by whether the next one can be
// in a nearer span, whatever the reply: if none can, all of them are equally near. So each
// span takes no more plies than it has.
func (e *Compact) winning(s *checkers.State) (game.Move, Value) {
	var child checkers.State
	best, least, nearer := game.NoMove, 0, false
	for _, m := range s.Moves(nil) {
		s.Play(m, &child)
		worth := e.after(&child)
		if worth == 0 || best != game.NoMove && (worth > least || worth == least && (nearer || worth < event)) {
			continue
		}
		near := worth >= event && e.nearer(&child, worth)
		if best == game.NoMove || worth < least || near {
			best, least, nearer = m, worth, near
		}
	}
	if least < event {
		return best, Won(0)
	}
	return best, Value(least - event + 1)
}

// after orders won moves by the position that they lead to, the best first: those that
// capture or crown, then quiet ones. It is 0 if the position is not lost.
func (e *Compact) after(child *checkers.State) int {
	v, _ := e.Value(child)
	switch {
	case v >= 0:
		return 0
	case child.Quiet() > 0:
		return event + v.Plies()
	case child.Own() == 0:
		return 1
	}
	return 1 + v.Plies()
}

// nearer reports whether every reply to a winning move leaves one that is worth more.
func (e *Compact) nearer(s *checkers.State, than int) bool {
	var child checkers.State
	for _, m := range s.Moves(nil) {
		s.Play(m, &child)
		if soonest := e.soonest(&child); soonest == 0 || soonest >= than {
			return false
		}
	}
	return true
}

// soonest is what the best move of a position is worth, 0 if it is not won.
func (e *Compact) soonest(s *checkers.State) int {
	var child checkers.State
	least := 0
	for _, m := range s.Moves(nil) {
		s.Play(m, &child)
		if worth := e.after(&child); worth > 0 && (least == 0 || worth < least) {
			least = worth
		}
	}
	return least
}

// losing is the move of a lost position after which the win is farthest.
func (e *Compact) losing(s *checkers.State) game.Move {
	var child checkers.State
	best, most := game.NoMove, 0
	for _, m := range s.Moves(nil) {
		s.Play(m, &child)
		if soonest := e.soonest(&child); best == game.NoMove || soonest > most {
			best, most = m, soonest
		}
	}
	return best
}
