package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"evolab/host/cage"
	"golang.org/x/sys/unix"
)

// way is a way to confine programs that this system may allow.
type way struct {
	kind cage.Kind
	user bool // the supervisor is in a user namespace, where it may make the others
	sub  bool // with a range of subordinate users
}

// ways lists the ways to try, the strongest first.
func ways() []*way {
	inner := []*way{
		{cage.Kind{Spaces: true, Other: true}, true, true},
		{cage.Kind{Spaces: true}, true, false},
	}
	if os.Geteuid() != 0 {
		return append(inner, &way{})
	}
	list := append([]*way{{cage.Kind{Spaces: true, Other: true}, false, false}}, inner[1:]...)
	return append(list, &way{kind: cage.Kind{Other: true}}, &way{})
}

// found is the way that this system allows.
type found struct {
	way  *way
	held *held
	why  []error // why the stronger ones do not work
}

// strongest returns the strongest way that works. It searches once, and again only if
// it found none: a lack of files must not lead to a weaker way.
func strongest() *found {
	tried.Lock()
	defer tried.Unlock()
	if tried.found == nil || tried.found.way == nil {
		tried.found = find()
	}
	return tried.found
}

var tried struct {
	sync.Mutex
	found *found
}

func find() *found {
	f := &found{}
	for _, w := range ways() {
		b, err := w.open(Program{}, DefaultResources())
		if err == nil {
			err = errors.Join(b.try(), b.close())
		}
		if err == nil {
			f.way, f.held = w, b.held
			return f
		}
		f.why = append(f.why, err)
		if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
			return f
		}
	}
	return f
}

// try runs a trivial command.
func (b *boxed) try() error {
	end, err := b.ask(context.Background(), ply{Command: "echo works >output.txt", Limits: LimitCPU(time.Minute)})
	if err == nil && string(end.output) != "works\n" {
		err = fmt.Errorf("host: a trial ended with %s: %s%s", end.how, end.missing, end.stderr)
	}
	return err
}

func newRunner(p Program, r Resources) (runner, error) {
	f := strongest()
	if f.way == nil {
		return nil, fmt.Errorf("host: no program can be run: %w", errors.Join(f.why...))
	}
	return f.way.open(p, r)
}

// open puts a program into a box.
func (w *way) open(p Program, r Resources) (*boxed, error) {
	o := &opening{Dir: p.Dir, Kind: w.kind, Keep: p.Keep, Resources: r, Grants: p.Grants.resolved(), Extra: p.Extra, Port: p.Port}
	var err error
	if o.ReadOnly, o.Path, err = visible(&p); err != nil {
		return nil, err
	}
	var disk *scratch
	if !w.kind.Spaces || p.Keep {
		if disk, err = newScratch(p.Dir, p.Extra); err != nil {
			return nil, err
		}
		o.Top, o.Program, o.Temp = disk.top, disk.program, disk.temp
		if !w.kind.Spaces {
			protectLab()
		}
	}
	c, err := idle.take(w)
	var b *boxed
	if err == nil {
		if b, err = c.open(o); err != nil {
			c.end()
		}
	}
	if err != nil && disk != nil {
		err = errors.Join(err, disk.remove())
	}
	if err != nil {
		return nil, err
	}
	b.scratch, b.keep = disk, p.Keep
	return b, nil
}

// protectLab keeps programs of the same user out of this process's memory, where
// no namespace does.
var protectLab = sync.OnceFunc(func() { _ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) })

// subordinate returns the range of users that a file such as /etc/subuid gives this
// user.
func subordinate(file string) (start, count string, ok bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", "", false
	}
	id, name := strconv.Itoa(os.Geteuid()), ""
	if me, err := user.LookupId(id); err == nil {
		name = me.Username
	}
	for line := range strings.Lines(string(data)) {
		words := strings.Split(strings.TrimSpace(line), ":")
		if len(words) == 3 && words[0] != "" && (words[0] == name || words[0] == id) {
			return words[1], words[2], true
		}
	}
	return "", "", false
}

// Confined returns how programs are confined on this machine; it runs one to find
// out.
func Confined() Confinement {
	f := strongest()
	if f.way == nil {
		return Confinement{None, "no program can be run: " + errors.Join(f.why...).Error(), nil}
	}
	c := Confinement{Isolated, f.way.words() + "; CPU time " + f.counting(), f.rows()}
	switch {
	case !f.way.kind.Spaces:
		c.Level = Limited
	case f.way.kind.Other && f.held.Groups != "":
		c.Level = Full
	}
	return c
}

// words says what confines a program.
func (w *way) words() string {
	who := "the lab's user"
	if w.kind.Other {
		who = "a user of its own"
	}
	if w.kind.Spaces {
		return "namespaces, " + who
	}
	text := "no namespaces, " + who
	if cage.Landlock() > 0 {
		return text + ", landlock"
	}
	return text + ": a program can write what the user can"
}

func (f *found) counting() string {
	switch {
	case f.held.Groups != "":
		return "by " + f.held.Groups
	case f.held.Clock:
		return "by a perf event"
	}
	return "by sampling /proc, which misses short processes"
}

const (
	askForSpaces = "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0, user.max_user_namespaces above 0), or run as root outside of a container, or in one with --privileged"
	askForGroups = "systemd-run --user --scope -p Delegate=yes evolve ..., or run as root"
)

func (f *found) rows() []Guarantee {
	w, h := f.way, f.held
	const withSignals = 6 // the first version of landlock that keeps signals inside
	because := "not allowed here"
	if len(f.why) > 0 {
		because = lastLine(f.why[0].Error())
	}
	files, network, signals, who := "landlock", "seccomp", "landlock", fmt.Sprintf("the lab's user, %d", os.Geteuid())
	if w.kind.Spaces {
		files, network, signals, who = "mounts", "an empty network namespace", "namespaces", "the lab's user, in a user namespace of its own"
	} else if w.kind.Other {
		signals = "another user"
	}
	return []Guarantee{
		row("namespaces of its own (processes, files, network, IPC, names, groups)", w.kind.Spaces, "the kernel", because, askForSpaces),
		row("files: its own folder, interpreters and libraries, nothing else", w.kind.Spaces || h.Landlock > 0, files, "neither namespaces nor landlock", askForSpaces),
		row("another user than the lab's", w.kind.Other, fmt.Sprintf("user %d", h.UID), who, "a range in /etc/subuid and /etc/subgid with newuidmap (package uidmap), or run as root"),
		row("no network, no sockets of others", true, network, "", ""),
		row("system calls filtered, no new privileges", true, "seccomp", "", ""),
		row("signals stay inside", w.kind.Spaces || w.kind.Other || h.Landlock >= withSignals, signals, "neither namespaces nor landlock 6", "Linux 6.12 with landlock, or "+askForSpaces),
		row("CPU time of all processes counted", h.Groups != "" || h.Clock, strings.TrimPrefix(f.counting(), "by "), "sampling /proc, which misses short processes", "sysctl kernel.perf_event_paranoid=2, or "+askForGroups),
		row("control groups", h.Groups != "", h.Groups, "none can be made below this process's own", askForGroups),
		row("memory bounded by the kernel", h.Memory, h.Groups, "sampling /proc; memory that this misses is forbidden", askForGroups),
		row("disk bounded by the kernel", w.kind.Spaces, "tmpfs", "checks of the scratch folder", askForSpaces),
		row("waits for a core do not count as the program's time", delaysKnown(), "schedstat", "this kernel does not report them: a program that exceeds its wall time has a void game", ""),
	}
}

func row(what string, holds bool, by, instead, how string) Guarantee {
	if holds {
		return Guarantee{What: what, Holds: true, By: by}
	}
	return Guarantee{What: what, By: instead, How: how}
}
