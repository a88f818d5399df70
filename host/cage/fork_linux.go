package cage

import (
	"fmt"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// beforeFork and the next two do what package syscall does around a fork.
//
//go:linkname beforeFork syscall.runtime_BeforeFork
func beforeFork()

//go:linkname afterFork syscall.runtime_AfterFork
func afterFork()

//go:linkname afterForkInChild syscall.runtime_AfterForkInChild
func afterForkInChild()

// plan is what the processes of a ply do until the program runs. If nested, the first
// process of a PID namespace forks the program, then waits for all that it starts;
// otherwise the supervisor forks the program.
type plan struct {
	nested    bool
	flags     uintptr // of the fork of the first process
	first     script  // before it forks the program
	program   script  // ends in execve
	afterFork script  // of the first process, once it has forked the program
	result    *result

	// How the first process forks the program: the call, and its arguments.
	trap     uintptr
	trapArgs [2]uintptr
	into     *cloneArgs
}

// vfork is a system call that forks a process which shares this one's memory.
//
//go:noescape
func vfork(trap, a1, a2 uintptr) (pid, errno uintptr)

// cloneArgs are the arguments of clone3, up to the cgroup.
type cloneArgs struct {
	flags, pidfd, childTID, parentTID, exitSignal, stack, stackSize, tls, setTID, setTIDSize, cgroup uint64
}

func (p *plan) start() (int, error) {
	*p.result = result{}
	syscall.ForkLock.Lock()
	pid, errno := p.fork()
	syscall.ForkLock.Unlock()
	runtime.KeepAlive(p)
	if errno != 0 {
		return 0, fmt.Errorf("fork: %w", errno)
	}
	return int(pid), nil
}

// fork returns only in the supervisor. The child has no Go runtime: it must not
// allocate memory or grow its stack.
//
//go:noinline
//go:norace
//go:nocheckptr
func (p *plan) fork() (uintptr, syscall.Errno) {
	beforeFork()
	pid, _, errno := syscall.RawSyscall6(unix.SYS_CLONE, p.flags|uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
	if errno != 0 || pid != 0 {
		afterFork()
		return pid, errno
	}
	afterForkInChild()
	if p.nested {
		p.runFirst()
	}
	p.run(&p.program, len(p.first.calls))
	leave(1)
	return 0, 0
}

// runFirst is what the first process of a PID namespace does. It never returns.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (p *plan) runFirst() {
	p.run(&p.first, 0)
	pid, errno := vfork(p.trap, p.trapArgs[0], p.trapArgs[1])
	if errno != 0 {
		p.result.errno = errno
		p.result.failed = ^uintptr(0) >> 1
		leave(1)
	}
	if pid == 0 {
		p.run(&p.program, len(p.first.calls))
		leave(1)
	}
	p.run(&p.afterFork, len(p.first.calls)+len(p.program.calls))
	p.recordCPU()
	for {
		var status uint32
		got, _, errno := syscall.RawSyscall6(unix.SYS_WAIT4, ^uintptr(0), uintptr(unsafe.Pointer(&status)), 0, 0, 0, 0)
		if got == pid && errno == 0 {
			p.result.status, p.result.ended = status, 1
			p.recordCPU()
			leave(0) // the kernel kills all that is left
		}
		if errno != 0 && errno != syscall.EINTR {
			leave(1)
		}
	}
}

// recordCPU records the CPU time of this process itself.
//
//go:nosplit
//go:norace
func (p *plan) recordCPU() {
	syscall.RawSyscall(unix.SYS_CLOCK_GETTIME, unix.CLOCK_PROCESS_CPUTIME_ID, uintptr(unsafe.Pointer(&p.result.firstCPU)), 0)
}

// run makes the calls of a script; the first one that fails ends the process.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (p *plan) run(s *script, before int) {
	var last uintptr
	for i := range s.calls {
		c := &s.calls[i]
		first := c.args[0]
		if first == previous {
			first = last
		}
		got, _, errno := syscall.RawSyscall6(c.nr, first, c.args[1], c.args[2], c.args[3], c.args[4], c.args[5])
		if errno != 0 && errno != c.ignored && c.ignored != anyError {
			p.result.errno = uintptr(errno)
			p.result.failed = uintptr(before + i + 1)
			leave(1)
		}
		if c.nr == unix.SYS_OPENAT {
			last = got
		}
	}
}

//go:nosplit
//go:norace
func leave(code uintptr) {
	for {
		syscall.RawSyscall(unix.SYS_EXIT_GROUP, code, 0, 0)
	}
}

// result is on a page that the processes share with the supervisor. The program has
// no access to it: an exec unmaps it.
type result struct {
	failed   uintptr // 1 + the number of the call, over all scripts
	errno    uintptr
	ended    uintptr // 1: the status is the program's
	status   uint32
	firstCPU unix.Timespec // CPU time of the first process
}

func newResult() (*result, error) {
	page, err := unix.MmapPtr(-1, 0, nil, unsafe.Sizeof(result{}), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANONYMOUS)
	if err != nil {
		return nil, fmt.Errorf("shared page: %w", err)
	}
	return (*result)(page), nil
}

// failure returns why a process could not be set up, or nil.
func (p *plan) failure() error {
	n := int(p.result.failed) - 1
	if n < 0 {
		return nil
	}
	for _, s := range []*script{&p.first, &p.program, &p.afterFork} {
		if n < len(s.calls) {
			return fmt.Errorf("%s: %w", s.calls[n].what, syscall.Errno(p.result.errno))
		}
		n -= len(s.calls)
	}
	return fmt.Errorf("fork of the program: %w", syscall.Errno(p.result.errno))
}

func (r *result) free() {
	if r != nil {
		_ = unix.MunmapPtr(unsafe.Pointer(r), unsafe.Sizeof(*r))
	}
}
