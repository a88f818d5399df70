package cage

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// Bounds limit what a program may use at a time.
type Bounds struct {
	Memory    int64 // bytes
	Processes int   // and threads
	FileSize  int64 // bytes of each file that it writes
}

// Kind is a way to confine a program.
type Kind struct {
	Spaces bool // in namespaces
	Other  bool // as another user
}

// Options say how to make a box.
type Options struct {
	Kind
	View   View
	Rules  Rules // for landlock
	Bounds Bounds
	Groups *Groups // nil: none
}

// Box is where a program runs, ply by ply. It belongs to a supervisor, which stays
// outside.
type Box struct {
	options       Options
	id            Identity
	thread        *thread
	program, temp *os.File
	rules         *os.File
	clock         *clock
	filter        []unix.SockFilter
	null          *os.File
	procMount     *os.File // a ply's first process puts its /proc in place of this file
	plan          plan
	start         clockReading
	proc          *os.File // of the ply, opened by Proc
}

// Open makes a box. The supervisor must have the rights that the kind needs.
func Open(o Options) (*Box, error) {
	b := &Box{options: o, thread: newThread(), id: Identity{UID: os.Geteuid(), GID: os.Getegid()}}
	if err := b.open(); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

func (b *Box) open() error {
	if other, ok := otherUser(); b.options.Other && ok {
		b.id = other
	} else if b.options.Other {
		return errors.New("there is no other user to run as")
	} else {
		b.id.Inner = b.options.Spaces
	}
	var err error
	counted := b.options.Groups.MemoryCounted()
	needs := filterNeeds{memoryCounted: counted, spaces: b.options.Spaces, sockets: b.options.Spaces || b.options.View.Net}
	if b.filter, err = needs.filter(); err != nil {
		return err
	}
	b.options.Rules.Zero = counted
	if b.procMount, err = os.Open(os.DevNull); err != nil {
		return err
	}
	if b.plan.result, err = newResult(); err != nil {
		return err
	}
	if err = b.thread.do(b.setUpThread); err != nil {
		return err
	}
	if b.rules, err = b.options.Rules.ruleset(); err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	return nil
}

// setUpThread gives the box's thread its namespaces and its clock. It also opens the
// /dev/null there that the program gets as standard input and output.
func (b *Box) setUpThread() error {
	if b.options.Groups == nil {
		b.clock, _ = newClock() // without it, the host samples /proc
	}
	v := &b.options.View
	var err error
	if b.options.Spaces {
		if b.program, b.temp, err = v.enter(b.id); err != nil {
			return err
		}
	} else if b.program, err = os.Open(v.Program); err == nil {
		b.temp, err = os.Open(v.Temp)
		err = errors.Join(err, os.Chown(v.Program, b.id.UID, b.id.GID), os.Chown(v.Temp, b.id.UID, b.id.GID))
	}
	if err == nil {
		b.null, err = os.OpenFile(os.DevNull, os.O_RDWR, 0)
	}
	return err
}

// Dirs returns the program's two folders, open.
func (b *Box) Dirs() (program, temp *os.File) { return b.program, b.temp }

// Nested reports whether Start returns the first process of a namespace, not the
// program itself.
func (b *Box) Nested() bool { return b.options.Spaces }

// Identity returns who the program runs as.
func (b *Box) Identity() Identity { return b.id }

// Paths returns the paths of the two folders as the program knows them.
func (b *Box) Paths() (program, temp string) {
	if b.options.Spaces {
		return programDir, tempDir
	}
	return b.options.View.Program, b.options.View.Temp
}

// Close releases everything. The program must have ended.
func (b *Box) Close() {
	b.EndPly()
	for _, f := range []*os.File{b.program, b.temp, b.rules, b.null, b.procMount} {
		if f != nil {
			f.Close()
		}
	}
	if b.clock != nil {
		b.clock.event.Close()
	}
	b.plan.result.free()
	b.thread.close()
}

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
	b.writeScripts(&p)
	b.MemoryGone() // forget what died in earlier plies
	if b.start, err = b.readClocks(); err != nil {
		return 0, err
	}
	err = b.thread.do(func() error {
		pid, err = b.plan.start()
		return err
	})
	return pid, err
}

// MemoryGone reports whether a process was killed for lack of memory since the last
// call.
func (b *Box) MemoryGone() bool {
	g := b.options.Groups
	if !g.MemoryCounted() {
		return false
	}
	before := g.kills
	g.kills, _ = field(filepath.Join(g.unified, "memory.events"), "oom_kill")
	if dir := g.v1["memory"]; dir != "" {
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

// EndPly closes the files of a ply that is over.
func (b *Box) EndPly() {
	if b.proc != nil {
		b.proc.Close()
		b.proc = nil
	}
}

// Listen opens a port on the program's loopback: of its own network, where there is
// nothing else, or of the machine's.
func (b *Box) Listen() (listener *net.TCPListener, err error) {
	err = b.thread.do(func() error {
		const artemisPort = 4705 // the usual one, which some clients have built in
		at := net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}
		if b.options.Spaces && !b.options.View.Net {
			at.Port = artemisPort
			if err := loopback(); err != nil {
				return err
			}
		}
		listener, err = net.ListenTCP("tcp4", &at)
		return err
	})
	return listener, err
}

// loopback brings up the loopback of the thread's network.
func loopback() error {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(socket)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, lo)
}

// thread is a thread of the supervisor that has namespaces of its own. Processes
// started from it begin in them; the supervisor's other threads stay outside.
type thread struct {
	work chan func() error
	done chan error
}

func newThread() *thread {
	t := &thread{make(chan func() error), make(chan error)}
	go func() {
		runtime.LockOSThread() // never unlocked, so that the thread ends, and its namespaces with it
		for f := range t.work {
			t.done <- f()
		}
	}()
	return t
}

func (t *thread) do(f func() error) error {
	if t.work == nil {
		return errors.New("the box is closed")
	}
	t.work <- f
	return <-t.done
}

func (t *thread) close() {
	if t.work != nil {
		close(t.work)
		t.work = nil
	}
}
