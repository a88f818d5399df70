package cputime

import "time"

// Process is the CPU time of this process.
func Process() time.Duration

// Thread is the CPU time of the calling thread.
func Thread() time.Duration
