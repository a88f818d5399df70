package cage

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Bounds are what a program may take at a time.
type Bounds struct {
	Memory    int64 // bytes
	Processes int   // and threads
	FileSize  int64 // bytes of each file that it writes
}

// Kind is a way to hold a program.
type Kind struct {
	Spaces bool // in namespaces
	Other  bool // as another user
}

// Options say how a box is made.
type Options struct {
	Kind
	View   View
	Rules  Rules // where landlock is to help
	Bounds Bounds
	Groups *Groups // nil: none
}

// Box is where a program runs, ply by ply. It belongs to a supervisor, which is
// not in it.
type Box struct {
	options       Options
	id            Identity
	thread        *thread
	program, temp *os.File
	rules         *os.File
	clock         *clock
	filter        []unix.SockFilter
	null          *os.File
	plan          plan
	at            mark
	proc          *os.File // of the ply
}

// mark is what the clocks showed when a ply began.
type mark struct {
	groups, event, thread time.Duration
}

// Open makes a box. The supervisor has the rights that the kind needs.
func Open(o Options) (*Box, error) {
	b := &Box{options: o, thread: newThread(), id: Identity{UID: os.Geteuid(), GID: os.Getegid()}}
	if err := b.open(); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

func (b *Box) open() error {
	if other, ok := OtherUser(); b.options.Other && ok {
		b.id = other
	} else if b.options.Other {
		return errors.New("cage: there is no other user to run as")
	} else {
		b.id.Inner = b.options.Spaces
	}
	var err error
	if b.filter, err = Filter(b.options.Groups.MemoryCounted(), b.options.Spaces || b.options.View.Net); err != nil {
		return err
	}
	if b.null, err = os.OpenFile(os.DevNull, os.O_RDWR, 0); err != nil {
		return err
	}
	if b.plan.result, err = newResult(); err != nil {
		return err
	}
	if err = b.thread.do(b.furnish); err != nil {
		return err
	}
	if b.rules, err = b.options.Rules.ruleset(); err != nil {
		return fmt.Errorf("cage: landlock: %w", err)
	}
	return nil
}

// furnish gives the box's thread its namespaces and its clock.
func (b *Box) furnish() error {
	if b.options.Groups == nil {
		b.clock, _ = newClock() // without it, looks have to do
	}
	v := &b.options.View
	var err error
	if b.options.Spaces {
		b.program, b.temp, err = v.enter(b.id)
		return err
	}
	if b.program, err = os.Open(v.Program); err == nil {
		b.temp, err = os.Open(v.Temp)
	}
	return errors.Join(err, os.Chown(v.Program, b.id.UID, b.id.GID), os.Chown(v.Temp, b.id.UID, b.id.GID))
}

// Dirs are the program's two folders, open.
func (b *Box) Dirs() (program, temp *os.File) { return b.program, b.temp }

// Nested reports whether the process of Start is not the program itself, but the
// first one of its namespace.
func (b *Box) Nested() bool { return b.options.Spaces }

// Counts reports whether the CPU time of a ply is counted.
func (b *Box) Counts() bool { return b.options.Groups != nil || b.clock != nil }

// Identity is who the program runs as.
func (b *Box) Identity() Identity { return b.id }

// Paths are the folders as the program knows them.
func (b *Box) Paths() (program, temp string) {
	if b.options.Spaces {
		return ProgramDir, TempDir
	}
	return b.options.View.Program, b.options.View.Temp
}

// Ply is a command to run.
type Ply struct {
	Command string
	Env     []string
	Stderr  *os.File
}

// Start begins a ply and returns the process to wait for: it ends after the
// command, and with it, in namespaces, all that the command started.
func (b *Box) Start(p Ply) (pid int, err error) {
	b.write(&p)
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
		m.thread = threadTime()
		m.event, err = b.clock.read()
		return err
	})
	return m, err
}

// CPU is what the ply has used so far; false where only looks at its processes
// can tell.
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

// Own is the time of the first process, which is not the program's.
func (b *Box) Own() time.Duration { return time.Duration(b.plan.result.own.Nano()) }

// MemoryGone reports whether a process died for want of memory since it was
// last asked.
func (b *Box) MemoryGone() bool { return b.options.Groups.MemoryCounted() && b.options.Groups.died() }

// Status is how the command ended, given the state of the process of Start. nil:
// it did not come to its own end. The error is about the box: the command did
// not run.
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

// Failed is why the command could not be started, if that is known by now.
func (b *Box) Failed() error { return b.plan.failure() }

// Proc is the folder in which the processes of the ply are to be seen, and
// nothing else but the first one; "" if there is none.
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

// Ended closes what belongs to a ply.
func (b *Box) Ended() {
	if b.proc != nil {
		b.proc.Close()
		b.proc = nil
	}
}

// Close gives everything back. Nothing of the program runs any more.
func (b *Box) Close() {
	b.Ended()
	for _, f := range []*os.File{b.program, b.temp, b.rules, b.null} {
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
