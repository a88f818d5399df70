package halma

import (
	"strconv"
	"time"

	"evolab/protocol/lines"
)

// appendSeconds writes a time with at least one decimal and no more than it
// needs. A time that is not positive becomes a nanosecond: the file has to hold
// a positive number.
func appendSeconds(dst []byte, left time.Duration) []byte {
	left = min(max(left, lines.LeastSeconds), lines.MostSeconds)
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
