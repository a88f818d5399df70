//go:build !linux

package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"time"
)

// Supervise does nothing: this system has no supervisors.
func Supervise() {}

// direct runs commands without a supervisor.
type direct struct {
	*scratch
	folder folder
	env    []string
	keep   bool
	port   bool // it talks over a port
	done   bool
	live   *liveProgram // the program, if it keeps running between plies; else nil
}

func newRunner(p Program, _ Resources) (runner, error) {
	s, err := newScratch(p.Dir, p.Extra)
	if err != nil {
		return nil, err
	}
	opened, err := openFolder(s.program, s.temp, tempVariable)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("scratch folder: %w", err), s.remove())
	}
	grants := p.Grants.resolve()
	return &direct{scratch: s, folder: opened, env: grants.environment(os.Getenv("PATH"), s.temp), keep: p.Keep, port: p.Port}, nil
}

func (d *direct) dirs() (string, string) { return d.program, d.temp }

func (d *direct) close() error {
	if d.done {
		return nil
	}
	d.done = true
	if d.live != nil {
		d.live.kill()
	}
	err := d.folder.close()
	if !d.keep {
		err = errors.Join(err, d.remove())
	}
	return err
}

func (d *direct) play(ctx context.Context, p ply) (ending, error) {
	if err := d.folder.prepare(p.Input, p.Fresh); err != nil {
		return ending{}, err
	}
	end, err := d.run(ctx, p.Command, p.Limits)
	if err != nil {
		return end, err
	}
	if end.output, err = d.folder.output(); err != nil {
		end.missing = err.Error()
	}
	return end, nil
}

func (d *direct) run(ctx context.Context, command string, limits Limits) (ending, error) {
	began := time.Now() // before the limit's timer, so that a command which exceeds it has taken longer
	watched, cancel := ctx, context.CancelFunc(func() {})
	if limits.Wall > 0 {
		watched, cancel = context.WithTimeout(ctx, limits.Wall)
	}
	defer cancel()
	cmd := shell(watched, d.program, command, limits.CPU)
	cmd.Env = append(d.env, inherited()...)
	stderr, err := newStderrTail()
	if err != nil {
		return ending{}, err
	}
	cmd.Stderr = stderr.write
	if err := stderr.started(cmd.Start()); err != nil {
		return ending{}, &Failure{Crash, err.Error()}
	}
	// The error of Wait repeats what the state says, or is the context's.
	_ = cmd.Wait()
	killGroup(cmd)
	state := cmd.ProcessState
	end := ending{
		memory: peak(state), cpu: state.UserTime() + state.SystemTime(), wall: time.Since(began), stderr: stderr.text(),
		how: state.String(), code: state.ExitCode(),
	}
	if errors.Is(watched.Err(), context.DeadlineExceeded) && !state.Exited() {
		end.failure = timeSpent{wall: end.wall, cpu: end.cpu}.overLimit(limits.Wall)
	}
	return end, ctx.Err()
}

// shell prepares a command. ulimit takes whole seconds and holds for each process
// alone, so it is set above the limit on the sum of all processes.
func shell(ctx context.Context, dir, command string, cpu time.Duration) *exec.Cmd {
	args := []string{"-c", command}
	if cpu > 0 {
		seconds := strconv.Itoa(int(cpu/time.Second) + 1)
		args = []string{"-c", `ulimit -t "$1"; exec sh -c "$0"`, command, seconds}
	}
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = dir
	cmd.SysProcAttr = ownGroup()
	cmd.Cancel = func() error {
		killGroup(cmd)
		return nil
	}
	return cmd
}

// liveProgram is a program that keeps running. This system does not report the CPU time of a
// running program, so its wall time counts instead.
type liveProgram struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	stderr *stderrTail
	ready  chan struct{} // closed once it can be asked
	ended  chan struct{} // closed once it writes no more

	mu     sync.Mutex
	more   *sync.Cond
	unread []byte
}

// ask is part of runner.
func (d *direct) ask(ctx context.Context, q question) (ending, error) {
	if d.live == nil {
		l, err := d.startLive(q.Command)
		if err != nil {
			return ending{}, &Failure{Crash, err.Error()}
		}
		d.live = l
	}
	l, began := d.live, time.Now()
	if early := l.takeOutput(); len(bytes.TrimSpace(early)) > 0 {
		return ending{failure: unaskedOutput(early)}, nil
	}
	return l.ask(ctx, q, began)
}

// ask asks a question once the program has connected, and waits for the answer.
func (l *liveProgram) ask(ctx context.Context, q question, began time.Time) (ending, error) {
	var late <-chan time.Time
	if q.Wall > 0 {
		late = time.After(q.Wall)
	}
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	ready := l.ready
	for {
		select {
		case <-ready:
			ready = nil
			began = began.Add(l.tell(&q))
		case <-poll.C:
			if end, ok := l.takeAnswer(q.End, began); ok {
				return end, nil
			}
		case <-l.ended:
			if end, ok := l.takeAnswer(q.End, began); ok {
				return end, nil
			}
			return l.exit(began), nil
		case <-late:
			spent, read := time.Since(began), l.takeOutput()
			l.kill()
			return ending{wall: spent, cpu: spent, output: read[:min(len(read), MaxOutput)], failure: &Failure{Time, timeSpent{wall: spent, cpu: spent}.describe()}}, nil
		case <-ctx.Done():
			l.kill()
			return ending{}, ctx.Err()
		}
	}
}

// tell writes the messages of a question, and returns how long it has paused. If the program
// has ended, l.ended says so.
func (l *liveProgram) tell(q *question) (paused time.Duration) {
	for i, message := range q.Messages {
		if i > 0 {
			time.Sleep(q.Pause)
			paused += q.Pause
		}
		_, _ = io.WriteString(l.in, message)
	}
	return paused
}

// takeAnswer returns how a question ended, if the answer has come or is too long.
func (l *liveProgram) takeAnswer(end string, began time.Time) (ending, bool) {
	spent := time.Since(began)
	l.mu.Lock()
	defer l.mu.Unlock()
	answer, rest, ok := cutAnswer(l.unread, end)
	if ok {
		l.unread = rest
		return ending{output: answer, cpu: spent, wall: spent}, true
	}
	if len(l.unread) > MaxOutput {
		return ending{cpu: spent, wall: spent, failure: endlessAnswer(l.unread)}, true
	}
	return ending{}, false
}

func (d *direct) startLive(command string) (*liveProgram, error) {
	cmd := shell(context.Background(), d.program, command, 0)
	cmd.Env = append(d.env, inherited()...)
	stderr, err := newStderrTail()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = stderr.write
	l := &liveProgram{cmd: cmd, stderr: stderr, ready: make(chan struct{}), ended: make(chan struct{})}
	l.more = sync.NewCond(&l.mu)
	connect := l.usePipes
	if d.port {
		connect = l.usePort
	}
	started, err := connect(cmd)
	if err != nil {
		return nil, stderr.started(err)
	}
	err = cmd.Start()
	started(err)
	return l, stderr.started(err)
}

// usePipes makes the program talk over its standard input and output.
func (l *liveProgram) usePipes(cmd *exec.Cmd) (started func(error), err error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	l.in = in
	close(l.ready)
	return func(failed error) {
		if failed == nil {
			go l.collect(out)
		}
	}, nil
}

// collect reads what the program writes, and pauses when more than two answers'
// length of it is unread.
func (l *liveProgram) collect(out io.Reader) {
	defer close(l.ended)
	var buffer [MaxOutput]byte
	for {
		n, err := out.Read(buffer[:])
		l.mu.Lock()
		l.unread = append(l.unread, buffer[:n]...)
		for len(l.unread) > 2*MaxOutput && err == nil {
			l.more.Wait()
		}
		l.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// takeOutput returns what the program has written, and forgets it.
func (l *liveProgram) takeOutput() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := l.unread
	l.unread = nil
	l.more.Signal()
	return text
}

func (l *liveProgram) exit(began time.Time) ending {
	_ = l.cmd.Wait()
	killGroup(l.cmd)
	state := l.cmd.ProcessState
	return ending{
		wall: time.Since(began), cpu: time.Since(began), stderr: l.stderr.text(), how: state.String(), code: state.ExitCode(),
		missing: "it gave no answer",
	}
}

// kill kills the program, and forgets what it has written.
func (l *liveProgram) kill() {
	killGroup(l.cmd)
	select {
	case <-l.ready:
		l.in.Close()
	default:
	}
	l.mu.Lock()
	l.unread = nil
	l.more.Signal()
	l.mu.Unlock()
}

// confinesPort is true: the level already says that programs have the network here.
func confinesPort() bool { return true }

// usePort makes the program talk over a port. Once the program has started, it
// accepts one connection and no other.
func (l *liveProgram) usePort(cmd *exec.Cmd) (started func(error), err error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		listener.Close()
		return nil, err
	}
	cmd.Env = append(cmd.Env, PortVariable+"="+strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	return func(failed error) {
		if failed != nil {
			listener.Close()
			return
		}
		go func() {
			_, _ = io.Copy(tailWriter{l.stderr}, out)
			listener.Close() // it has ended
		}()
		go l.accept(listener)
	}, nil
}

// tailWriter keeps what a program that talks over a port prints, like standard error.
type tailWriter struct{ tail *stderrTail }

func (w tailWriter) Write(text []byte) (int, error) {
	w.tail.keep(text)
	return len(text), nil
}

func (l *liveProgram) accept(listener net.Listener) {
	conn, err := listener.Accept()
	listener.Close()
	if err != nil {
		close(l.ended)
		return
	}
	l.in = conn
	close(l.ready)
	l.collect(conn)
}
