package host

import (
	"fmt"
	"time"
)

// The reasons why a program lost, as they appear in records.
const (
	Time     = "time"      // over a limit of time
	Crash    = "crash"     // it could not be run at all, or took too much of the machine
	NoOutput = "no-output" // it left no regular file output.txt behind
)

// Failure is the error of a program that lost by its own doing.
type Failure struct {
	Reason string // Time, Crash or NoOutput
	Detail string
}

func (f *Failure) Error() string { return "host: " + f.Reason + ": " + f.Detail }

// asleep is the failure of a command that was killed at the wall limit.
func asleep(wall, cpu time.Duration) *Failure {
	return &Failure{Time, fmt.Sprintf("killed after %.1f s of wall time (%.3f s of CPU used)", wall.Seconds(), cpu.Seconds())}
}
