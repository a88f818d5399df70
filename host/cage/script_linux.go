package cage

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// call is a system call that a process makes on its way to the program.
type call struct {
	what    string
	nr      uintptr
	args    [6]uintptr
	ignored syscall.Errno // the error that does not matter
}

// previous, as a first argument, stands for the file that was opened last.
const previous = ^uintptr(41)

// anyError is the ignored error of a call that may fail in any way.
const anyError = syscall.Errno(1 << 20)

// script is a list of calls. It is prepared before the fork: the forked child of a
// program with several threads can do nothing but system calls.
type script struct {
	calls []call
	kept  []any // what the arguments point to
}

func (s *script) add(what string, nr uintptr, args ...uintptr) *call {
	c := call{what: what, nr: nr}
	copy(c.args[:], args)
	s.calls = append(s.calls, c)
	return &s.calls[len(s.calls)-1]
}

// text returns the address of a text, for a call.
func (s *script) text(t string) uintptr {
	data := append([]byte(t), 0)
	s.kept = append(s.kept, data)
	return uintptr(unsafe.Pointer(unsafe.SliceData(data)))
}

// list returns the address of a list of texts, as execve takes it.
func (s *script) list(texts []string) uintptr {
	addresses := make([]uintptr, 0, len(texts)+1)
	for _, t := range texts {
		addresses = append(addresses, s.text(t))
	}
	addresses = append(addresses, 0)
	s.kept = append(s.kept, addresses)
	return uintptr(unsafe.Pointer(unsafe.SliceData(addresses)))
}

// currentFolder stands for the process's current folder, where a path begins.
func (s *script) currentFolder() uintptr {
	at := unix.AT_FDCWD
	return uintptr(at)
}

// open adds a call that opens a file, which is then the previous one.
func (s *script) open(what string, dir uintptr, path string, flags uintptr) {
	s.add(what, unix.SYS_OPENAT, dir, s.text(path), flags|unix.O_CLOEXEC)
}

// write adds calls that open a file and write a text to it.
func (s *script) write(dir uintptr, path, text string) {
	s.open(path, dir, path, unix.O_WRONLY)
	s.add(path, unix.SYS_WRITE, previous, s.text(text), uintptr(len(text)))
}

func (s *script) ignoreErrors(last int) {
	for i := range s.calls[len(s.calls)-last:] {
		s.calls[len(s.calls)-1-i].ignored = anyError
	}
}

// mountProc adds a call that mounts a /proc of the processes alone, without what it says
// about the machine, where the kernel can do that.
func (s *script) mountProc(flags uintptr) {
	proc, options := s.text("proc"), uintptr(0)
	if kernelIs(5, 8) {
		options = s.text("subset=pid")
	}
	s.add("/proc", unix.SYS_MOUNT, proc, s.text("/proc"), proc, flags|unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, options).ignored = anyError
}

func (s *script) limit(resource int, most uint64) {
	rl := &unix.Rlimit{Cur: most, Max: most}
	s.kept = append(s.kept, rl)
	s.add("resource limit", unix.SYS_PRLIMIT64, 0, uintptr(resource), uintptr(unsafe.Pointer(rl)), 0)
}

// dropCapabilityBounds adds calls that empty the bounding set and the ambient set of
// capabilities, so that no exec can ever give any.
func (s *script) dropCapabilityBounds() {
	for c := uintptr(0); c <= lastCapability(); c++ {
		s.add("capability bounds", unix.SYS_PRCTL, unix.PR_CAPBSET_DROP, c).ignored = anyError
	}
	s.add("ambient capabilities", unix.SYS_PRCTL, unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL).ignored = anyError
}

// lastCapability is the highest capability that this kernel knows.
var lastCapability = sync.OnceValue(func() uintptr {
	const most = 63
	data, err := os.ReadFile("/proc/sys/kernel/cap_last_cap")
	n, err2 := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil || err2 != nil || n < 0 || n > most {
		return most
	}
	return uintptr(n)
})

// dropCapabilities adds the calls that drop all capabilities; none can be gained
// afterwards.
func (s *script) dropCapabilities() {
	header := &unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	none := &[2]unix.CapUserData{}
	s.kept = append(s.kept, header, none)
	s.add("capabilities", unix.SYS_CAPSET, uintptr(unsafe.Pointer(header)), uintptr(unsafe.Pointer(none)))
	s.add("no_new_privs", unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1)
}

func (s *script) addFilter(filter []unix.SockFilter) {
	program := &unix.SockFprog{Len: uint16(len(filter)), Filter: unsafe.SliceData(filter)}
	s.kept = append(s.kept, filter, program)
	const modeFilter = 1
	s.add("seccomp filter", unix.SYS_SECCOMP, modeFilter, 0, uintptr(unsafe.Pointer(program)))
}

// shell is where every system has its shell.
const shell = "/bin/sh"

// lastFile is the highest number that close_range takes.
const lastFile = ^uintptr(0) >> 32

func (b *Box) writeScripts(p *Ply) {
	b.plan = plan{nested: b.options.Spaces, result: b.plan.result}
	if b.plan.nested {
		b.plan.flags = unix.CLONE_NEWPID
		b.writeFirst()
	}
	// The first process is suspended, and shares its memory with the program, until the
	// program is executed.
	flags := uintptr(unix.CLONE_VFORK | unix.CLONE_VM)
	if b.id.Inner {
		flags |= unix.CLONE_NEWUSER
	}
	b.plan.trap, b.plan.trapArgs = unix.SYS_CLONE, [2]uintptr{flags | uintptr(syscall.SIGCHLD), 0}
	if g := b.options.Groups; g != nil && b.plan.nested && g.dir != nil {
		into := &cloneArgs{flags: uint64(flags) | unix.CLONE_INTO_CGROUP, exitSignal: uint64(syscall.SIGCHLD), cgroup: uint64(g.dir.Fd())}
		b.plan.trap, b.plan.trapArgs = unix.SYS_CLONE3, [2]uintptr{uintptr(unsafe.Pointer(into)), unsafe.Sizeof(*into)}
		b.plan.into = into
	}
	b.writeProgram(p)
}

// writeFirst writes the scripts of the first process. It dies with the supervisor's
// thread, and mounts a read-only /proc of the new PID namespace. Once it has forked the
// program, it gives up all files and privileges.
func (b *Box) writeFirst() {
	s := &b.plan.first
	s.add("end with the supervisor", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL))
	s.add("old /proc", unix.SYS_UMOUNT2, s.text("/proc"), unix.MNT_DETACH).ignored = anyError
	s.mountProc(0)
	s.open("/proc", s.currentFolder(), "/proc", unix.O_PATH|unix.O_DIRECTORY)
	s.add("/proc", unix.SYS_DUP3, previous, b.procMount.Fd(), unix.O_CLOEXEC)
	s.add("/proc", unix.SYS_UMOUNT2, s.text("/proc"), unix.MNT_DETACH).ignored = anyError
	s.mountProc(unix.MS_RDONLY)
	s.dropCapabilityBounds() // it keeps its current capabilities until afterFork; the program inherits the empty sets
	s = &b.plan.afterFork
	s.add("files", unix.SYS_CLOSE_RANGE, 0, lastFile, 0).ignored = anyError
	s.dropCapabilities()
}

// writeProgram writes the script of the process that becomes the program.
func (b *Box) writeProgram(p *Ply) {
	s := &b.plan.program
	b.enterGroups(s)
	b.writeProcFiles(s)
	s.ignoreErrors(2)
	s.add("session", unix.SYS_SETSID)
	for to, from := range []*os.File{cmp.Or(p.Stdin, b.null), cmp.Or(p.Stdout, b.null), p.Stderr} {
		s.add("standard files", unix.SYS_DUP3, from.Fd(), uintptr(to), 0)
	}
	b.limits(s)
	s.add("umask", unix.SYS_UMASK, 0o022)
	b.dropPrivileges(s)
	program, _ := b.Paths()
	s.add("the program's folder", unix.SYS_CHDIR, s.text(program))
	if b.rules != nil {
		s.add("landlock", unix.SYS_LANDLOCK_RESTRICT_SELF, b.rules.Fd(), 0)
	}
	const firstOther = 3                                                                // after the standard files
	s.add("files", unix.SYS_CLOSE_RANGE, firstOther, lastFile, 0).ignored = unix.ENOSYS // all are closed by execve
	s.addFilter(b.filter)
	s.add(shell, unix.SYS_EXECVE, s.text(shell), s.list([]string{"sh", "-c", p.Command}), s.list(p.Env))
}

// writeProcFiles adds writes to the process's folder in /proc: its user mapping and its
// OOM score.
func (b *Box) writeProcFiles(s *script) {
	self := func(name, text string) { s.write(s.currentFolder(), "/proc/self/"+name, text) }
	if b.plan.nested {
		self = func(name, text string) { s.write(b.procMount.Fd(), "self/"+name, text) }
	}
	if b.id.Inner {
		self("setgroups", "deny")
		self("uid_map", fmt.Sprintf("%d %d 1", innerUser, b.id.UID))
		self("gid_map", fmt.Sprintf("%d %d 1", innerUser, b.id.GID))
	}
	// If the machine runs out of memory, the program is killed before all others.
	self("oom_score_adj", "1000")
}

// dropPrivileges gives up privileges, and switches to another user if there is one.
func (b *Box) dropPrivileges(s *script) {
	if !b.plan.nested || b.id.Inner {
		s.dropCapabilityBounds()
	}
	if b.id.Other {
		s.add("groups of users", unix.SYS_SETGROUPS, 0, 0)
		s.add("group", unix.SYS_SETRESGID, uintptr(b.id.GID), uintptr(b.id.GID), uintptr(b.id.GID))
		s.add("user", unix.SYS_SETRESUID, uintptr(b.id.UID), uintptr(b.id.UID), uintptr(b.id.UID))
	}
	s.dropCapabilities()
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
	if !b.plan.nested && g.unified != "" {
		s.write(s.currentFolder(), g.unified+"/cgroup.procs", strconv.Itoa(0))
	}
}

func (b *Box) limits(s *script) {
	bounds := &b.options.Bounds
	const (
		maxOpenFiles = 256  // of each process
		maxSignals   = 1024 // pending, of all processes of the user
		room         = 2    // the host, which counts processes, must notice first
	)
	list := []struct {
		resource int
		most     uint64
	}{
		{unix.RLIMIT_FSIZE, uint64(bounds.FileSize)}, {unix.RLIMIT_MSGQUEUE, 0}, {unix.RLIMIT_NOFILE, maxOpenFiles},
		{unix.RLIMIT_SIGPENDING, maxSignals}, {unix.RLIMIT_RTPRIO, 0}, {unix.RLIMIT_NICE, 0},
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
// separately.
func countsInner() bool { return kernelIs(5, 14) }

// kernelIs reports whether this is a version of Linux, or a later one.
func kernelIs(major, minor int) bool {
	var name unix.Utsname
	if unix.Uname(&name) != nil {
		return false
	}
	var has [2]int
	if n, _ := fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &has[0], &has[1]); n < len(has) {
		return false
	}
	return has[0] > major || has[0] == major && has[1] >= minor
}
