package time

// Duration is a time in nanoseconds.
type Duration int64

const (
	Nanosecond  Duration = 1
	Microsecond          = 1000 * Nanosecond
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
	Hour                 = 60 * Minute
)

// Milliseconds is the duration in whole milliseconds.
func (d Duration) Milliseconds() int64 { return int64(d / Millisecond) }

// Seconds is the duration in seconds.
func (d Duration) Seconds() float64 {
	return float64(d/Second) + float64(d%Second)/1e9
}
