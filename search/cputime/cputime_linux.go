package cputime

import (
	"syscall"
	"time"
	"unsafe"
)

// Process is the CPU time of this process, user and system.
func Process() time.Duration {
	const processClock = 2
	return read(processClock)
}

// PerThread reports whether Thread counts one thread alone.
const PerThread = true

// Thread is the CPU time of the calling thread.
func Thread() time.Duration {
	const threadClock = 3
	return read(threadClock)
}

// read reads a clock of clock_gettime(2). Unlike getrusage these include the time
// slice that is still running.
func read(clock uintptr) time.Duration {
	var t syscall.Timespec
	if _, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&t)), 0); errno != 0 {
		return 0
	}
	return time.Duration(t.Nano())
}
