package cage

import (
	"errors"
	"fmt"
	"os"
	"time"

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
	place         *os.File // a ply's first process puts its /proc in place of this file
	plan          plan
	at            mark
	proc          *os.File // of the ply, opened by Proc
}

// mark is what the clocks showed when a ply began.
type mark struct {
	groups, event, thread time.Duration
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
	if other, ok := OtherUser(); b.options.Other && ok {
		b.id = other
	} else if b.options.Other {
		return errors.New("cage: there is no other user to run as")
	} else {
		b.id.Inner = b.options.Spaces
	}
	var err error
	counted := b.options.Groups.MemoryCounted()
	needs := Needs{MemoryCounted: counted, Spaces: b.options.Spaces, Sockets: b.options.Spaces || b.options.View.Net}
	if b.filter, err = needs.Filter(); err != nil {
		return err
	}
	b.options.Rules.Zero = counted
	if b.place, err = os.Open(os.DevNull); err != nil {
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

// furnish gives the box's thread its namespaces and its clock. It also opens the
// /dev/null there that the program gets as standard input and output.
func (b *Box) furnish() error {
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

// Counts reports whether the CPU time of a ply is counted, not just sampled.
func (b *Box) Counts() bool { return b.Exact() || b.clock != nil }

// Exact reports whether that count is complete. A perf event ends at the exec of a
// file that the program cannot read. The program cannot make such files, but may be
// shown some.
func (b *Box) Exact() bool { return b.options.Groups != nil }

// Identity returns who the program runs as.
func (b *Box) Identity() Identity { return b.id }

// Paths returns the paths of the two folders as the program knows them.
func (b *Box) Paths() (program, temp string) {
	if b.options.Spaces {
		return ProgramDir, TempDir
	}
	return b.options.View.Program, b.options.View.Temp
}

// Close releases everything. The program must have ended.
func (b *Box) Close() {
	b.Ended()
	for _, f := range []*os.File{b.program, b.temp, b.rules, b.null, b.place} {
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
