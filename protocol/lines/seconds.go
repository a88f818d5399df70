package lines

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// MostSeconds is the longest time that is told apart, a million seconds: up to
// there seconds in floating point are exact to the nanosecond.
const MostSeconds = 1_000_000 * time.Second

// LeastSeconds is the shortest time, which stands for none, too: an answer can
// still be given, but nothing thought over.
const LeastSeconds time.Duration = 1

// Seconds reads the time of an input.txt, a positive decimal number. More than
// the longest time, 1e999 included, is that. Everything else, 0, a negative
// number and nan included, is the shortest one, and not ok: a host should not
// write it, but whoever reads it can play on.
func Seconds(line []byte) (left time.Duration, ok bool) {
	for _, b := range line {
		if (b < '0' || b > '9') && b != '.' && b != 'e' && b != 'E' && b != '+' && b != '-' {
			return LeastSeconds, false
		}
	}
	seconds, err := strconv.ParseFloat(string(line), 64)
	switch {
	case math.IsInf(seconds, 1):
		return MostSeconds, true
	case err != nil || !(seconds > 0):
		return LeastSeconds, false
	case seconds >= MostSeconds.Seconds():
		return MostSeconds, true
	}
	return max(time.Duration(math.Round(seconds*1e9)), LeastSeconds), true
}

// ExpectedSeconds says what Seconds is to read.
const ExpectedSeconds = "the seconds left, a positive number"

// Doubt is what is said of a line, counted from 1, that Seconds could not read.
func Doubt(number int, line []byte) string {
	return fmt.Sprintf("input.txt: line %d: found %s (expected: %s)", number, Quote(line), ExpectedSeconds)
}
