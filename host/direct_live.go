//go:build !linux

package host

import (
	"bytes"
	"context"
	"io"
	"os/exec"
	"sync"
	"time"
)

// live is a program that keeps running. This system does not report the CPU time of a
// running program, so its wall time counts instead.
type live struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	stderr *stderrTail
	joined chan struct{} // closed once it can be asked
	ended  chan struct{} // closed once it writes no more

	mu     sync.Mutex
	more   *sync.Cond
	unread []byte
}

// say is part of runner.
func (d *direct) say(ctx context.Context, r remark) (ending, error) {
	if d.live == nil {
		l, err := d.begin(r.Command)
		if err != nil {
			return ending{}, &Failure{Crash, err.Error()}
		}
		d.live = l
	}
	l, began := d.live, time.Now()
	if early := l.take(); len(bytes.TrimSpace(early)) > 0 {
		return ending{failure: unasked(early)}, nil
	}
	return l.ask(ctx, r, began)
}

// ask asks a question once the program has connected, and waits for the answer.
func (l *live) ask(ctx context.Context, r remark, began time.Time) (ending, error) {
	var late <-chan time.Time
	if r.Wall > 0 {
		late = time.After(r.Wall)
	}
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	joined := l.joined
	for {
		select {
		case <-joined:
			joined = nil
			_, _ = l.in.Write(r.Text) // if the program has ended, l.ended says so
		case <-look.C:
			if end, ok := l.answered(r.End, began); ok {
				return end, nil
			}
		case <-l.ended:
			if end, ok := l.answered(r.End, began); ok {
				return end, nil
			}
			return l.over(began), nil
		case <-late:
			l.end()
			spent := time.Since(began)
			return ending{wall: spent, cpu: spent, failure: &Failure{Time, spell{wall: spent, cpu: spent}.words()}}, nil
		case <-ctx.Done():
			l.end()
			return ending{}, ctx.Err()
		}
	}
}

// answered returns how a question ended, if the answer has come or is too long.
func (l *live) answered(end string, began time.Time) (ending, bool) {
	spent := time.Since(began)
	l.mu.Lock()
	defer l.mu.Unlock()
	answer, rest, ok := cutAnswer(l.unread, end)
	if ok {
		l.unread = rest
		return ending{output: answer, cpu: spent, wall: spent}, true
	}
	if len(l.unread) > MaxOutput {
		return ending{cpu: spent, wall: spent, failure: endless(l.unread)}, true
	}
	return ending{}, false
}

func (d *direct) begin(command string) (*live, error) {
	cmd := shell(context.Background(), d.program, command, 0)
	cmd.Env = append(d.env, inherited()...)
	stderr, err := newStderrTail()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = stderr.write
	l := &live{cmd: cmd, stderr: stderr, joined: make(chan struct{}), ended: make(chan struct{})}
	l.more = sync.NewCond(&l.mu)
	plug := l.pipes
	if d.port {
		plug = l.connect
	}
	started, err := plug(cmd)
	if err != nil {
		return nil, stderr.started(err)
	}
	err = cmd.Start()
	started(err)
	return l, stderr.started(err)
}

// pipes makes the program talk over its standard input and output.
func (l *live) pipes(cmd *exec.Cmd) (started func(error), err error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	l.in = in
	close(l.joined)
	return func(failed error) {
		if failed == nil {
			go l.collect(out)
		}
	}, nil
}

// collect reads what the program writes, and pauses when more than two answers'
// length of it is unread.
func (l *live) collect(out io.Reader) {
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

// take returns what the program has written, and forgets it.
func (l *live) take() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := l.unread
	l.unread = nil
	l.more.Signal()
	return text
}

// over returns how the program ended.
func (l *live) over(began time.Time) ending {
	_ = l.cmd.Wait()
	killGroup(l.cmd)
	state := l.cmd.ProcessState
	return ending{
		wall: time.Since(began), cpu: time.Since(began), stderr: l.stderr.text(), how: state.String(), code: state.ExitCode(),
		missing: "it gave no answer",
	}
}

// end kills the program, and forgets what it has written.
func (l *live) end() {
	killGroup(l.cmd)
	select {
	case <-l.joined:
		l.in.Close()
	default:
	}
	l.mu.Lock()
	l.unread = nil
	l.more.Signal()
	l.mu.Unlock()
}
