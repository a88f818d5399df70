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

	"golang.org/x/sys/unix"

	"evolab/host/cage"
)

// method is a way to confine programs that this system may allow.
type method struct {
	kind          cage.Kind
	userNamespace bool // the supervisor is in a user namespace, where it may make the others
	subordinate   bool // with a range of subordinate users
}

// methods lists the methods to try, the strongest first.
func methods() []*method {
	inner := []*method{
		{cage.Kind{Spaces: true, Other: true}, true, true},
		{cage.Kind{Spaces: true}, true, false},
	}
	if os.Geteuid() != 0 {
		return append(inner, &method{})
	}
	list := append([]*method{{cage.Kind{Spaces: true, Other: true}, false, false}}, inner[1:]...)
	return append(list, &method{kind: cage.Kind{Other: true}}, &method{})
}

// chosenMethod is the strongest method that this system allows.
type chosenMethod struct {
	method   *method
	enforced *enforcement
	failures []error // why the stronger ones do not work
}

// strongestMethod returns the strongest method that works. It searches once, and again
// only if it found none: a lack of files must not lead to a weaker method.
func strongestMethod() *chosenMethod {
	trials.Lock()
	defer trials.Unlock()
	if trials.found == nil || trials.found.method == nil {
		trials.found = tryMethods()
	}
	return trials.found
}

var trials struct {
	sync.Mutex
	found *chosenMethod
}

func tryMethods() *chosenMethod {
	chosen := &chosenMethod{}
	for _, m := range methods() {
		b, err := m.open(Program{}, defaultResources())
		if err == nil {
			err = errors.Join(b.tryOut(), b.close())
		}
		if err == nil {
			chosen.method, chosen.enforced = m, b.enforced
			return chosen
		}
		chosen.failures = append(chosen.failures, err)
		if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
			return chosen
		}
	}
	return chosen
}

func (b *boxRunner) tryOut() error {
	end, err := b.play(context.Background(), ply{Command: "echo works >output.txt", Limits: LimitCPU(time.Minute)})
	if err == nil && string(end.output) != "works\n" {
		err = fmt.Errorf("a trial ended with %s: %s%s", end.how, end.missing, end.stderr)
	}
	return err
}

func newRunner(p Program, r Resources) (runner, error) {
	chosen := strongestMethod()
	if chosen.method == nil {
		return nil, fmt.Errorf("no program can be run: %w", errors.Join(chosen.failures...))
	}
	return chosen.method.open(p, r)
}

func (m *method) open(p Program, r Resources) (*boxRunner, error) {
	o := &opening{Dir: p.Dir, Kind: m.kind, Keep: p.Keep, Resources: r, Grants: p.Grants.resolve(), Extra: p.Extra, Port: p.Port}
	var err error
	if o.ReadOnly, o.Path, err = visiblePaths(&p); err != nil {
		return nil, err
	}
	var disk *scratch
	if !m.kind.Spaces || p.Keep {
		if disk, err = newScratch(p.Dir, p.Extra); err != nil {
			return nil, err
		}
		o.Top, o.Program, o.Temp = disk.top, disk.program, disk.temp
		if !m.kind.Spaces {
			protectLab()
		}
	}
	c, err := idleSupervisors.take(m)
	var b *boxRunner
	if err == nil {
		if b, err = c.open(o); err != nil {
			c.stop()
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

// subordinateRange returns the range of users that a file such as /etc/subuid gives
// this user.
func subordinateRange(file string) (start, count string, ok bool) {
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
	chosen := strongestMethod()
	if chosen.method == nil {
		return Confinement{None, "no program can be run: " + errors.Join(chosen.failures...).Error(), nil}
	}
	c := Confinement{Isolated, chosen.method.describe() + "; CPU time " + chosen.cpuCounting(), chosen.guarantees()}
	switch {
	case !chosen.method.kind.Spaces:
		c.Level = Limited
	case chosen.method.kind.Other && chosen.enforced.Groups != "":
		c.Level = Full
	}
	return c
}

func (m *method) describe() string {
	who := "the lab's user"
	if m.kind.Other {
		who = "a user of its own"
	}
	if m.kind.Spaces {
		return "namespaces, " + who
	}
	text := "no namespaces, " + who
	if cage.Landlock() > 0 {
		return text + ", landlock"
	}
	return text + ": a program can write what the user can"
}

func (c *chosenMethod) cpuCounting() string {
	switch {
	case c.enforced.Groups != "":
		return "by " + c.enforced.Groups
	case c.enforced.Clock:
		return "by a perf event"
	}
	return "by sampling /proc, which misses short processes"
}

const (
	namespaceHint = "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0, user.max_user_namespaces above 0), or run as root outside of a container, or in one with --privileged"
	cgroupHint    = "systemd-run --user --scope -p Delegate=yes evolve ..., or run as root"
)

func (c *chosenMethod) guarantees() []Guarantee {
	m, e := c.method, c.enforced
	const withSignals = 6 // the first version of landlock that keeps signals inside
	because := "not allowed here"
	if len(c.failures) > 0 {
		because = lastLine(c.failures[0].Error())
	}
	files, network, signals, who := "landlock", "seccomp", "landlock", fmt.Sprintf("the lab's user, %d", os.Geteuid())
	if m.kind.Spaces {
		files, network, signals, who = "mounts", "an empty network namespace", "namespaces", "the lab's user, in a user namespace of its own"
	} else if m.kind.Other {
		signals = "another user"
	}
	return []Guarantee{
		guarantee("namespaces of its own (processes, files, network, IPC, names, groups)", m.kind.Spaces, "the kernel", because, namespaceHint),
		guarantee("files: its own folder, interpreters and libraries, nothing else", m.kind.Spaces || e.Landlock > 0, files, "neither namespaces nor landlock", namespaceHint),
		guarantee("another user than the lab's", m.kind.Other, fmt.Sprintf("user %d", e.UID), who, "a range in /etc/subuid and /etc/subgid with newuidmap (package uidmap), or run as root"),
		guarantee("no network, no sockets of others", true, network, "", ""),
		guarantee("system calls filtered, no new privileges", true, "seccomp", "", ""),
		guarantee("signals stay inside", m.kind.Spaces || m.kind.Other || e.Landlock >= withSignals, signals, "neither namespaces nor landlock 6", "Linux 6.12 with landlock, or "+namespaceHint),
		guarantee("CPU time of all processes counted", e.Groups != "" || e.Clock, strings.TrimPrefix(c.cpuCounting(), "by "), "sampling /proc, which misses short processes", "sysctl kernel.perf_event_paranoid=2, or "+cgroupHint),
		guarantee("control groups", e.Groups != "", e.Groups, "none can be made below this process's own", cgroupHint),
		guarantee("memory bounded by the kernel", e.Memory, e.Groups, "sampling /proc; memory that this misses is forbidden", cgroupHint),
		guarantee("disk bounded by the kernel", m.kind.Spaces, "tmpfs", "checks of the scratch folder", namespaceHint),
		guarantee("waits for a core do not count as the program's time", delaysKnown(), "schedstat", "this kernel does not report them: a program that exceeds its wall time has a void game", ""),
	}
}

func guarantee(what string, holds bool, by, instead, how string) Guarantee {
	if holds {
		return Guarantee{What: what, Holds: true, By: by}
	}
	return Guarantee{What: what, By: instead, How: how}
}
