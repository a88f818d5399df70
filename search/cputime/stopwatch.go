package cputime

import (
	"runtime"
	"time"
)

// Pin keeps the goroutine on its thread, and Unpin lets it go: between the two, what
// passes by Thread is the goroutine's own time.
func Pin()   { runtime.LockOSThread() }
func Unpin() { runtime.UnlockOSThread() }

// Stopwatch measures the CPU time of the goroutine that started it, which it keeps on one
// thread until it is stopped.
type Stopwatch struct{ began time.Duration }

// Start starts a stopwatch. Stop it in the same goroutine.
func Start() Stopwatch {
	Pin()
	return Stopwatch{Thread()}
}

// Used is the CPU time since the start.
func (s Stopwatch) Used() time.Duration { return Thread() - s.began }

// Stop lets the goroutine change threads again.
func (s Stopwatch) Stop() { Unpin() }
