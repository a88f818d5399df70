package host

import "time"

// Limits bound one ply; 0 is no limit.
type Limits struct {
	CPU time.Duration // of everything that the command started
	// Wall does not count the time in which the command could have run but had
	// no core, where the system tells that time.
	Wall time.Duration
}

// LimitCPU bounds the CPU time, and so that a program cannot sleep for ever,
// the wall time at twice that and 5 seconds more.
func LimitCPU(cpu time.Duration) Limits {
	if cpu <= 0 {
		return Limits{}
	}
	return Limits{CPU: cpu, Wall: 2*cpu + 5*time.Second}
}
