// Package lines cuts the courses' files into lines and words, as tolerant of blanks
// and carriage returns as their hosts.
package lines

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Cut takes the first line off data, without its end and the blanks before it;
// there is false when nothing is left.
func Cut(data []byte) (line, rest []byte, there bool) {
	end := 0
	for end < len(data) && data[end] != '\n' {
		end++
	}
	line = data[:end]
	for len(line) > 0 && IsBlank(line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	if end < len(data) {
		return line, data[end+1:], true
	}
	return line, nil, end > 0
}

// Unmarked is data without the byte order mark that some editors write before
// UTF-8.
func Unmarked(data []byte) []byte {
	if len(data) >= 3 && data[0] == 0xEF && data[1] == 0xBB && data[2] == 0xBF {
		return data[3:]
	}
	return data
}

// Word takes the first word off a line, which is empty if there is none.
func Word(line []byte) (word, rest []byte) {
	start := 0
	for start < len(line) && IsBlank(line[start]) {
		start++
	}
	end := start
	for end < len(line) && !IsBlank(line[end]) {
		end++
	}
	return line[start:end], line[end:]
}

// IsBlank reports whether a byte separates words.
func IsBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

// OnlyBlank reports whether nothing but blanks and line ends is left.
func OnlyBlank(data []byte) bool {
	for _, b := range data {
		if !IsBlank(b) && b != '\n' {
			return false
		}
	}
	return true
}

// Quote shows the beginning of a line, whatever its bytes are.
func Quote(line []byte) string {
	const longest = 20
	if len(line) == 0 {
		return "an empty line"
	}
	if len(line) > longest {
		return fmt.Sprintf("%q... (%d bytes)", line[:longest], len(line))
	}
	return fmt.Sprintf("%q", line)
}

// LongestTime is the longest time, a million seconds: up to there, seconds in
// floating point are exact to the nanosecond.
const LongestTime = 1_000_000 * time.Second

// ShortestTime is the shortest time, which also means none: it is enough for an
// answer, but not for thinking.
const ShortestTime time.Duration = 1

// Seconds reads the time of an input.txt, a positive decimal number. More than the
// longest time, including 1e999, is the longest. Everything else, including 0,
// negative numbers and nan, is the shortest, and not ok: no host should write it, but
// a reader can continue.
func Seconds(line []byte) (left time.Duration, ok bool) {
	for _, b := range line {
		if (b < '0' || b > '9') && b != '.' && b != 'e' && b != 'E' && b != '+' && b != '-' {
			return ShortestTime, false
		}
	}
	seconds, err := strconv.ParseFloat(string(line), 64)
	switch {
	case math.IsInf(seconds, 1):
		return LongestTime, true
	case err != nil || !(seconds > 0):
		return ShortestTime, false
	case seconds >= LongestTime.Seconds():
		return LongestTime, true
	}
	return max(time.Duration(math.Round(seconds*1e9)), ShortestTime), true
}

// ExpectedSeconds says what Seconds is to read.
const ExpectedSeconds = "the seconds left, a positive number"

// Doubt is the complaint about a line, counted from 1, that Seconds could not read.
func Doubt(number int, line []byte) string {
	return fmt.Sprintf("input.txt: line %d: found %s (expected: %s)", number, Quote(line), ExpectedSeconds)
}
