package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"evolab/internal/untrusted"
)

// Session is a program in its scratch folder. It is not for use by several
// goroutines at once.
type Session struct {
	program Program
	runner  runner
	fresh   bool // the next ply begins a game
}

// runner runs a program's command in a scratch folder. When play returns, no process
// that the command started is left, as far as the system allows.
type runner interface {
	play(context.Context, ply) (ending, error)
	// ask asks a command that keeps running.
	ask(context.Context, question) (ending, error)
	// dirs returns the folder that it runs in, and the one for temporary files.
	dirs() (program, temp string)
	close() error
}

// ply is what a runner runs.
type ply struct {
	Command string `json:"command"`
	Input   []byte `json:"input"`
	Fresh   bool   `json:"fresh"`
	Limits
}

// Answer is the result of one ply.
type Answer struct {
	Output []byte // of output.txt, or what a Dialogue has read; at most MaxOutput bytes
	CPU    time.Duration
	Idle   time.Duration // in which it waited for something else than a core; 0: hardly, or unknown
	Memory int64         // of its largest process, in bytes; 0: unknown
	Stderr string        // the last 2 KB
}

// MaxOutput is how many bytes of output.txt are read. The rest of a longer file is
// ignored: only its first line counts.
const MaxOutput = 4096

// The files of the protocol.
const (
	inputName  = "input.txt"
	outputName = "output.txt"
	// playDataName is the file in which agents may keep data between the plies
	// of a game.
	playDataName = "playdata.txt"
)

// Open copies the program's folder to a scratch folder. One session can serve one
// game or a whole match; what the program leaves there stays until Close. A *Failure
// by Void means that the machine could not do it.
func Open(p Program) (*Session, error) { return open(p, newRunner) }

func open(p Program, run func(Program, Resources) (runner, error)) (*Session, error) {
	sweepOnce()
	if err := p.Check(); err != nil {
		return nil, err
	}
	r, err := run(p, defaultResources())
	if err != nil {
		return nil, voidFailure(err)
	}
	return &Session{program: p, runner: r}, nil
}

// voidFailure turns an error of the machine, which could not make or keep what a
// program runs in, into a Failure by Void: no program loses by it.
func voidFailure(err error) error {
	var known *Failure
	if err == nil || errors.As(err, &known) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &Failure{Void, untrusted.Line("the machine could not run the program: "+err.Error(), maxDetail)}
}

// Dir returns the scratch folder, a copy of the program's. Close removes it.
func (s *Session) Dir() string {
	program, _ := s.runner.dirs()
	return program
}

// Temp returns a folder beside the scratch folder, which the program knows as TMPDIR.
func (s *Session) Temp() string {
	_, temp := s.runner.dirs()
	return temp
}

// Begin prepares a game: the next ply removes playdata.txt of an earlier one.
func (s *Session) Begin() error {
	s.fresh = true
	return nil
}

// Close ends what is left of the program and removes the scratch folder.
func (s *Session) Close() error {
	dir := s.Dir()
	err := s.runner.close()
	if s.program.Keep && s.program.Log != nil {
		fmt.Fprintf(s.program.Log, "scratch folder kept: %s\n", dir)
	}
	return err
}

// Ask plays one ply: it writes input.txt, removes output.txt, and runs the command to
// its end. The exit code does not matter. If there is no answer, the error is a
// *Failure, and the Answer still has CPU and Stderr. If the context ended first, it
// is the context's error. Any other error is about the host.
func (s *Session) Ask(ctx context.Context, input []byte, limits Limits) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	end, err := s.runner.play(ctx, ply{s.program.Command, input, s.fresh, limits})
	s.fresh = false
	return end.answer(ctx, limits, err)
}

func (e *ending) answer(ctx context.Context, limits Limits, err error) (Answer, error) {
	answer := Answer{Output: e.output, CPU: e.cpu, Idle: e.idle, Memory: e.memory, Stderr: untrusted.Text(e.stderr)}
	if err != nil {
		return answer, voidFailure(err)
	}
	if f := e.limitFailure(limits); f != nil {
		return answer, f
	}
	if e.missing == "" {
		return answer, nil
	}
	if e.endedBySignal() && interrupted(ctx) {
		return answer, ctx.Err()
	}
	const notExecutable, notFound = 126, 127 // exit codes of the shell
	if e.code == notExecutable || e.code == notFound {
		return answer, &Failure{Crash, e.describe()}
	}
	return answer, &Failure{NoOutput, e.missing + ", " + e.describe()}
}

// ending is how a command came to its end.
type ending struct {
	cpu     time.Duration // with everything that it started
	wall    time.Duration
	idle    time.Duration
	memory  int64    // of its largest process, in bytes; 0: unknown
	stderr  string   // the last part of it
	how     string   // as in "exit status 3"
	code    int      // exit code, -1 if it had none
	failure *Failure // a limit that ended it
	output  []byte   // of output.txt
	missing string   // why there is none
}

// limitFailure returns the limit that a command exceeded as a Failure, or nil.
func (e *ending) limitFailure(limits Limits) *Failure {
	if e.failure == nil && limits.CPU > 0 && e.cpu > limits.CPU {
		return &Failure{Time, fmt.Sprintf("used %.3f s of CPU of %.3f s allowed", e.cpu.Seconds(), limits.CPU.Seconds())}
	}
	if e.failure == nil {
		return nil
	}
	return &Failure{e.failure.Reason, untrusted.Line(e.failure.Detail, maxDetail)}
}

// maxDetail limits a failure's detail, in characters.
const maxDetail = 1000

// endedBySignal reports whether the command ended by a signal that is usually sent to
// whole groups of processes, as by Ctrl-C and service managers.
func (e *ending) endedBySignal() bool {
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

// describe says how the command ended, with the last line of its standard error.
func (e *ending) describe() string {
	text := "the program ended with " + e.how
	const maxLine = 400
	if line := untrusted.Line(lastLine(e.stderr), maxLine); line != "" {
		text += ": " + line
	}
	return text
}

// maxStderr is how much of the end of standard error is kept, in bytes.
const maxStderr = 2048

// stderrTail collects the end of a program's standard error from a pipe.
type stderrTail struct {
	read, write *os.File
	closed      chan struct{}

	mu   sync.Mutex
	kept []byte
}

func newStderrTail() (*stderrTail, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &stderrTail{read: r, write: w, closed: make(chan struct{})}, nil
}

// started begins to collect, or cleans up if the process did not start.
func (t *stderrTail) started(err error) error {
	t.write.Close()
	if err != nil {
		t.read.Close()
		return err
	}
	go t.collect()
	return nil
}

func (t *stderrTail) collect() {
	defer close(t.closed)
	var buffer [1 << 16]byte
	for {
		n, err := t.read.Read(buffer[:])
		t.keep(buffer[:n])
		if err != nil {
			return
		}
	}
}

func (t *stderrTail) keep(more []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, more[max(0, len(more)-maxStderr):]...)
	if over := len(t.kept) - maxStderr; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
}

// text stops collecting and returns what was kept. The program has ended, but a
// process that it left running may still hold the pipe, and must not delay the ply.
func (t *stderrTail) text() string {
	const patience = 200 * time.Millisecond
	select {
	case <-t.closed:
	case <-time.After(patience):
	}
	t.read.Close()
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.kept), "\uFFFD")
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}
