//go:build !linux

package host

import (
	"io"
	"net"
	"os/exec"
	"strconv"
)

// confinesPort is true: the level already says that programs have the network here.
func confinesPort() bool { return true }

// connect makes the program talk over a port. Once the program has started, it
// accepts one connection and no other.
func (l *live) connect(cmd *exec.Cmd) (started func(error), err error) {
	door, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		door.Close()
		return nil, err
	}
	cmd.Env = append(cmd.Env, PortVariable+"="+strconv.Itoa(door.Addr().(*net.TCPAddr).Port))
	return func(failed error) {
		if failed != nil {
			door.Close()
			return
		}
		go func() {
			_, _ = io.Copy(printed{l.stderr}, out)
			door.Close() // it has ended
		}()
		go l.admit(door)
	}, nil
}

// printed keeps what a program prints that talks over a port, like standard error.
type printed struct{ tail *stderrTail }

func (p printed) Write(text []byte) (int, error) {
	p.tail.keep(text)
	return len(text), nil
}

func (l *live) admit(door net.Listener) {
	conn, err := door.Accept()
	door.Close()
	if err != nil {
		close(l.ended)
		return
	}
	l.in = conn
	close(l.joined)
	l.collect(conn)
}
