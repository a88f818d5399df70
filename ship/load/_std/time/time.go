package time

// Duration is a time in nanoseconds.
type Duration int64

const (
	Nanosecond  Duration = 1
	Microsecond          = 1000 * Nanosecond
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
)

// Seconds is the duration in seconds.
func (d Duration) Seconds() float64 {
	return float64(d/Second) + float64(d%Second)/1e9
}
