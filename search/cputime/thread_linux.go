package cputime

import "time"

// rusageThread is RUSAGE_THREAD of getrusage(2), which package syscall lacks.
const rusageThread = 1

// Thread is the CPU time of the calling thread.
func Thread() time.Duration { return usage(rusageThread) }
