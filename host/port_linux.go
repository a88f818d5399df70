package host

import (
	"errors"
	"net"
	"os"
	"strconv"
	"syscall"
	"time"

	"evolab/host/cage"
)

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
