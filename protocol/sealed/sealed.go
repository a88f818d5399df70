// Package sealed is the form of the small files that an agent writes for itself: a
// line with the kind of the file, lines of a word and its value, and a checksum. A
// truncated file, or one of another version, counts as missing.
//
// It keeps to the plain subset of Go that the shipped agent is translated from.
package sealed

import "strconv"

// MaxBytes is more than any such file holds.
const MaxBytes = 1 << 15

const last = "sum "

// Begin appends the first line.
func Begin(dst []byte, what string) []byte {
	dst = append(dst, what...)
	return append(dst, '\n')
}

// Number appends a line of a word and a number.
func Number(dst []byte, word string, n int64) []byte {
	dst = append(append(dst, word...), ' ')
	return append(strconv.AppendInt(dst, n, 10), '\n')
}

// Text appends a line of a word and a text without blanks and line ends.
func Text(dst []byte, word, text string) []byte {
	dst = append(append(dst, word...), ' ')
	return append(append(dst, text...), '\n')
}

// Seal appends the checksum of everything from start, where Begin began.
func Seal(dst []byte, start int) []byte { return appendSum(dst, dst[start:]) }

func appendSum(dst, text []byte) []byte {
	return append(AppendHex(append(dst, last...), Checksum(text)), '\n')
}

// AppendHex appends eight hexadecimal digits.
func AppendHex(dst []byte, n uint32) []byte {
	for shift := 28; shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789abcdef"[n>>shift&15])
	}
	return dst
}

// Checksum is the 32-bit FNV-1a hash (Fowler, Noll and Vo).
func Checksum(text []byte) uint32 {
	sum := uint32(2166136261)
	for _, b := range text {
		sum = (sum ^ uint32(b)) * 16777619
	}
	return sum
}

// Open returns the lines between the first one, which has to match, and the checksum,
// which has to be right.
func Open(data []byte, what string) (lines []byte, ok bool) {
	size := len(last) + 8 + 1
	if len(data) > MaxBytes || len(data) < len(what)+1+size {
		return nil, false
	}
	end := len(data) - size
	if string(data[:len(what)+1]) != what+"\n" || data[end-1] != '\n' {
		return nil, false
	}
	var again [16]byte
	if string(appendSum(again[:0], data[:end])) != string(data[end:]) {
		return nil, false
	}
	return data[len(what)+1 : end], true
}

// Cut takes the first line off: a word, and its value.
func Cut(lines []byte) (word, value, rest []byte, ok bool) {
	blank, end := -1, 0
	for end < len(lines) && lines[end] != '\n' {
		if lines[end] == ' ' && blank < 0 {
			blank = end
		}
		end++
	}
	if blank < 0 || end == len(lines) {
		return nil, nil, nil, false
	}
	return lines[:blank], lines[blank+1 : end], lines[end+1:], true
}
