package host

import (
	"errors"
	"fmt"
	"regexp"
	"sync"
	"syscall"
	"time"
)

// The reasons why a ply has no answer, as they appear in records. The program loses
// by each of them except Void.
const (
	Time     = "time"      // it exceeded a time limit
	Crash    = "crash"     // it could not be run at all, or took too much of the machine
	NoOutput = "no-output" // it left no regular file output.txt behind, or ended without an answer
	// Malformed is only for programs that keep running: they wrote something that is
	// not an answer, or wrote before they were asked.
	Malformed = "malformed"
	// Void: the program may not be to blame. It exceeded its wall time, but may have
	// waited for a core; or the machine could not run it.
	Void = "void"
)

// Failure is the error of a ply without an answer.
type Failure struct {
	Reason string // Time, Crash, NoOutput, Malformed or Void
	Detail string
}

func (f *Failure) Error() string { return f.Reason + ": " + f.Detail }

// Resource is what a program may use of the machine.
type Resource string

// The resources that limits bound.
const (
	CPU       Resource = "cpu"
	Wall      Resource = "wall"
	Memory    Resource = "memory"
	Disk      Resource = "disk" // files and their sizes
	Processes Resource = "processes"
)

// limitDetail is how the details of failures begin when a program has exceeded a limit.
type limitDetail struct {
	resource Resource
	pattern  *regexp.Regexp
}

// limitDetails has one for each resource. Only gradings need them.
var limitDetails = sync.OnceValue(func() []limitDetail {
	return []limitDetail{
		{CPU, regexp.MustCompile(`^used [0-9.]+[a-zµ]* ?s? of CPU`)},
		{Wall, regexp.MustCompile(`^(?:killed after [0-9.]+ s of wall time|it (?:has )?waited for [0-9.]+ s)`)},
		{Memory, regexp.MustCompile(`^used (?:more than the )?[0-9.]+ GB of memory`)},
		{Disk, regexp.MustCompile(`^keeps (?:more than )?[0-9,]+ (?:MB in )?files?`)},
		{Processes, regexp.MustCompile(`^ran [0-9,]+ process(?:es)? and threads`)},
	}
})

// Exceeded is what a program took too much of, by the detail of its Failure by Time or
// Crash, as records keep it; "" if it exceeded no limit.
func Exceeded(detail string) Resource {
	for _, l := range limitDetails() {
		if l.pattern.MatchString(detail) {
			return l.resource
		}
	}
	return ""
}

// VoidRetries is how often something that ended Void is repeated.
const VoidRetries = 2

// RetryVoid calls try until it does not end Void, but repeats it at most VoidRetries times,
// and returns its last error. The caller must not run anything else meanwhile: that
// may be what took the core.
func RetryVoid(try func() error) error {
	err := try()
	for range VoidRetries {
		if !IsVoid(err) {
			break
		}
		err = try()
	}
	return err
}

// Exhausted reports whether an error says that the machine has run out of something:
// files, memory, processes or disk.
func Exhausted(err error) bool {
	for _, lack := range []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EAGAIN, syscall.ENOSPC, syscall.EDQUOT} {
		if errors.Is(err, lack) {
			return true
		}
	}
	return false
}

// IsVoid reports whether an error is a Failure by Void.
func IsVoid(err error) bool {
	var f *Failure
	return errors.As(err, &f) && f.Reason == Void
}

// timeSpent is how a command has spent its time since the start.
type timeSpent struct {
	wall, cpu time.Duration
	waited    time.Duration // ready to run but without a core; valid if measured
	measured  bool
}

// overLimit returns the failure of a command that exceeded its wall limit, or nil.
// Waiting for a core does not count towards the limit, but too long a wait ends the
// command too, so that every ply ends.
func (s timeSpent) overLimit(limit time.Duration) *Failure {
	switch {
	case limit == 0 || s.wall <= limit:
		return nil
	case !s.measured:
		return &Failure{Void, s.describe() + "; this system does not report how long it waited for a core"}
	case s.wall-s.waited > limit:
		return &Failure{Time, s.describe()}
	case s.waited > s.maxWait(limit):
		return &Failure{Void, s.describe() + ": it got too little of a core to be judged"}
	}
	return nil
}

// maxWait is how long the command may wait for a core: as long as its wall limit, and
// longer if it has computed meanwhile, since it then soon answers or uses up its CPU time.
func (s timeSpent) maxWait(limit time.Duration) time.Duration {
	const part, longer = 8, 4 // one second of CPU in so many of waiting; so many times as long
	if part*s.cpu >= s.waited {
		return longer * limit
	}
	return limit
}

// idle is how long the command has waited for something else than a core; 0 if unknown.
func (s timeSpent) idle() time.Duration {
	if !s.measured {
		return 0
	}
	return max(0, s.wall-s.waited-s.cpu)
}

// overWait returns the failure of a command that has waited for longer than allowed, or
// nil.
func (s timeSpent) overWait(limit time.Duration) *Failure {
	if limit == 0 || s.idle() <= limit {
		return nil
	}
	return &Failure{Time, fmt.Sprintf("%s, %.1f s of it waiting for something, of %.1f s allowed", s.describe(), s.idle().Seconds(), limit.Seconds())}
}

func (s timeSpent) describe() string {
	text := fmt.Sprintf("killed after %.1f s of wall time (%.3f s of CPU used", s.wall.Seconds(), s.cpu.Seconds())
	if s.waited >= 50*time.Millisecond { // else it does not show in tenths of a second
		text += fmt.Sprintf(", %.1f s spent waiting for a core", s.waited.Seconds())
	}
	return text + ")"
}
