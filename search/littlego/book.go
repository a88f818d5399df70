package littlego

import (
	"errors"
	"fmt"
	"strconv"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
)

// Book holds moves for the opening: proven wins, and for positions that are not
// won the replies that ask most of the opponent. Its text is a line that says
// what it is, a line with the number of records and their checksum, and the
// records (record.go), a line each with a check of its own (lookup.go), in
// ascending order; a position has a line for each of its moves. So it can be read
// as a whole, or just as far as a single position needs.
type Book struct {
	records string
	rand    game.Rand // draws among several moves
}

// Drawing is the book for one player in one game, which draws among equally good
// moves by rand.
func (b Book) Drawing(rand game.Rand) Book { return Book{b.records, rand} }

const bookTitle = "evolab littlego book 2\n"

// MaxBook is more than the text of any book takes, in bytes.
const MaxBook = 16 << 20

// Len is the number of records in the book.
func (b *Book) Len() int { return len(b.records) / LineWidth }

// Record is the record with that number.
func (b *Book) Record(n int) Record {
	r, _ := ParseRecord(b.line(n)) // checked when the book was read
	return r
}

// Win is the book's first winning move for a position; NoMove if it has none.
func (b *Book) Win(s *littlego.State) game.Move {
	for _, r := range b.find(s) {
		if r.Won() {
			return r.Move(s)
		}
	}
	return game.NoMove
}

// Move is the book's move for a position, drawn where it has several; false if
// it has none.
func (b *Book) Move(s *littlego.State) (r search.Result, known bool) {
	list := b.find(s)
	if len(list) == 0 {
		return r, false
	}
	drawn := list[b.rand.Intn(len(list))]
	m := drawn.Move(s)
	if m == game.NoMove {
		return r, false
	}
	if drawn.Won() {
		return proven(s, m, search.Win, 0), true
	}
	return search.Result{Move: m, PV: []game.Move{m}}, true
}

// find collects the records of a position.
func (b *Book) find(s *littlego.State) []Record {
	l := Lookup{}
	if b.Len() > 0 && s.TwoPassesEnd() {
		l.seek(s, b.Len())
	}
	for l.More() {
		n := l.next()
		l.turn(b.Record(n), b.line(n)[:keyWidth])
	}
	return l.found
}

// line is the record with that number, without check and line's end.
func (b *Book) line(n int) string { return b.records[n*LineWidth : n*LineWidth+recordWidth] }

// AppendBook appends the text of a book of records, which are in the order of
// their text.
func AppendBook(dst []byte, records []Record) []byte {
	var text []byte
	for _, r := range records {
		text = appendLine(text, r)
	}
	dst = append(dst, bookTitle...)
	dst = fmt.Appendf(dst, "%d positions, crc32 %08x\n", len(records), checksum(string(text)))
	return append(dst, text...)
}

// ParseBook reads a whole book; a damaged one is an error.
func ParseBook(text string) (Book, error) {
	rest, count, sum, err := parseHead(text)
	if err != nil {
		return Book{}, err
	}
	if len(rest) != count*LineWidth {
		return Book{}, fmt.Errorf("littlego: book: %d bytes of records (expected: %d for %d positions)", len(rest), count*LineWidth, count)
	}
	if got := checksum(rest); got != sum {
		return Book{}, fmt.Errorf("littlego: book: damaged: the records' crc32 is %08x (expected: %08x)", got, sum)
	}
	b := Book{records: rest}
	for i := range count {
		if err := b.check(i); err != nil {
			return Book{}, fmt.Errorf("littlego: book: line %d: %w", i+3, err)
		}
	}
	return b, nil
}

// check returns what is wrong with a line.
func (b *Book) check(i int) error {
	r, err := parseLine(b.records[i*LineWidth : (i+1)*LineWidth])
	if err != nil {
		return err
	}
	if r.move == none {
		return errors.New("a lost position")
	}
	if i > 0 && b.line(i-1) >= b.line(i) {
		return errors.New("not in ascending order")
	}
	return nil
}

// parseHead reads the first two lines and returns what follows.
func parseHead(text string) (rest string, count int, sum uint32, err error) {
	if len(text) < len(bookTitle) || text[:len(bookTitle)] != bookTitle {
		return "", 0, 0, fmt.Errorf("littlego: book: line 1 is not %q", bookTitle[:len(bookTitle)-1])
	}
	text = text[len(bookTitle):]
	end := 0
	for end < len(text) && text[end] != '\n' {
		end++
	}
	const middle, digits = " positions, crc32 ", 8
	at := end - digits - len(middle)
	if end == len(text) || at < 1 || text[at:at+len(middle)] != middle {
		return "", 0, 0, errors.New(`littlego: book: line 2 is not of the form "N positions, crc32 01234567"`)
	}
	count, err = strconv.Atoi(text[:at])
	if err != nil || count < 0 || count > MaxBook/LineWidth || strconv.Itoa(count) != text[:at] {
		return "", 0, 0, fmt.Errorf("littlego: book: line 2: %q positions", text[:at])
	}
	sum64, err := strconv.ParseUint(text[end-digits:end], 16, 32)
	if err != nil || capitals(text[end-digits:end]) {
		return "", 0, 0, fmt.Errorf("littlego: book: line 2: crc32 %q", text[end-digits:end])
	}
	return text[end+1:], count, uint32(sum64), nil
}

// capitals reports whether a text has any: digits of a checksum are small letters.
func capitals(text string) bool {
	for i := range len(text) {
		if text[i] >= 'A' && text[i] <= 'Z' {
			return true
		}
	}
	return false
}

// checksum is the CRC-32 of IEEE 802.3, bit by bit with a table for the bits of
// a byte, as zip files have it.
func checksum(text string) uint32 {
	var table [256]uint32
	for i := range table {
		x := uint32(i)
		for range 8 {
			x = x>>1 ^ x&1*0xedb88320
		}
		table[i] = x
	}
	sum := ^uint32(0)
	for i := range len(text) {
		sum = sum>>8 ^ table[byte(sum)^text[i]]
	}
	return ^sum
}
