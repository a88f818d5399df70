package cage

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Ply is a command to run.
type Ply struct {
	Command       string
	Env           []string
	Stdin, Stdout *os.File // nil: /dev/null
	Stderr        *os.File
}

// Start begins a ply and returns the process to wait for. It ends after the command,
// and in namespaces all that the command started ends with it.
func (b *Box) Start(p Ply) (pid int, err error) {
	b.write(&p)
	b.MemoryGone() // forget what died in earlier plies
	if b.at, err = b.look(); err != nil {
		return 0, err
	}
	err = b.thread.do(func() error {
		pid, err = b.plan.start()
		return err
	})
	return pid, err
}

// look reads all clocks.
func (b *Box) look() (m mark, err error) {
	if g := b.options.Groups; g != nil {
		m.groups = g.groups.usage()
		return m, nil
	}
	if b.clock == nil {
		return m, nil
	}
	err = b.thread.do(func() error {
		var t unix.Timespec
		if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) == nil {
			m.thread = time.Duration(t.Nano())
		}
		var data [8]byte // the time so far, including that of the thread itself
		if _, err := b.clock.event.Read(data[:]); err != nil {
			return fmt.Errorf("cage: perf event: %w", err)
		}
		m.event = time.Duration(binary.NativeEndian.Uint64(data[:]))
		return nil
	})
	return m, err
}

// CPU returns the CPU time that the ply has used so far, false if nothing counts it.
func (b *Box) CPU() (time.Duration, bool) {
	now, err := b.look()
	switch {
	case err != nil:
	case b.options.Groups != nil:
		return now.groups - b.at.groups, true
	case b.clock != nil:
		return max(0, now.event-b.at.event-(now.thread-b.at.thread)-b.Own()), true
	}
	return 0, false
}

// Own returns the CPU time of the first process, which is not the program's.
func (b *Box) Own() time.Duration { return time.Duration(b.plan.result.own.Nano()) }

// MemoryGone reports whether a process was killed for lack of memory since the last
// call.
func (b *Box) MemoryGone() bool {
	g := b.options.Groups
	if !g.MemoryCounted() {
		return false
	}
	before := g.kills
	g.kills, _ = field(filepath.Join(g.groups.unified, "memory.events"), "oom_kill")
	if dir := g.groups.v1["memory"]; dir != "" {
		more, _ := field(filepath.Join(dir, "memory.oom_control"), "oom_kill")
		g.kills += more
	}
	return g.kills > before
}

// Status returns how the command ended, given the status of the process that Start
// returned. It is nil if the command did not end by itself. An error means that the
// box failed: the command did not run.
func (b *Box) Status(s syscall.WaitStatus) (*syscall.WaitStatus, error) {
	if err := b.plan.failure(); err != nil {
		return nil, err
	}
	if !b.plan.nested {
		return &s, nil
	}
	if b.plan.result.ended != 1 {
		return nil, nil
	}
	ended := syscall.WaitStatus(b.plan.result.status)
	return &ended, nil
}

// Failed returns why the command could not be started, if that is known by now.
func (b *Box) Failed() error { return b.plan.failure() }

// Proc returns a /proc that shows the processes of the ply and the first one of their
// namespace, and no others; "" if there is none.
func (b *Box) Proc() string {
	if !b.options.Spaces {
		return ""
	}
	if b.proc == nil {
		_ = b.thread.do(func() error {
			f, err := os.Open("/proc")
			if err != nil {
				return err
			}
			if _, err = os.Stat("/proc/1/stat"); err != nil {
				return f.Close()
			}
			b.proc = f
			return nil
		})
	}
	if b.proc == nil {
		return ""
	}
	return InsideFD(b.proc)
}

// Sockets returns how many sockets there are in the box's own network, including
// those in flight.
func (b *Box) Sockets() int64 {
	if !b.options.Spaces || b.options.View.Net {
		return 0
	}
	n := int64(0)
	if dir := b.Proc(); dir != "" {
		data, _ := os.ReadFile(dir + "/1/net/sockstat") // the ply may be over
		_, _ = fmt.Sscanf(string(data), "sockets: used %d", &n)
	}
	return n
}

// Ended closes the files of a ply that is over.
func (b *Box) Ended() {
	if b.proc != nil {
		b.proc.Close()
		b.proc = nil
	}
}
