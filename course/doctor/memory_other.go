//go:build !unix

package doctor

// peakMemory: this system does not tell.
func peakMemory() (int64, bool) { return 0, false }
