package littlego

import (
	"errors"
	"fmt"

	"evolab/game/littlego"
)

const (
	// HeadRoom is as much as the first two lines of a book can take, in bytes.
	HeadRoom = 64
	// LineWidth is that of a record in a book: its text, the two digits of its
	// check, and the line's end.
	LineWidth = recordWidth + 2 + 1
)

// Lookup finds the records of one position in the text of a book, and reads only the
// lines that it asks for: a book is large, and the time of a process may be short.
type Lookup struct {
	key       string
	first     int64 // byte at which the records begin
	count     int   // of the lines
	low, high int   // the first record that is wanted is one of these lines, or the one at high
	reading   bool  // it is at low, or there is none
	found     []Record
}

// NewLookup begins to look for a position; head is the text's beginning, of
// HeadRoom bytes or all of it.
func NewLookup(s *littlego.State, head string) (Lookup, error) {
	l := Lookup{}
	rest, count, _, err := parseHead(head)
	if err != nil {
		return l, err
	}
	l.first = int64(len(head) - len(rest))
	if s.TwoPassesEnd() { // the games that books are about
		l.seek(s, count)
	}
	return l, nil
}

// seek begins to look among so many lines.
func (l *Lookup) seek(s *littlego.State, count int) {
	c, _ := canonical(s)
	var buffer [keyWidth]byte
	l.key, l.count, l.high = string(appendKey(buffer[:0], c)), count, count
}

// More reports whether another line has to be read.
func (l *Lookup) More() bool { return l.low < l.high }

// At is the byte of the text at which that line begins.
func (l *Lookup) At() int64 { return l.first + int64(l.next())*LineWidth }

// next is the line to be read: the middle one until the first is found.
func (l *Lookup) next() int {
	if l.reading {
		return l.low
	}
	return (l.low + l.high) / 2
}

// Take takes in the line that was asked for.
func (l *Lookup) Take(line string) error {
	r, err := parseLine(line)
	if err != nil {
		return fmt.Errorf("littlego: book: damaged: line %d: %w", l.next()+3, err)
	}
	l.turn(r, line[:keyWidth])
	return nil
}

// turn continues before or after a record, or with the one below it.
func (l *Lookup) turn(r Record, key string) {
	switch {
	case l.reading && key == l.key:
		l.found = append(l.found, r)
		l.low++
	case l.reading:
		l.high = l.low
	case key < l.key:
		l.low = l.next() + 1
	default:
		l.high = l.next()
	}
	if !l.reading && l.low == l.high {
		l.reading, l.high = true, l.count
	}
}

// Book is what was found of the book.
func (l *Lookup) Book() Book {
	var text []byte
	for _, r := range l.found {
		text = appendLine(text, r)
	}
	return Book{records: string(text)}
}

// appendLine appends a record as a line of a book.
func appendLine(dst []byte, r Record) []byte {
	from := len(dst)
	dst = r.Append(dst)
	sum := check(string(dst[from:]))
	return append(dst, hexDigits[sum>>4], hexDigits[sum&15], '\n')
}

// parseLine is the inverse of appendLine.
func parseLine(line string) (Record, error) {
	if len(line) != LineWidth || line[LineWidth-1] != '\n' {
		return Record{}, fmt.Errorf("no end after %d signs", LineWidth-1)
	}
	r, err := ParseRecord(line[:recordWidth])
	if err != nil {
		return r, err
	}
	if sum := check(line[:recordWidth]); hexDigits[sum>>4] != line[recordWidth] || hexDigits[sum&15] != line[recordWidth+1] {
		return r, errors.New("its check does not fit")
	}
	return r, nil
}

// check is a number of two hexadecimal digits that differs whenever one sign of
// a text does, or two neighbours have changed places: the signs as digits to a
// base, modulo a prime.
func check(text string) int {
	const base, prime = 37, 251
	sum := 0
	for i := range len(text) {
		sum = (sum*base + int(text[i])) % prime
	}
	return sum
}
