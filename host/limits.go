package host

import "time"

// Limits bound one ply; 0 is no limit.
type Limits struct {
	CPU time.Duration // of the command and everything that it starts
	// Wall leaves out the time in which the command was ready to run but had no
	// core, if the system reports that time.
	Wall time.Duration
}

// LimitCPU limits the CPU time. It also limits the wall time, to twice as much plus 5
// seconds, so that no program can sleep for ever.
func LimitCPU(cpu time.Duration) Limits {
	if cpu <= 0 {
		return Limits{}
	}
	return Limits{CPU: cpu, Wall: 2*cpu + 5*time.Second}
}
