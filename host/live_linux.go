package host

import (
	"bytes"
	"errors"
	"os"
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
