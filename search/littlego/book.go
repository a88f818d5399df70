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
// records, a line each with a check of its own, in
// ascending order; a position has a line for each of its moves. So it can be read
// as a whole, or just as far as a single position needs.
type Book struct {
	records string
	rand    game.Rand // draws among several moves
}

// Drawing is the book for one player in one game, which draws among equally good
// moves by rand.
func (b Book) Drawing(rand game.Rand) Book { return Book{b.records, rand} }

const (
	bookKind  = "evolab littlego book "
	bookTitle = bookKind + "2\n"
)

// IsBook reports whether a text begins as books of any version do.
func IsBook(text string) bool { return len(text) >= len(bookKind) && text[:len(bookKind)] == bookKind }

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

// OpenBook takes the text of a book that ParseBook has found whole before: it only reads
// the head.
func OpenBook(text string) (Book, error) {
	b, _, err := open(text)
	return b, err
}

// open returns a book of which only the head and the length are known to be right, and
// the checksum that its records should have.
func open(text string) (Book, uint32, error) {
	rest, count, sum, err := parseHead(text)
	if err != nil {
		return Book{}, 0, err
	}
	if len(rest) != count*LineWidth {
		return Book{}, 0, fmt.Errorf("book: bytes of records: %d (expected: %d, as its head counts %d)", len(rest), count*LineWidth, count)
	}
	return Book{records: rest}, sum, nil
}

// ParseBook reads a whole book; a damaged one is an error.
func ParseBook(text string) (Book, error) {
	b, sum, err := open(text)
	if err != nil {
		return b, err
	}
	if got := checksum(b.records); got != sum {
		return Book{}, fmt.Errorf("book: damaged: the records' crc32 is %08x (expected: %08x)", got, sum)
	}
	for i := range b.Len() {
		if err := b.check(i); err != nil {
			return Book{}, fmt.Errorf("book: line %d: %w", i+3, err)
		}
	}
	return b, nil
}

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
		return "", 0, 0, fmt.Errorf("book: line 1 is not %q", bookTitle[:len(bookTitle)-1])
	}
	text = text[len(bookTitle):]
	end := 0
	for end < len(text) && text[end] != '\n' {
		end++
	}
	const middle, digits = " positions, crc32 ", 8
	at := end - digits - len(middle)
	if end == len(text) || at < 1 || text[at:at+len(middle)] != middle {
		return "", 0, 0, errors.New(`book: line 2 is not of the form "N positions, crc32 01234567"`)
	}
	count, err = strconv.Atoi(text[:at])
	if err != nil || count < 0 || count > MaxBook/LineWidth || strconv.Itoa(count) != text[:at] {
		return "", 0, 0, fmt.Errorf("book: line 2: %q positions", text[:at])
	}
	sum64, err := strconv.ParseUint(text[end-digits:end], 16, 32)
	if err != nil || capitals(text[end-digits:end]) {
		return "", 0, 0, fmt.Errorf("book: line 2: crc32 %q", text[end-digits:end])
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

// A record is a position in the form that is the smallest of its symmetric
// ones, with a move, as text of a fixed width:
//
//	6004e000000-m
//
// The first sign is the number of plies played ('0' to '9', 'a' is 10), then
// come the rows from the top, two hexadecimal digits each: a number to the base
// 3 whose lowest digit is the leftmost point (0 empty, 1 the side to move, 2
// the other). Then '-', '*' after a pass, or the point that ko forbids; and last
// the move. Points are the letters a to y, row by row; '*' is a pass, and '!'
// says that no move wins. A capital letter is a move that is not proven to win:
// a reply that is among the best tries of the position.
const (
	keyWidth    = 12
	recordWidth = keyWidth + 1
)

const (
	noMark   = '-'
	passMark = '*'
	lostMark = '!'
)

// Record is what is known of a position.
type Record struct {
	code  code
	move  uint8 // the point that wins, pass, or none when the position is lost
	reply bool  // the move is not proven to win
}

// Won reports whether the side to move is proven to win.
func (r Record) Won() bool { return r.move != none && !r.reply }

// Reply reports whether the record is a try and no proof.
func (r Record) Reply() bool { return r.reply }

// Key is equal for the symmetric forms of a position and for no others.
type Key uint64

// Key is that of the record's position.
func (r Record) Key() Key { return Key(r.code) }

// KeyOf is the key of a position.
func KeyOf(s *littlego.State) Key {
	c, _ := canonical(s)
	return Key(c)
}

// Ply is the number of plies played in the position.
func (k Key) Ply() int { return int(k >> codePly) }

// Recorded is the record of a position that m wins, or with NoMove of a lost one.
func Recorded(s *littlego.State, m game.Move) Record {
	c, k := canonical(s)
	if m == game.NoMove {
		return Record{code: c, move: none}
	}
	return Record{code: c, move: pointOf[k][uint(m>>16)&31]}
}

// Replied is the record of a try: a placement that is not proven to win.
func Replied(s *littlego.State, m game.Move) Record {
	r := Recorded(s, m)
	r.reply = true
	return r
}

// RecordedKo is Recorded for a position whose text does not tell the point that
// ko forbids.
func RecordedKo(s *littlego.State, ko, m game.Move) Record {
	best := Record{code: 1 << codeBits}
	for k := range symmetries {
		r := Record{code: codeOf(s, k), move: pointOf[k][uint(m>>16)&31]}
		if ko != game.NoMove {
			r.code |= code(pointOf[k][uint(ko>>16)&31]+1) << codeKo
		}
		if r.code < best.code {
			best = r
		}
	}
	return best
}

// Move is the record's move in one of its position's symmetric forms; NoMove
// when there is none, or when it is not legal there.
func (r Record) Move(s *littlego.State) game.Move {
	if r.move == none {
		return game.NoMove
	}
	_, k := canonical(s)
	m := game.Move(pointOf[back(k)][r.move]) << 16
	if m != littlego.Pass && s.Placements()>>(m>>16)&1 == 0 {
		return game.NoMove
	}
	return m
}

// Append appends the record's text.
func (r Record) Append(dst []byte) []byte {
	dst = appendKey(dst, r.code)
	switch r.move {
	case none:
		return append(dst, lostMark)
	case pass:
		return append(dst, passMark)
	}
	if r.reply {
		return append(dst, letter(r.move)-'a'+'A')
	}
	return append(dst, letter(r.move))
}

// letter is a to y for the points in board order.
func letter(point uint8) byte {
	return 'a' + point/littlego.Stride*littlego.Size + point%littlego.Stride
}

// ParseRecord reads a record's text.
func ParseRecord(text string) (Record, error) {
	if len(text) != recordWidth {
		return Record{}, fmt.Errorf("record %q: length %d (expected: %d)", text, len(text), recordWidth)
	}
	c, ok := parseKey(text)
	if !ok {
		return Record{}, fmt.Errorf("record %q: no position", text)
	}
	switch mark := text[keyWidth]; {
	case mark == lostMark:
		return Record{code: c, move: none}, nil
	case mark == passMark:
		return Record{code: c, move: pass}, nil
	case mark >= 'a' && mark < 'a'+littlego.Points:
		return Record{code: c, move: pointAt(mark)}, nil
	case mark >= 'A' && mark < 'A'+littlego.Points:
		return Record{code: c, move: pointAt(mark - 'A' + 'a'), reply: true}, nil
	}
	return Record{}, fmt.Errorf("record %q: move %q (allowed: a..y, A..Y, *, !)", text, text[keyWidth])
}

// pointAt is the inverse of letter.
func pointAt(letter byte) uint8 {
	n := letter - 'a'
	return n/littlego.Size*littlego.Stride + n%littlego.Size
}

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
		return fmt.Errorf("book: damaged: line %d: %w", l.next()+3, err)
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
		return Record{}, fmt.Errorf("no end after sign %d", LineWidth-1)
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
