package checkers

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"evolab/game"
	"evolab/game/checkers"
)

// Endings is the values of all positions with up to some number of pieces, both sides
// having at least one. Several goroutines may use it at once.
type Endings struct {
	pieces int
	sum    string
	tables [classes]*table
}

// table is the values of a class. Those of positions in which the side to move must
// capture mean nothing: they follow from the values after the captures.
type table struct {
	once   sync.Once // unpacks it
	size   int
	packed []byte
	values []int8
}

// open unpacks the values when they are first asked for.
func (t *table) open() {
	t.once.Do(func() {
		raw := make([]byte, t.size)
		// The checksum of the file fits, so that nothing but a mistake of the program
		// that wrote it can fail here; nothing is then known of the class.
		if _, err := io.ReadFull(flate.NewReader(bytes.NewReader(t.packed)), raw); err == nil {
			t.values = make([]int8, t.size)
			for i, b := range raw {
				t.values[i] = int8(b)
			}
		}
		t.packed = nil
	})
}

// Pieces is the number of pieces that positions may have.
func (e *Endings) Pieces() int { return e.pieces }

// Sum is the checksum of the file.
func (e *Endings) Sum() string { return e.sum }

// Value is the value of a position whose counter is 0; false if it is not among the
// endings.
func (e *Endings) Value(s *checkers.State) (Value, bool) {
	own, enemy := s.Own(), s.Opp()
	if own == 0 {
		return Lost(0), true
	}
	if enemy == 0 || own.Count()+enemy.Count() > e.pieces {
		return 0, false
	}
	if s.MustCapture() {
		return e.afterCaptures(s), true
	}
	v := ViewOf(s)
	t := e.tables[v.Class().number()]
	if t.open(); t.values == nil {
		return 0, false
	}
	return Value(t.values[v.Index()]), true
}

// usualMoves is enough for the moves of positions with few pieces.
const usualMoves = 32

// afterCaptures is the value of a position in which the side to move must capture.
func (e *Endings) afterCaptures(s *checkers.State) Value {
	var buffer [usualMoves]game.Move
	var child checkers.State
	best := Lost(0)
	for _, m := range s.Moves(buffer[:0]) {
		s.Play(m, &child)
		switch v := e.after(&child); {
		case v < 0:
			return Won(0)
		case v == 0:
			best = 0
		}
	}
	return best
}

// after is the value of a position that a move from one of the endings has led to.
func (e *Endings) after(s *checkers.State) Value {
	v, _ := e.Value(s)
	return v.At(s.Quiet())
}

// The file: a line that says what it is and up to how many pieces it goes, a line with the
// pieces of each class and the number of its bytes, an empty line, the values of each
// class (a signed byte each, deflated), and the SHA-256 of all that.
const (
	kind  = "evolab checkers endings "
	magic = kind + "1 pieces="
)

// Append appends the file of the values of all classes up to so many pieces.
func Append(dst []byte, pieces int, packed func(Class) []byte) []byte {
	from := len(dst)
	dst = fmt.Appendf(dst, "%s%d\n", magic, pieces)
	var blocks []byte
	for _, c := range UpTo(pieces) {
		block := packed(c)
		dst = fmt.Appendf(dst, "%s\n", c.line(len(block)))
		blocks = append(blocks, block...)
	}
	dst = append(append(dst, '\n'), blocks...)
	sum := sha256.Sum256(dst[from:])
	return append(dst, sum[:]...)
}

// Pack deflates the values of a class.
func Pack(values []int8) ([]byte, error) {
	raw := make([]byte, len(values))
	for i, v := range values {
		raw[i] = byte(v)
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(raw)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

func (c Class) line(length int) string {
	return fmt.Sprintf("%d men %d kings : %d men %d kings, %d bytes", c.Men[0], c.Kings[0], c.Men[1], c.Kings[1], length)
}

// Parse reads the file of endings, and keeps its data.
func Parse(data []byte) (*Endings, error) {
	fail := func(format string, args ...any) (*Endings, error) {
		return nil, fmt.Errorf(format+" (expected: a file that evolve solve --endings has written)", args...)
	}
	if bytes.HasPrefix(data, []byte(kind)) && !bytes.HasPrefix(data, []byte(magic)) {
		return nil, errors.New("a newer evolab wrote them (expected: version 1)")
	}
	if !bytes.HasPrefix(data, []byte(magic)) {
		return fail("the first line is not %q and a number", magic)
	}
	if len(data) < len(magic)+sha256.Size {
		return fail("cut off: its length is %d", len(data))
	}
	body, sum := data[:len(data)-sha256.Size], sha256.Sum256(data[:len(data)-sha256.Size])
	if !bytes.Equal(sum[:], data[len(body):]) {
		return fail("damaged or cut off: the checksum does not fit its length of %d", len(data))
	}
	head, blocks, _ := bytes.Cut(body, []byte("\n\n"))
	lines := strings.Split(string(head), "\n")
	e := &Endings{sum: hex.EncodeToString(sum[:])}
	if _, err := fmt.Sscanf(strings.TrimPrefix(lines[0], magic), "%d", &e.pieces); err != nil || e.pieces < 2 || e.pieces > Most {
		return fail("up to %q pieces (allowed: 2..%d)", strings.TrimPrefix(lines[0], magic), Most)
	}
	list := UpTo(e.pieces)
	if len(lines) != 1+len(list) {
		return fail("its classes are %d instead of %d", len(lines)-1, len(list))
	}
	for i, c := range list {
		var length int
		text := lines[1+i]
		if _, err := fmt.Sscanf(text[strings.LastIndex(text, ",")+1:], "%d bytes", &length); err != nil || text != c.line(length) || length < 0 || length > len(blocks) {
			return fail("line %d is %q", i+2, text)
		}
		e.tables[c.number()] = &table{size: c.Size(), packed: blocks[:length]}
		blocks = blocks[length:]
	}
	if len(blocks) > 0 {
		return fail("it goes on after the last class: %d more", len(blocks))
	}
	return e, nil
}
