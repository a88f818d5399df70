package host

// The reasons why a program lost, as they appear in records.
const (
	Time     = "time"      // over a limit
	Crash    = "crash"     // it could not be run at all
	NoOutput = "no-output" // it left no regular file output.txt behind
)

// Failure is the error of a program that lost by its own doing.
type Failure struct {
	Reason string // Time, Crash or NoOutput
	Detail string
}

func (f *Failure) Error() string { return "host: " + f.Reason + ": " + f.Detail }
