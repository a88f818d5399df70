package cputime

import (
	"syscall"
	"time"
	"unsafe"
)

// Clock numbers of clock_gettime(2). Unlike getrusage they include the time
// slice that is still running.
const (
	processClock = 2
	threadClock  = 3
)

// Process is the CPU time of this process, user and system.
func Process() time.Duration { return read(processClock) }

// PerThread reports whether Thread counts one thread alone.
const PerThread = true

// Thread is the CPU time of the calling thread.
func Thread() time.Duration { return read(threadClock) }

func read(clock uintptr) time.Duration {
	var t syscall.Timespec
	if _, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&t)), 0); errno != 0 {
		return 0
	}
	return time.Duration(t.Nano())
}
