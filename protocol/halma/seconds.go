package halma

import (
	"math"
	"strconv"
	"time"
)

// longest is the largest time that is told apart, some eleven days: up to there
// seconds in floating point are exact to the nanosecond.
const longest = 1_000_000 * time.Second

// parseSeconds reads a positive decimal number, with an exponent or without.
// Less than a nanosecond counts as one, and more than the longest time as that.
func parseSeconds(line []byte) (time.Duration, bool) {
	if len(line) == 0 || len(line) > 40 {
		return 0, false
	}
	for _, b := range line {
		switch {
		case b >= '0' && b <= '9', b == '.', b == 'e', b == 'E', b == '+', b == '-':
		default:
			return 0, false
		}
	}
	seconds, err := strconv.ParseFloat(string(line), 64)
	if err != nil && !math.IsInf(seconds, 1) || !(seconds > 0) {
		return 0, false
	}
	if seconds > longest.Seconds() {
		return longest, true
	}
	return max(time.Duration(math.Round(seconds*1e9)), 1), true
}

// appendSeconds writes a time with at least one decimal and no more than it
// needs. A time that is not positive becomes a nanosecond: the file has to hold
// a positive number.
func appendSeconds(dst []byte, left time.Duration) []byte {
	left = min(max(left, 1), longest)
	dst = strconv.AppendInt(dst, int64(left/time.Second), 10)
	dst = append(dst, '.')
	rest := left % time.Second
	for unit := time.Second / 10; ; unit /= 10 {
		dst = append(dst, '0'+byte(rest/unit))
		rest %= unit
		if rest == 0 {
			return dst
		}
	}
}
