package littlego

import (
	"errors"
	"strconv"

	"evolab/game"
	"evolab/game/littlego"
)

// PlyRecord is what the helper file remembers from one process to the next:
// the input that was answered, the number of plies played then, and the board
// that the answer left behind. The colour is the input's.
type PlyRecord struct {
	Input Input
	Ply   int
	Left  Stones
}

// NewRecord is the record of playing the legal move m in a position that was
// read from in.
func NewRecord(in Input, s *littlego.State, m game.Move) PlyRecord {
	var after littlego.State
	s.Play(m, &after)
	return PlyRecord{Input: in, Ply: s.Ply(), Left: Stones{Black: after.Black(), White: after.White()}}
}

// ErrRecord is the error of a helper file that does not hold a whole record.
var ErrRecord = errors.New("the helper file holds no ply record")

const recordVersion = "ply1"

// Append appends the text form, one line: version, plies played, colour, the
// previous board, the current one, the one left behind (rows of 0, 1 and 2
// without breaks), and a checksum of all that in hexadecimal.
func (r *PlyRecord) Append(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, recordVersion+" "...)
	dst = strconv.AppendInt(dst, int64(r.Ply), 10)
	dst = append(dst, ' ', '1'+byte(r.Input.Colour))
	dst = r.Input.Previous.appendPoints(append(dst, ' '))
	dst = r.Input.Current.appendPoints(append(dst, ' '))
	dst = r.Left.appendPoints(append(dst, ' '))
	sum := checksum(dst[start:])
	dst = append(dst, ' ')
	for shift := 28; shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789abcdef"[sum>>shift&15])
	}
	return append(dst, '\n')
}

func (b Stones) appendPoints(dst []byte) []byte {
	for p := littlego.Board(1); p <= littlego.Full(); p <<= 1 {
		switch {
		case b.Black&p != 0:
			dst = append(dst, '1')
		case b.White&p != 0:
			dst = append(dst, '2')
		case littlego.Full()&p != 0:
			dst = append(dst, '0')
		}
	}
	return dst
}

// checksum is the 32-bit FNV-1a hash (Fowler, Noll and Vo).
func checksum(text []byte) uint32 {
	sum := uint32(2166136261)
	for _, b := range text {
		sum = (sum ^ uint32(b)) * 16777619
	}
	return sum
}

// ParseRecord reads a helper file. Whatever Append cannot have written is
// refused with ErrRecord, down to the last byte, except for a newline at the
// end that got lost or became CRLF.
func ParseRecord(data []byte) (PlyRecord, error) {
	line, rest, _ := cutLine(data)
	if len(rest) > 0 || len(line) > 200 {
		return PlyRecord{}, ErrRecord
	}
	var fields [7][]byte
	if !cutFields(line, &fields) || string(fields[0]) != recordVersion {
		return PlyRecord{}, ErrRecord
	}
	var r PlyRecord
	ply, err := strconv.Atoi(string(fields[1]))
	if err != nil || ply < 0 || ply >= littlego.LastPly || !r.Input.parseLine(1, fields[2]) {
		return PlyRecord{}, ErrRecord
	}
	r.Ply = ply
	if !r.Input.Previous.parsePoints(fields[3]) || !r.Input.Current.parsePoints(fields[4]) || !r.Left.parsePoints(fields[5]) {
		return PlyRecord{}, ErrRecord
	}
	written := r.Append(make([]byte, 0, 128))
	if string(written[:len(written)-1]) != string(line) {
		return PlyRecord{}, ErrRecord
	}
	return r, nil
}

// cutFields splits a line at single blanks into exactly as many fields.
func cutFields(line []byte, fields *[7][]byte) bool {
	n, start := 0, 0
	for i := 0; i <= len(line); i++ {
		if i < len(line) && line[i] != ' ' {
			continue
		}
		if n == len(fields) {
			return false
		}
		fields[n] = line[start:i]
		n, start = n+1, i+1
	}
	return n == len(fields)
}

func (b *Stones) parsePoints(field []byte) bool {
	if len(field) != littlego.Points {
		return false
	}
	for r := 0; r < littlego.Size; r++ {
		if !b.parseRow(r, field[r*littlego.Size:(r+1)*littlego.Size]) {
			return false
		}
	}
	return true
}
