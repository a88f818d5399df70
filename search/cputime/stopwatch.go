package cputime

import (
	"runtime"
	"time"
)

// Stopwatch measures the CPU time of the goroutine that started it, which it keeps on one
// thread until it is stopped.
type Stopwatch struct{ began time.Duration }

// Start starts a stopwatch. Stop it in the same goroutine.
func Start() Stopwatch {
	runtime.LockOSThread()
	return Stopwatch{Thread()}
}

// Used is the CPU time since the start.
func (s Stopwatch) Used() time.Duration { return Thread() - s.began }

// Stop lets the goroutine change threads again.
func (s Stopwatch) Stop() { runtime.UnlockOSThread() }
