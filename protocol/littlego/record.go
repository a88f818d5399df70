package littlego

import (
	"errors"
	"strconv"

	"evolab/game/littlego"
	"evolab/protocol/lines"
	"evolab/protocol/sealed"
)

// PlyRecord is the helper file from one process to the next: the input and the number
// of plies played before it. It does not hold the answer, so it can be written before
// the first answer and stays true whichever is the last.
type PlyRecord struct {
	Input Input
	Ply   int
}

// LeadsTo reports whether one move in the recorded position results in the boards.
func (r *PlyRecord) LeadsTo(left Stones) bool {
	s, err := r.Input.State(r.Ply)
	if err != nil {
		if s, err = r.Input.Bare(r.Ply); err != nil {
			return false
		}
	}
	var after littlego.State
	for _, m := range s.Moves(nil) {
		s.Play(m, &after)
		if after.Black() == left.Black && after.White() == left.White {
			return true
		}
	}
	return false
}

// ErrRecord is the error of a helper file that does not hold a whole record.
var ErrRecord = errors.New("the helper file holds no ply record")

const recordVersion = "ply2"

// Append appends the text form, one line: version, plies played, colour, the
// previous board, the current one (rows of 0, 1 and 2 without breaks), and a
// checksum of all that in hexadecimal.
func (r *PlyRecord) Append(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, recordVersion+" "...)
	dst = strconv.AppendInt(dst, int64(r.Ply), 10)
	dst = append(dst, ' ', '1'+byte(r.Input.Colour))
	dst = r.Input.Previous.appendPoints(append(dst, ' '))
	dst = r.Input.Current.appendPoints(append(dst, ' '))
	sum := sealed.Checksum(dst[start:])
	return append(sealed.AppendHex(append(dst, ' '), sum), '\n')
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

// ParseRecord reads a helper file. Whatever Append cannot have written is
// refused with ErrRecord, down to the last byte, except for a newline at the
// end that got lost or became CRLF.
func ParseRecord(data []byte) (PlyRecord, error) {
	line, rest, _ := lines.Cut(data)
	if len(rest) > 0 || len(line) > 200 {
		return PlyRecord{}, ErrRecord
	}
	var fields [6][]byte
	if !cutFields(line, &fields) || string(fields[0]) != recordVersion {
		return PlyRecord{}, ErrRecord
	}
	var r PlyRecord
	ply, err := strconv.Atoi(string(fields[1]))
	if err != nil || ply < 0 || ply >= littlego.LastPly || !r.Input.parseLine(1, fields[2]) {
		return PlyRecord{}, ErrRecord
	}
	r.Ply = ply
	if !r.Input.Previous.parsePoints(fields[3]) || !r.Input.Current.parsePoints(fields[4]) {
		return PlyRecord{}, ErrRecord
	}
	written := r.Append(make([]byte, 0, 128))
	if string(written[:len(written)-1]) != string(line) {
		return PlyRecord{}, ErrRecord
	}
	return r, nil
}

// cutFields splits a line at single blanks into exactly as many fields.
func cutFields(line []byte, fields *[6][]byte) bool {
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
