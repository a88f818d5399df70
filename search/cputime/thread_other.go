//go:build !linux

package cputime

import "time"

// PerThread reports whether Thread counts one thread alone.
const PerThread = false

// Thread is the process's CPU time: this system has no clock for a thread.
func Thread() time.Duration { return Process() }
