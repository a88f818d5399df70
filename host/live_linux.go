package host

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"syscall"
	"time"

	"evolab/host/cage"
)

// live is a program that keeps running, on the supervisor's side.
type live struct {
	meter  *meter
	stderr *stderrTail
	in     wire // nil: it has not connected
	out    wire
	unread []byte // what came after the last answer
	limit  time.Duration
	end    *reply // how it ended; nil: it is running

	nextLook, nextFolder time.Time
	interval             time.Duration
}

// say asks the program a question, and starts it with the first one.
func (b *box) say(s *supervisor, r request) reply {
	if b == nil {
		return reply{Error: "there is no box"}
	}
	if b.live == nil {
		begin := b.begin
		if b.door != nil {
			begin = b.beginPort
		}
		l, err := begin(s, r.Say.Command)
		if err != nil {
			return wrong(err)
		}
		b.live = l
	}
	if l := b.live; l.end != nil {
		return *l.end
	}
	return b.converse(s, r)
}

// begin starts a command with pipes as its standard files.
func (b *box) begin(s *supervisor, command string) (*live, error) {
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
	l := &live{meter: newMeter(b.cage, s), stderr: stderr, in: in, out: out}
	l.meter.leader, err = b.cage.Start(cage.Ply{Command: command, Env: b.env, Stdin: stdin, Stdout: stdout, Stderr: stderr.write})
	closeAll([]*os.File{stdin, stdout})
	if err = stderr.started(err); err != nil {
		closeAll([]*os.File{in, out})
		return nil, err
	}
	return l, nil
}

// converse asks one question, and waits for the answer or a failure.
func (b *box) converse(s *supervisor, r request) reply {
	l, asked := b.live, r.Say
	l.ask(asked.CPU)
	if end := b.admit(s, r); end != nil {
		return *end
	}
	if early := l.waiting(); len(bytes.TrimSpace(early)) > 0 {
		return b.endLive(s, unasked(early))
	}
	l.unread = nil
	_ = l.in.SetWriteDeadline(time.Now().Add(10 * time.Second))
	if _, err := l.in.Write(asked.Text); errors.Is(err, os.ErrDeadlineExceeded) {
		return b.endLive(s, &Failure{Crash, "it does not read what it is asked"})
	} // if the program has ended, reading says so
	for {
		if answer, ok := l.answer(asked.End); ok {
			return b.answered(s, answer)
		}
		if len(l.unread) > MaxOutput {
			return b.endLive(s, endless(l.unread))
		}
		if over := l.read(); over {
			return b.overLive(s)
		}
		if stopped, failure := b.check(s, r); stopped || failure != nil {
			return b.endLive(s, failure)
		}
	}
}

// ask resets the measurements, except the CPU time, and the times of the next checks
// for a new question.
func (l *live) ask(cpu time.Duration) {
	l.limit = cpu
	l.meter.began = time.Now()
	if l.meter.queue != nil {
		l.meter.queue = newQueue()
	}
	l.interval = firstLook
	l.nextLook, l.nextFolder = time.Now().Add(firstLook), time.Now().Add(folderLook)
}

// waiting returns what the program has written so far, without blocking.
func (l *live) waiting() []byte {
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

// answer takes an answer from what has been read, if it is complete.
func (l *live) answer(end string) ([]byte, bool) {
	answer, rest, ok := cutAnswer(l.unread, end)
	if ok {
		l.unread = rest
	}
	return answer, ok
}

// read waits for more output until the next check is due. over means that no more
// will come.
func (l *live) read() (over bool) {
	_ = l.out.SetReadDeadline(l.nextLook)
	var buffer [MaxOutput]byte
	n, err := l.out.Read(buffer[:])
	l.unread = append(l.unread, buffer[:n]...)
	return err != nil && !errors.Is(err, os.ErrDeadlineExceeded) && n == 0
}

// check reports whether to stop the program, because the lab asks for that or the
// time is over, and why it failed, if it did.
func (b *box) check(s *supervisor, r request) (stopped bool, failure *Failure) {
	select {
	case next, ok := <-s.requests:
		if !ok || next.Stop == r.N || next.Close {
			return true, nil
		}
	default:
	}
	l := b.live
	if time.Now().Before(l.nextLook) {
		return false, nil
	}
	l.interval = min(2*l.interval, latestLook)
	l.nextLook = time.Now().Add(l.interval)
	late, failure := b.look(&ply{Limits: r.Say.Limits}, l.meter)
	if late {
		return true, failure
	}
	return false, b.fuller(failure)
}

// fuller also checks the size of the program's folder, if that is due.
func (b *box) fuller(failure *Failure) *Failure {
	if l := b.live; failure == nil && time.Now().After(l.nextFolder) {
		l.nextFolder = time.Now().Add(folderLook)
		return b.overfull()
	}
	return failure
}

// answered returns the reply with an answer, and the CPU time used since the last
// one.
func (b *box) answered(s *supervisor, answer []byte) reply {
	m := b.live.meter
	cpu, known := m.cage.CPU()
	if cpu -= m.base; !known || time.Since(m.began) > firstLook {
		now, failure := m.sample(&b.opening.Resources)
		if failure != nil {
			return b.endLive(s, failure)
		}
		cpu = max(cpu, now.cpu)
	}
	m.base += max(0, cpu)
	return reply{CPU: max(0, cpu), Wall: time.Since(m.began), Output: answer}
}

// overLive returns the reply for a program that has closed its output: it has ended,
// or is given a moment to end before it is killed.
func (b *box) overLive(s *supervisor) reply {
	const patience = 500 * time.Millisecond
	for late := time.Now().Add(patience); time.Now().Before(late); time.Sleep(time.Millisecond) {
		if ended, ok := reap()[b.live.meter.leader]; ok {
			return b.finishLive(s, &ended, nil)
		}
	}
	what := "standard output"
	if b.door != nil {
		what = "connection"
	}
	return b.endLive(s, &Failure{NoOutput, "it closed its " + what + " without an answer"})
}

// endLive kills the program, and returns the reply with the failure, if any.
func (b *box) endLive(s *supervisor, failure *Failure) reply { return b.finishLive(s, nil, failure) }

// finishLive kills what is left of the program, and records how it ended.
func (b *box) finishLive(s *supervisor, ended *state, failure *Failure) reply {
	l := b.live
	if ended == nil {
		if known, ok := reap()[l.meter.leader]; ok {
			ended = &known
		}
	}
	b.killAll(s, l.meter.leader)
	cpu := l.meter.total()
	b.cage.Ended()
	if l.in != nil {
		l.in.Close()
		l.out.Close()
	}
	end := reply{CPU: cpu, Wall: time.Since(l.meter.began), Stderr: l.stderr.text(), Code: -1, How: "signal: killed", Missing: "it gave no answer"}
	if ended != nil {
		end.Memory = ended.memory
	}
	if status, err := b.ended(ended); err != nil {
		end = wrong(err)
	} else if status != nil {
		end.Code, end.How = status.ExitStatus(), how(*status)
	}
	if failure == nil && end.Code != 0 && b.cage.MemoryGone() {
		failure = tooMuchMemory(b.opening.Resources.Memory)
	}
	if failure != nil {
		end.Reason, end.Detail = failure.Reason, failure.Detail
	}
	l.end = &end
	return end
}

// idle checks a program that nobody is asking. What it uses counts towards its next
// answer, and must not exceed the limit for that.
func (b *box) idle(s *supervisor) {
	l := b.live
	now, failure := l.meter.sample(&b.opening.Resources)
	if failure = b.fuller(failure); failure == nil && l.limit > 0 && now.cpu > l.limit {
		failure = &Failure{Time, fmt.Sprintf("used %.3f s of CPU since its last answer, of %.3f s allowed for the next", now.cpu.Seconds(), l.limit.Seconds())}
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
		if s.box != nil && s.box.live != nil && s.box.live.end == nil {
			due = time.After(idleLook)
		}
		select {
		case r, ok = <-s.requests:
			return r, ok
		case <-due:
			s.box.idle(s)
		}
	}
}

// wire carries questions to a program that keeps running, or its answers.
type wire interface {
	Read([]byte) (int, error)
	Write([]byte) (int, error)
	SetReadDeadline(time.Time) error
	SetWriteDeadline(time.Time) error
	SyscallConn() (syscall.RawConn, error)
	Close() error
}

// listen opens a port for a program that talks over one, and puts its number into the
// environment.
func (b *box) listen() error {
	if !b.opening.Port {
		return nil
	}
	door, err := b.cage.Listen()
	if err != nil {
		return err
	}
	b.door = door
	b.env = append(b.env, PortVariable+"="+strconv.Itoa(door.Addr().(*net.TCPAddr).Port))
	return nil
}

// beginPort starts a command that talks over a port. What it prints is kept like its
// standard error.
func (b *box) beginPort(s *supervisor, command string) (*live, error) {
	stderr, err := newStderrTail()
	if err != nil {
		return nil, err
	}
	l := &live{meter: newMeter(b.cage, s), stderr: stderr}
	l.meter.leader, err = b.cage.Start(cage.Ply{Command: command, Env: b.env, Stdout: stderr.write, Stderr: stderr.write})
	if err = stderr.started(err); err != nil {
		return nil, err
	}
	return l, nil
}

// admit waits until the program has connected; it accepts no second connection. It
// returns a reply if the program ends or fails instead.
func (b *box) admit(s *supervisor, r request) *reply {
	for l := b.live; l.out == nil; {
		_ = b.door.SetDeadline(l.nextLook)
		conn, err := b.door.AcceptTCP()
		switch {
		case err == nil:
			l.in, l.out = conn, conn
			b.door.Close()
			return nil
		case !errors.Is(err, os.ErrDeadlineExceeded):
			b.endLive(s, nil)
			end := wrong(err)
			return &end
		}
		if ended, ok := reap()[l.meter.leader]; ok {
			end := b.finishLive(s, &ended, nil)
			return &end
		}
		if stopped, failure := b.check(s, r); stopped || failure != nil {
			end := b.endLive(s, failure)
			return &end
		}
	}
	return nil
}

// confinesPort reports whether a program can be kept to a single port of the lab's.
func confinesPort() bool {
	f := strongest()
	return f.way != nil && f.way.kind.Spaces
}
