package host

import (
	"context"
	"fmt"
	"time"

	"evolab/internal/untrusted"
)

// ending is how a command came to its end.
type ending struct {
	cpu     time.Duration // with everything that it started
	wall    time.Duration
	memory  int64    // of its largest process, in bytes; 0: unknown
	stderr  string   // the last part of it
	how     string   // as in "exit status 3"
	code    int      // exit code, -1 if it had none
	failure *Failure // a limit that ended it
	output  []byte   // of output.txt
	missing string   // why there is none
}

// late returns the limit that a command exceeded as a Failure, or nil.
func (e *ending) late(limits Limits) *Failure {
	if e.failure == nil && limits.CPU > 0 && e.cpu > limits.CPU {
		return &Failure{Time, fmt.Sprintf("used %.3f s of CPU of %.3f s allowed", e.cpu.Seconds(), limits.CPU.Seconds())}
	}
	if e.failure == nil {
		return nil
	}
	return &Failure{e.failure.Reason, untrusted.Line(e.failure.Detail, longestDetail)}
}

// longestDetail limits a failure's detail, in characters.
const longestDetail = 1000

// told reports whether the command ended by a signal that is usually sent to whole
// groups of processes, as by Ctrl-C and service managers.
func (e *ending) told() bool {
	const shell = 128 // plus the signal's number is the exit code of a shell
	switch e.code {
	case shell + 1, shell + 2, shell + 15:
		return true
	}
	return e.how == "signal: hangup" || e.how == "signal: interrupt" || e.how == "signal: terminated"
}

// interrupted reports whether the same signal reaches the lab within a moment.
func interrupted(ctx context.Context) bool {
	const late = 100 * time.Millisecond
	select {
	case <-ctx.Done():
		return true
	case <-time.After(late):
		return false
	}
}

// words says how the command ended, with the last line of its standard error.
func (e *ending) words() string {
	text := "the program ended with " + e.how
	if line := untrusted.Line(lastLine(e.stderr), 400); line != "" {
		text += ": " + line
	}
	return text
}
