package cage

import (
	"errors"
	"fmt"
	"os"
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
	place         *os.File // stands for the /proc in which a ply is prepared
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

// furnish gives the box's thread its namespaces and its clock, and opens what
// the program gets as standard input and output there: nothing of the machine's.
func (b *Box) furnish() error {
	if b.options.Groups == nil {
		b.clock, _ = newClock() // without it, looks have to do
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

// Dirs are the program's two folders, open.
func (b *Box) Dirs() (program, temp *os.File) { return b.program, b.temp }

// Nested reports whether the process of Start is not the program itself, but the
// first one of its namespace.
func (b *Box) Nested() bool { return b.options.Spaces }

// Counts reports whether the CPU time of a ply is counted.
func (b *Box) Counts() bool { return b.Exact() || b.clock != nil }

// Exact reports whether nothing escapes that count. An event does not follow
// into a program that cannot be read; its own files are readable, but perhaps
// not all that it is shown.
func (b *Box) Exact() bool { return b.options.Groups != nil }

// Identity is who the program runs as.
func (b *Box) Identity() Identity { return b.id }

// Paths are the folders as the program knows them.
func (b *Box) Paths() (program, temp string) {
	if b.options.Spaces {
		return ProgramDir, TempDir
	}
	return b.options.View.Program, b.options.View.Temp
}

// Close gives everything back. Nothing of the program runs any more.
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
