package cage

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// shell is where every system has its shell.
const shell = "/bin/sh"

// write prepares the scripts of a ply.
func (b *Box) write(p *Ply) {
	b.plan = plan{nested: b.options.Spaces, result: b.plan.result}
	if b.plan.nested {
		b.plan.flags = unix.CLONE_NEWPID
		b.lead()
	}
	// The first process is suspended, and shares its memory with the program, until the
	// program is executed.
	flags := uintptr(unix.CLONE_VFORK | unix.CLONE_VM)
	if b.id.Inner {
		flags |= unix.CLONE_NEWUSER
	}
	b.plan.trap, b.plan.trapArgs = unix.SYS_CLONE, [2]uintptr{flags | uintptr(syscall.SIGCHLD), 0}
	if g := b.options.Groups; g != nil && b.plan.nested && g.groups.dir != nil {
		into := &cloneArgs{flags: uint64(flags) | unix.CLONE_INTO_CGROUP, exitSignal: uint64(syscall.SIGCHLD), cgroup: uint64(g.groups.dir.Fd())}
		b.plan.trap, b.plan.trapArgs = unix.SYS_CLONE3, [2]uintptr{uintptr(unsafe.Pointer(into)), unsafe.Sizeof(*into)}
		b.plan.into = into
	}
	b.follow(p)
}

// lead writes the scripts of the first process. It dies with the supervisor's thread,
// and mounts a read-only /proc of the new PID namespace. Once it has forked the
// program, it gives up all files and privileges.
func (b *Box) lead() {
	s := &b.plan.first
	s.add("end with the supervisor", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL))
	s.add("old /proc", unix.SYS_UMOUNT2, s.text("/proc"), unix.MNT_DETACH).pass = anyError
	s.processes(0)
	s.open("/proc", s.here(), "/proc", unix.O_PATH|unix.O_DIRECTORY)
	s.add("/proc", unix.SYS_DUP3, previous, b.place.Fd(), unix.O_CLOEXEC)
	s.add("/proc", unix.SYS_UMOUNT2, s.text("/proc"), unix.MNT_DETACH).pass = anyError
	s.processes(unix.MS_RDONLY)
	s.powerless() // it keeps its current capabilities until rest; the program inherits the empty sets
	s = &b.plan.rest
	s.add("files", unix.SYS_CLOSE_RANGE, 0, ^uintptr(0)>>32, 0).pass = anyError
	s.noPrivileges()
}

// follow writes the script of the process that becomes the program.
func (b *Box) follow(p *Ply) {
	s := &b.plan.program
	b.enterGroups(s)
	b.describe(s)
	s.pass(2)
	s.add("session", unix.SYS_SETSID)
	for to, from := range []*os.File{cmp.Or(p.Stdin, b.null), cmp.Or(p.Stdout, b.null), p.Stderr} {
		s.add("standard files", unix.SYS_DUP3, from.Fd(), uintptr(to), 0)
	}
	b.limits(s)
	s.add("umask", unix.SYS_UMASK, 0o022)
	b.renounce(s)
	program, _ := b.Paths()
	s.add("the program's folder", unix.SYS_CHDIR, s.text(program))
	if b.rules != nil {
		s.add("landlock", unix.SYS_LANDLOCK_RESTRICT_SELF, b.rules.Fd(), 0)
	}
	const own = 3
	s.add("files", unix.SYS_CLOSE_RANGE, own, ^uintptr(0)>>32, 0).pass = unix.ENOSYS // all are closed by execve
	s.filtered(b.filter)
	s.add(shell, unix.SYS_EXECVE, s.text(shell), s.list([]string{"sh", "-c", p.Command}), s.list(p.Env))
}

// describe adds writes to the process's folder in /proc: its user mapping and its OOM
// score.
func (b *Box) describe(s *script) {
	self := func(name, text string) { s.write(s.here(), "/proc/self/"+name, text) }
	if b.plan.nested {
		self = func(name, text string) { s.write(b.place.Fd(), "self/"+name, text) }
	}
	if b.id.Inner {
		self("setgroups", "deny")
		self("uid_map", fmt.Sprintf("%d %d 1", innerUser, b.id.UID))
		self("gid_map", fmt.Sprintf("%d %d 1", innerUser, b.id.GID))
	}
	// If the machine runs out of memory, the program is killed before all others.
	self("oom_score_adj", "1000")
}

// renounce gives up privileges, and switches to another user if there is one.
func (b *Box) renounce(s *script) {
	if !b.plan.nested || b.id.Inner {
		s.powerless()
	}
	if b.id.Other {
		s.add("groups of users", unix.SYS_SETGROUPS, 0, 0)
		s.add("group", unix.SYS_SETRESGID, uintptr(b.id.GID), uintptr(b.id.GID), uintptr(b.id.GID))
		s.add("user", unix.SYS_SETRESUID, uintptr(b.id.UID), uintptr(b.id.UID), uintptr(b.id.UID))
	}
	s.noPrivileges()
	if !b.plan.nested {
		s.add("end with the supervisor", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL))
	}
}

// enterGroups puts the process into the control groups that it was not forked
// into.
func (b *Box) enterGroups(s *script) {
	g := b.options.Groups
	if g == nil {
		return
	}
	for _, f := range g.entries {
		s.add("control group", unix.SYS_WRITE, f.Fd(), s.text("0"), 1)
	}
	if !b.plan.nested && g.groups.unified != "" {
		s.write(s.here(), g.groups.unified+"/cgroup.procs", strconv.Itoa(0))
	}
}

func (b *Box) limits(s *script) {
	bounds := &b.options.Bounds
	const (
		mostFiles   = 256  // open files of each process
		mostSignals = 1024 // pending, of all processes of the user
		room        = 2    // the host, which counts processes, must notice first
	)
	list := []struct {
		resource int
		most     uint64
	}{
		{unix.RLIMIT_FSIZE, uint64(bounds.FileSize)}, {unix.RLIMIT_MSGQUEUE, 0}, {unix.RLIMIT_NOFILE, mostFiles},
		{unix.RLIMIT_SIGPENDING, mostSignals}, {unix.RLIMIT_RTPRIO, 0}, {unix.RLIMIT_NICE, 0},
		{unix.RLIMIT_CORE, 1}, // at 0, the kernel would still call a crash handler
	}
	// Unless the program has its own user, the limit would count all of the user's processes.
	if b.id.Other || b.id.Inner && countsInner() {
		list = append(list, struct {
			resource int
			most     uint64
		}{unix.RLIMIT_NPROC, uint64(room * bounds.Processes)})
	}
	for _, l := range list {
		var now unix.Rlimit
		if unix.Getrlimit(l.resource, &now) == nil {
			l.most = min(l.most, now.Max)
		}
		s.limit(l.resource, l.most)
	}
}

// countsInner reports whether the kernel counts the processes of a user namespace
// separately, as it does since 5.14.
func countsInner() bool {
	var name unix.Utsname
	if unix.Uname(&name) != nil {
		return false
	}
	var major, minor int
	if n, _ := fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor); n < 2 {
		return false
	}
	return major > 5 || major == 5 && minor >= 14
}
