package cage

import (
	"fmt"
	"maps"
	"slices"
	"syscall"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// filterNeeds are what a filter depends on.
type filterNeeds struct {
	memoryCounted bool // by a control group; otherwise uncounted memory is forbidden
	spaces        bool // it has namespaces of its own; otherwise nothing may outlive it
	sockets       bool // it may make sockets; without a network namespace, only if it has the network
}

// filter returns the seccomp program for the program and all that it starts.
func (n filterNeeds) filter() ([]unix.SockFilter, error) {
	names := slices.Clone(forbidden)
	switch {
	case !n.memoryCounted: // all calls for memory that no process is charged with
		names = append(append(names, "memfd_create", "memfd_secret"), persistent...)
	case !n.spaces:
		names = append(names, persistent...)
	}
	if !n.sockets {
		names = append(names, "socket")
	}
	conditional := slices.DeleteFunc(n.conditional(), func(c seccomp.NameWithConditions) bool {
		return slices.Contains(names, c.Name) || len(knownCalls([]string{c.Name})) == 0
	})
	return assemble(seccomp.Policy{DefaultAction: seccomp.ActionAllow, Syscalls: []seccomp.SyscallGroup{
		{Names: knownCalls(names), NamesWithCondtions: conditional, Action: failWith(syscall.EPERM)},
		// The arguments of these are in memory, where no filter can see them. They fail with
		// ENOSYS, so that programs use the older calls.
		{Names: knownCalls([]string{"clone3", "openat2"}), Action: failWith(syscall.ENOSYS)},
	}})
}

func failWith(errno syscall.Errno) seccomp.Action {
	return seccomp.ActionErrno | seccomp.Action(errno)
}

// conditions on a call's arguments must all hold. The kernel uses only the lower half
// of these arguments, so the upper half must not matter.
type conditions = seccomp.ArgumentConditions

func when(name string, all ...conditions) seccomp.NameWithConditions {
	return seccomp.NameWithConditions{Name: name, Conditions: slices.Concat(all...)}
}

// anyBit holds if at least one of the bits is set.
func anyBit(argument, bits uint32) conditions {
	return conditions{{Argument: argument, Operation: seccomp.BitsSet, Value: uint64(bits)}}
}

// noBit holds if no bit is set.
func noBit(argument, bits uint32) conditions {
	return conditions{{Argument: argument, Operation: seccomp.BitsNotSet, Value: uint64(bits)}}
}

// equals holds if an argument has a value. The library's Equal compares both halves, so
// this compares the lower half bit by bit.
func equals(argument, value uint32) conditions {
	list := noBit(argument, ^value)
	for rest := value; rest != 0; rest &= rest - 1 {
		list = append(list, anyBit(argument, rest&-rest)...)
	}
	return list
}

// differs holds if an argument has another value, in either half.
func differs(argument uint32, value uint64) conditions {
	return conditions{{Argument: argument, Operation: seccomp.NotEqual, Value: value}}
}

// knownCalls keeps the calls that this architecture has.
func knownCalls(names []string) []string {
	info, err := arch.GetInfo("")
	if err != nil {
		return nil
	}
	var list []string
	for _, name := range names {
		if _, ok := info.SyscallNames[name]; ok {
			list = append(list, name)
		}
	}
	return list
}

// assemble puts checks in front of the library's program. That would let calls of
// another architecture pass and make x32's merely fail: both kill the process
// instead. Calls that the library does not know yet fail as if they did not exist.
func assemble(policy seccomp.Policy) ([]unix.SockFilter, error) {
	list, err := policy.Assemble()
	if err != nil {
		return nil, fmt.Errorf("cage: filter: %w", err)
	}
	info, err := arch.GetInfo("")
	if err != nil {
		return nil, fmt.Errorf("cage: filter: %w", err)
	}
	const number, architecture, word, x32 = 0, 4, 4, 0x40000000
	head := []bpf.Instruction{
		bpf.LoadAbsolute{Off: architecture, Size: word},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(info.ID), SkipTrue: 1},
		bpf.RetConstant{Val: uint32(seccomp.ActionKillProcess)},
		bpf.LoadAbsolute{Off: number, Size: word},
		bpf.JumpIf{Cond: bpf.JumpLessThan, Val: x32, SkipTrue: 1},
		bpf.RetConstant{Val: uint32(seccomp.ActionKillProcess)},
		bpf.JumpIf{Cond: bpf.JumpGreaterThan, Val: uint32(slices.Max(slices.Collect(maps.Keys(info.SyscallNumbers)))), SkipFalse: 1},
		bpf.RetConstant{Val: uint32(failWith(syscall.ENOSYS))},
	}
	raw, err := bpf.Assemble(append(head, list...))
	if err != nil {
		return nil, fmt.Errorf("cage: filter: %w", err)
	}
	program := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		program[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	return program, nil
}

// forbidden are the calls that no program needs to play, and that others have
// used to break out: they fail with EPERM.
var forbidden = []string{
	// other processes
	"ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "kcmp", "pidfd_getfd",
	// namespaces and mounts
	"unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "open_tree_attr", "fsopen", "fsconfig",
	"fsmount", "fspick", "mount_setattr", "statmount", "listmount", "quotactl", "quotactl_fd", "swapon", "swapoff",
	// large parts of the kernel
	"keyctl", "add_key", "request_key", "bpf", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register",
	"perf_event_open", "fanotify_init", "lookup_dcookie", "vmsplice", "remap_file_pages", "modify_ldt", "uselib",
	"name_to_handle_at", "open_by_handle_at",
	// objects of which a user may only have a few in all
	"inotify_init", "inotify_init1",
	// permissions beside the mode
	"setxattr", "lsetxattr", "fsetxattr", "setxattrat",
	// the machine
	"init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "syslog", "acct", "settimeofday",
	"clock_settime", "clock_adjtime", "adjtimex", "sethostname", "setdomainname", "iopl", "ioperm", "vhangup", "nfsservctl",
	"set_mempolicy_home_node", "move_pages", "migrate_pages",
}

// persistent are the calls that make objects which outlive their process, unless the
// namespace is the program's own.
var persistent = []string{"shmget", "shmat", "shmctl", "msgget", "semget", "mq_open"}

// conditional are the calls of which only some uses are forbidden.
func (n *filterNeeds) conditional() []seccomp.NameWithConditions {
	const tiocsti, tiocsetd, tioclinux = 0x5412, 0x5423, 0x541c
	const newSpaces = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWTIME
	list := []seccomp.NameWithConditions{
		when("clone", anyBit(0, newSpaces)),
		when("prlimit64", differs(0, 0)),
		// The limit of 1 must stay: without it, a crash calls the machine's crash handler.
		when("setrlimit", equals(0, unix.RLIMIT_CORE)), when("prlimit64", equals(1, unix.RLIMIT_CORE), differs(2, 0)),
		when("mmap", anyBit(3, unix.MAP_HUGETLB)), when("memfd_create", anyBit(1, unix.MFD_HUGETLB)),
	}
	for _, request := range []uint32{tiocsti, tiocsetd, tioclinux} { // which can inject terminal input
		list = append(list, when("ioctl", equals(1, request)))
	}
	if !n.memoryCounted {
		// Shared memory can exist while no process maps it; then none is charged with it.
		list = append(list, when("mmap", anyBit(3, unix.MAP_SHARED), anyBit(3, unix.MAP_ANONYMOUS)))
	}
	return append(append(list, unreadableFiles()...), n.socketRules()...)
}

// socketRules forbid all socket families but those that programs use; the others are
// large parts of the kernel.
func (n *filterNeeds) socketRules() []seccomp.NameWithConditions {
	const allowed = unix.AF_UNIX | unix.AF_INET | unix.AF_INET6
	calls := []string{"socketpair"}
	if n.sockets {
		calls = append(calls, "socket")
	}
	var list []seccomp.NameWithConditions
	for _, call := range calls {
		list = append(list, when(call, anyBit(0, ^uint32(allowed))))
		for family := uint32(1); family <= allowed; family++ {
			others := family != unix.AF_UNIX && family != unix.AF_INET && family != unix.AF_INET6
			if others && family&^allowed == 0 { // the mask lets it pass
				list = append(list, when(call, equals(0, family)))
			}
		}
	}
	if !n.memoryCounted {
		const sndbufForce = 32
		for _, option := range []uint32{unix.SO_SNDBUF, sndbufForce} { // the host charges sockets with the default size
			list = append(list, when("setsockopt", equals(1, unix.SOL_SOCKET), equals(2, option)))
		}
	}
	return list
}

// unreadableFiles keeps programs from making files that can be run but not read: the
// exec of one ends the perf event that counts CPU time.
func unreadableFiles() []seccomp.NameWithConditions {
	const creating = unix.O_CREAT | unix.O_TMPFILE&^unix.O_DIRECTORY
	blind := func(argument uint32) conditions { return append(anyBit(argument, 0o100), noBit(argument, 0o400)...) }
	return []seccomp.NameWithConditions{
		when("chmod", blind(1)), when("fchmod", blind(1)), when("fchmodat", blind(2)), when("fchmodat2", blind(2)),
		when("creat", blind(1)), when("open", anyBit(1, creating), blind(2)), when("openat", anyBit(2, creating), blind(3)),
		when("mknod", blind(1)), when("mknodat", blind(2)),
		when("umask", anyBit(0, 0o400), noBit(0, 0o100)),
	}
}
