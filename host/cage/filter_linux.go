package cage

import (
	"fmt"
	"slices"
	"syscall"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

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
	// the machine
	"init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "syslog", "acct", "settimeofday",
	"clock_settime", "clock_adjtime", "adjtimex", "sethostname", "setdomainname", "iopl", "ioperm", "vhangup", "nfsservctl",
	"set_mempolicy_home_node", "move_pages", "migrate_pages",
}

// uncounted are the calls for memory that no process is charged with.
var uncounted = []string{"memfd_create", "memfd_secret", "shmget", "shmat", "shmctl", "msgget", "semget", "mq_open"}

// newSpaces are the flags of clone that make namespaces.
const newSpaces = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWTIME

// Filter is the seccomp program that stays with the program and all that it
// starts. Without a cgroup that counts memory, uncounted memory is forbidden.
//
// Where there is no network namespace, no socket can be had instead.
func Filter(memoryCounted, sockets bool) ([]unix.SockFilter, error) {
	names := slices.Clone(forbidden)
	if !memoryCounted {
		names = append(names, uncounted...)
	}
	if !sockets {
		names = append(names, "socket")
	}
	return assemble(seccomp.Policy{DefaultAction: seccomp.ActionAllow, Syscalls: []seccomp.SyscallGroup{
		{Names: known(names), NamesWithCondtions: guarded(sockets), Action: refuse(syscall.EPERM)},
		// Its flags are in memory, where no filter can see them. The C library then takes clone.
		{Names: []string{"clone3"}, Action: refuse(syscall.ENOSYS)},
	}})
}

func refuse(errno syscall.Errno) seccomp.Action {
	return seccomp.ActionErrno | seccomp.Action(errno)
}

// guarded are the calls of which only some uses are forbidden.
func guarded(sockets bool) []seccomp.NameWithConditions {
	const tiocsti, tiocsetd, tioclinux = 0x5412, 0x5423, 0x541c
	list := []seccomp.NameWithConditions{
		{Name: "clone", Conditions: seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.BitsSet, Value: newSpaces}}},
		{Name: "prlimit64", Conditions: seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.NotEqual, Value: 0}}},
	}
	for _, request := range []uint32{tiocsti, tiocsetd, tioclinux} { // what is put into a terminal's input
		list = append(list, low("ioctl", 1, request))
	}
	if !sockets {
		return list
	}
	for _, family := range []uint32{unix.AF_NETLINK, unix.AF_PACKET, unix.AF_VSOCK, unix.AF_ALG, unix.AF_KEY, unix.AF_XDP} {
		list = append(list, low("socket", 0, family))
	}
	return list
}

// low is a condition on the lower half of an argument: the kernel looks at no
// more, so that whatever is in the upper half must not matter. The library's
// Equal compares both; bit by bit it can be said.
func low(name string, argument uint32, value uint32) seccomp.NameWithConditions {
	list := seccomp.ArgumentConditions{{Argument: argument, Operation: seccomp.BitsNotSet, Value: uint64(^value)}}
	for rest := value; rest != 0; rest &= rest - 1 {
		list = append(list, seccomp.Condition{Argument: argument, Operation: seccomp.BitsSet, Value: uint64(rest & -rest)})
	}
	return seccomp.NameWithConditions{Name: name, Conditions: list}
}

// known keeps the calls that this architecture has.
func known(names []string) []string {
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

// assemble puts what the library leaves open in front of its program: calls of
// another architecture would pass, and x32's just fail; both are ended.
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
