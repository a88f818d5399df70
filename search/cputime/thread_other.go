//go:build !linux

package cputime

import "time"

// Thread is the process's CPU time: this system has no clock for a thread.
func Thread() time.Duration { return Process() }
