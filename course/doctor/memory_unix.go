//go:build unix

package doctor

import (
	"runtime"
	"syscall"
)

// peakMemory is the largest resident size in bytes of any program that has ended.
func peakMemory() (int64, bool) {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage) != nil {
		return 0, false
	}
	size := int64(usage.Maxrss)
	if runtime.GOOS != "darwin" { // the others count in kilobytes
		size <<= 10
	}
	return size, true
}
