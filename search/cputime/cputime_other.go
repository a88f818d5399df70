//go:build !unix && !windows

package cputime

import "time"

var start = time.Now()

// Process is the time since the program started.
func Process() time.Duration { return time.Since(start) }
