package host

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"syscall"
	"time"

	"evolab/host/cage"
)

// liveProgram is a program that keeps running, on the supervisor's side.
type liveProgram struct {
	meter    *meter
	stderr   *stderrTail
	in       duplex // nil: it has not connected
	out      duplex
	unread   []byte // what came after the last answer
	cpuLimit time.Duration
	ending   *reply // how it ended; nil: it is running

	nextSample, nextFolderCheck time.Time
	sampleInterval              time.Duration
}

// ask asks the program a question, and starts it with the first one.
func (b *box) ask(s *supervisor, r request) reply {
	if b == nil {
		return reply{Error: "there is no box"}
	}
	if b.live == nil {
		begin := b.startLive
		if b.listener != nil {
			begin = b.startLiveOnPort
		}
		l, err := begin(s, r.Ask.Command)
		if err != nil {
			return errorReply(err)
		}
		b.live = l
	}
	if l := b.live; l.ending != nil {
		return *l.ending
	}
	return b.exchange(s, r)
}

// startLive starts a command with pipes as its standard files.
func (b *box) startLive(s *supervisor, command string) (*liveProgram, error) {
	stderr, err := newStderrTail()
	if err != nil {
		return nil, err
	}
	stdin, in, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, stderr.started(err))
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		closeAll([]*os.File{stdin, in})
		return nil, errors.Join(err, stderr.started(err))
	}
	l := &liveProgram{meter: newMeter(b.cage, s), stderr: stderr, in: in, out: out}
	l.meter.leader, err = b.cage.Start(cage.Ply{Command: command, Env: b.env, Stdin: stdin, Stdout: stdout, Stderr: stderr.write})
	closeAll([]*os.File{stdin, stdout})
	if err = stderr.started(err); err != nil {
		closeAll([]*os.File{in, out})
		return nil, err
	}
	return l, nil
}

// exchange asks one question, and waits for the answer or a failure.
func (b *box) exchange(s *supervisor, r request) reply {
	l, asked := b.live, r.Ask
	l.beginQuestion(asked.CPU)
	if end := b.acceptConnection(s, r); end != nil {
		return *end
	}
	if early := l.pending(); len(bytes.TrimSpace(early)) > 0 {
		return b.endLive(s, unaskedOutput(early))
	}
	l.unread = nil
	if !l.tell(asked) {
		return b.endLive(s, &Failure{Crash, "it does not read what it is asked"})
	}
	for {
		if answer, ok := l.takeAnswer(asked.End); ok {
			return b.answerReply(s, answer)
		}
		if len(l.unread) > MaxOutput {
			return b.endLive(s, endlessAnswer(l.unread))
		}
		if over := l.read(); over {
			return b.endAfterClose(s)
		}
		if stopped, failure := b.checkLive(s, r); stopped || failure != nil {
			return b.endLive(s, failure)
		}
	}
}

// tell writes the messages of a question, and reports whether the program reads them. If it
// has ended, reading its answer says so. The pauses are not its time.
func (l *liveProgram) tell(asked *question) bool {
	for i, message := range asked.Messages {
		if i > 0 {
			paused := time.Now()
			time.Sleep(asked.Pause)
			l.meter.began = l.meter.began.Add(time.Since(paused))
		}
		_ = l.in.SetWriteDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.WriteString(l.in, message); errors.Is(err, os.ErrDeadlineExceeded) {
			return false
		}
	}
	return true
}

// beginQuestion resets the measurements for a new question, except the CPU time, and
// the times of the next checks.
func (l *liveProgram) beginQuestion(cpu time.Duration) {
	l.cpuLimit = cpu
	l.meter.began, l.meter.idle = time.Now(), 0
	if l.meter.waits != nil {
		l.meter.waits = newWaitMeter()
	}
	l.sampleInterval = firstSample
	l.nextSample, l.nextFolderCheck = time.Now().Add(firstSample), time.Now().Add(folderCheckInterval)
}

// pending returns what the program has written so far, without blocking.
func (l *liveProgram) pending() []byte {
	_ = l.out.SetReadDeadline(time.Time{})
	raw, err := l.out.SyscallConn()
	if err != nil {
		return l.unread
	}
	var buffer [MaxOutput]byte
	_ = raw.Read(func(fd uintptr) bool {
		if n, err := syscall.Read(int(fd), buffer[:]); err == nil && n > 0 {
			l.unread = append(l.unread, buffer[:n]...)
		}
		return true
	})
	return l.unread
}

// takeAnswer takes an answer from what has been read, if it is complete.
func (l *liveProgram) takeAnswer(end string) ([]byte, bool) {
	answer, rest, ok := cutAnswer(l.unread, end)
	if ok {
		l.unread = rest
	}
	return answer, ok
}

// read waits for more output until the next check is due. over means that no more
// will come.
func (l *liveProgram) read() (over bool) {
	_ = l.out.SetReadDeadline(l.nextSample)
	var buffer [MaxOutput]byte
	n, err := l.out.Read(buffer[:])
	l.unread = append(l.unread, buffer[:n]...)
	return err != nil && !errors.Is(err, os.ErrDeadlineExceeded) && n == 0
}

// checkLive reports whether to stop the program, because the lab asks for that or the
// time is over, and why it failed, if it did.
func (b *box) checkLive(s *supervisor, r request) (stopped bool, failure *Failure) {
	select {
	case next, ok := <-s.requests:
		if !ok || next.Stop == r.N || next.Close {
			return true, nil
		}
	default:
	}
	l := b.live
	if time.Now().Before(l.nextSample) {
		return false, nil
	}
	l.sampleInterval = min(2*l.sampleInterval, maxSampleInterval)
	l.nextSample = time.Now().Add(l.sampleInterval)
	late, failure := b.checkLimits(&ply{Limits: r.Ask.Limits}, l.meter)
	if late {
		return true, failure
	}
	return false, b.folderFailure(failure)
}

// folderFailure also checks the size of the program's folder, if that is due.
func (b *box) folderFailure(failure *Failure) *Failure {
	if l := b.live; failure == nil && time.Now().After(l.nextFolderCheck) {
		l.nextFolderCheck = time.Now().Add(folderCheckInterval)
		return b.storageFailure()
	}
	return failure
}

// answerReply returns the reply with an answer, and the CPU time used since the last
// one.
func (b *box) answerReply(s *supervisor, answer []byte) reply {
	m := b.live.meter
	cpu, known := m.cage.CPU()
	if cpu -= m.answered; !known || time.Since(m.began) > firstSample {
		now, failure := m.sample(&b.opening.Resources)
		if failure != nil {
			return b.endLive(s, failure)
		}
		cpu = max(cpu, now.cpu)
	}
	m.answered += max(0, cpu)
	return reply{CPU: max(0, cpu), Wall: time.Since(m.began), Idle: m.idle, Output: answer}
}

// endAfterClose returns the reply for a program that has closed its output: it has
// ended, or is given a moment to end before it is killed.
func (b *box) endAfterClose(s *supervisor) reply {
	const patience = 500 * time.Millisecond
	for late := time.Now().Add(patience); time.Now().Before(late); time.Sleep(time.Millisecond) {
		if ended, ok := reap()[b.live.meter.leader]; ok {
			return b.finishLive(s, &ended, nil)
		}
	}
	what := "standard output"
	if b.listener != nil {
		what = "connection"
	}
	return b.endLive(s, &Failure{NoOutput, "it closed its " + what + " without an answer"})
}

// endLive kills the program, and returns the reply with the failure, if any.
func (b *box) endLive(s *supervisor, failure *Failure) reply { return b.finishLive(s, nil, failure) }

// finishLive kills what is left of the program, and records how it ended.
func (b *box) finishLive(s *supervisor, ended *exitState, failure *Failure) reply {
	l := b.live
	if ended == nil {
		if known, ok := reap()[l.meter.leader]; ok {
			ended = &known
		}
	}
	b.killAll(s, l.meter.leader)
	cpu := l.meter.total()
	b.cage.EndPly()
	if l.in != nil {
		l.in.Close()
		l.out.Close()
	}
	end := reply{CPU: cpu, Wall: time.Since(l.meter.began), Idle: l.meter.idle, Stderr: l.stderr.text(), Code: -1, How: "signal: killed", Missing: "it gave no answer"}
	end.Output = l.unread[:min(len(l.unread), MaxOutput)]
	if ended != nil {
		end.Memory = ended.memory
	}
	if status, err := b.exitStatus(ended); err != nil {
		end = errorReply(err)
	} else if status != nil {
		end.Code, end.How = status.ExitStatus(), describeExit(*status)
	}
	if failure == nil && end.Code != 0 && b.cage.MemoryGone() {
		failure = tooMuchMemory(b.opening.Resources.Memory)
	}
	if failure != nil {
		end.Reason, end.Detail = failure.Reason, failure.Detail
	}
	l.ending = &end
	return end
}

// checkIdle checks a program that nobody is asking. What it uses counts towards its
// next answer, and must not exceed the limit for that.
func (b *box) checkIdle(s *supervisor) {
	l := b.live
	now, failure := l.meter.sample(&b.opening.Resources)
	if failure = b.folderFailure(failure); failure == nil && l.cpuLimit > 0 && now.cpu > l.cpuLimit {
		failure = &Failure{Time, fmt.Sprintf("used %.3f s of CPU since its last answer, of %.3f s allowed for the next", now.cpu.Seconds(), l.cpuLimit.Seconds())}
	}
	if failure == nil {
		return
	}
	b.endLive(s, failure)
}

// next waits for a request. Meanwhile it checks the program that keeps running.
func (s *supervisor) next() (r request, ok bool) {
	const idleLook = 250 * time.Millisecond
	for {
		var due <-chan time.Time
		if s.box != nil && s.box.live != nil && s.box.live.ending == nil {
			due = time.After(idleLook)
		}
		select {
		case r, ok = <-s.requests:
			return r, ok
		case <-due:
			s.box.checkIdle(s)
		}
	}
}

// duplex carries questions to a program that keeps running, or its answers.
type duplex interface {
	Read([]byte) (int, error)
	Write([]byte) (int, error)
	SetReadDeadline(time.Time) error
	SetWriteDeadline(time.Time) error
	SyscallConn() (syscall.RawConn, error)
	Close() error
}

// openPort opens a port for a program that talks over one, and puts its number into the
// environment.
func (b *box) openPort() error {
	if !b.opening.Port {
		return nil
	}
	listener, err := b.cage.Listen()
	if err != nil {
		return err
	}
	b.listener = listener
	b.env = append(b.env, PortVariable+"="+strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	return nil
}

// startLiveOnPort starts a command that talks over a port. What it prints is kept like
// its standard error.
func (b *box) startLiveOnPort(s *supervisor, command string) (*liveProgram, error) {
	stderr, err := newStderrTail()
	if err != nil {
		return nil, err
	}
	l := &liveProgram{meter: newMeter(b.cage, s), stderr: stderr}
	l.meter.leader, err = b.cage.Start(cage.Ply{Command: command, Env: b.env, Stdout: stderr.write, Stderr: stderr.write})
	if err = stderr.started(err); err != nil {
		return nil, err
	}
	return l, nil
}

// acceptConnection waits until the program has connected; it accepts no second
// connection. It returns a reply if the program ends or fails instead.
func (b *box) acceptConnection(s *supervisor, r request) *reply {
	for l := b.live; l.out == nil; {
		_ = b.listener.SetDeadline(l.nextSample)
		conn, err := b.listener.AcceptTCP()
		switch {
		case err == nil:
			l.in, l.out = conn, conn
			b.listener.Close()
			return nil
		case !errors.Is(err, os.ErrDeadlineExceeded):
			b.endLive(s, nil)
			end := errorReply(err)
			return &end
		}
		if ended, ok := reap()[l.meter.leader]; ok {
			end := b.finishLive(s, &ended, nil)
			return &end
		}
		if stopped, failure := b.checkLive(s, r); stopped || failure != nil {
			end := b.endLive(s, failure)
			return &end
		}
	}
	return nil
}

// confinesPort reports whether a program can be kept to a single port of the lab's.
func confinesPort() bool {
	chosen := strongestMethod()
	return chosen.method != nil && chosen.method.kind.Spaces
}
