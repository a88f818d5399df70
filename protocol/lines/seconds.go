package lines

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

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
