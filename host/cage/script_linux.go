package cage

import (
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
	what string
	nr   uintptr
	args [6]uintptr
	pass syscall.Errno // an error to ignore
}

// previous, as a first argument, stands for the file that was opened last.
const previous = ^uintptr(41)

// anyError is the pass of a call that may fail in any way.
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

// here stands for the process's current folder, where a path begins.
func (s *script) here() uintptr {
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

// pass lets the last few calls fail.
func (s *script) pass(last int) {
	for i := range s.calls[len(s.calls)-last:] {
		s.calls[len(s.calls)-1-i].pass = anyError
	}
}

// processes adds a call that mounts a /proc.
func (s *script) processes(flags uintptr) {
	proc := s.text("proc")
	s.add("/proc", unix.SYS_MOUNT, proc, s.text("/proc"), proc, flags|unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, 0).pass = anyError
}

// limit adds a resource limit.
func (s *script) limit(resource int, most uint64) {
	rl := &unix.Rlimit{Cur: most, Max: most}
	s.kept = append(s.kept, rl)
	s.add("resource limit", unix.SYS_PRLIMIT64, 0, uintptr(resource), uintptr(unsafe.Pointer(rl)), 0)
}

// powerless adds calls that empty the bounding set and the ambient set of
// capabilities, so that no exec can ever give any.
func (s *script) powerless() {
	for c := uintptr(0); c <= lastCapability(); c++ {
		s.add("capability bounds", unix.SYS_PRCTL, unix.PR_CAPBSET_DROP, c).pass = anyError
	}
	s.add("ambient capabilities", unix.SYS_PRCTL, unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL).pass = anyError
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

// noPrivileges adds the calls that drop all capabilities; none can be gained
// afterwards.
func (s *script) noPrivileges() {
	header := &unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	none := &[2]unix.CapUserData{}
	s.kept = append(s.kept, header, none)
	s.add("capabilities", unix.SYS_CAPSET, uintptr(unsafe.Pointer(header)), uintptr(unsafe.Pointer(none)))
	s.add("no_new_privs", unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1)
}

// filtered adds a seccomp filter.
func (s *script) filtered(filter []unix.SockFilter) {
	program := &unix.SockFprog{Len: uint16(len(filter)), Filter: unsafe.SliceData(filter)}
	s.kept = append(s.kept, filter, program)
	const modeFilter = 1
	s.add("seccomp filter", unix.SYS_SECCOMP, modeFilter, 0, uintptr(unsafe.Pointer(program)))
}
