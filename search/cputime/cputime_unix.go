//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Process is the CPU time of this process, user and system.
func Process() time.Duration { return usage(syscall.RUSAGE_SELF) }

func usage(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
