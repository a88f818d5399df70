package cage

import (
	"fmt"
	"slices"
	"syscall"

	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// filterNeeds are what a filter depends on.
type filterNeeds struct {
	memoryCounted bool // by a control group; otherwise uncounted memory is forbidden
	spaces        bool // it has namespaces of its own
	sockets       bool // it may make sockets; without a network namespace, only if it has the network
}

// action is what a filter returns.
type action uint32

const (
	allow action = unix.SECCOMP_RET_ALLOW
	kill  action = unix.SECCOMP_RET_KILL_PROCESS
)

// failWith is an action that lets a call fail; with 0, it returns 0 and does nothing.
func failWith(errno syscall.Errno) action { return unix.SECCOMP_RET_ERRNO | action(errno) }

var ruleActions = map[Rule]action{Allowed: allow, Partly: allow, Nothing: failWith(0), Denied: failWith(unix.EPERM), Missing: failWith(unix.ENOSYS)}

// verdict is what becomes of one call.
type verdict struct {
	exceptions []exception // the first that applies
	otherwise  action
}

// exception is the action for some uses of a call.
type exception struct {
	name   string
	all    []condition
	action action
}

// condition is one on a call's argument. But for differs, it is about the lower half,
// which is all that the kernel looks at.
type condition struct {
	argument uint32
	test     test
	value    uint64
}

type test int

const (
	isAnyBit test = iota
	isNoBit
	isEqual
	isOther // in either half
)

// anyBit holds if at least one of the bits is set.
func anyBit(argument, bits uint32) condition { return condition{argument, isAnyBit, uint64(bits)} }

// noBit holds if no bit is set.
func noBit(argument, bits uint32) condition { return condition{argument, isNoBit, uint64(bits)} }

func equals(argument, value uint32) condition { return condition{argument, isEqual, uint64(value)} }

func differs(argument uint32, value uint64) condition { return condition{argument, isOther, value} }

// isNone holds if an argument is none of the values.
func isNone(argument uint32, values ...uint64) []condition {
	var list []condition
	for _, v := range values {
		list = append(list, differs(argument, v))
	}
	return list
}

func denied(name string, all ...condition) exception {
	return exception{name, all, failWith(unix.EPERM)}
}

// filter returns the seccomp program for the program and all that it starts.
func (n filterNeeds) filter() ([]unix.SockFilter, error) {
	info, err := arch.GetInfo("")
	if err != nil {
		return nil, fmt.Errorf("filter: %w", err)
	}
	verdicts := map[uint32]*verdict{}
	for i := range CallTable {
		for _, name := range CallTable[i].Names() {
			if number, ok := info.SyscallNames[name]; ok {
				verdicts[uint32(number)] = &verdict{otherwise: ruleActions[CallTable[i].Rule]}
			}
		}
	}
	for _, e := range n.exceptions() {
		if number, ok := info.SyscallNames[e.name]; ok {
			v := verdicts[uint32(number)]
			v.exceptions = append(v.exceptions, e)
		}
	}
	return assemble(uint32(info.ID), verdicts)
}

// span is a run of calls with the same verdict, from a number up to the next span.
type span struct {
	from uint32
	verdict
}

// spans lists all verdicts; calls without one are missing.
func spans(verdicts map[uint32]*verdict) []span {
	list := []span{{0, verdict{otherwise: failWith(unix.ENOSYS)}}}
	add := func(number uint32, v verdict) {
		last := &list[len(list)-1]
		switch {
		case len(last.exceptions)+len(v.exceptions) == 0 && last.otherwise == v.otherwise:
		case last.from == number:
			last.verdict = v
		default:
			list = append(list, span{number, v})
		}
	}
	last := uint32(0)
	for number := range verdicts {
		last = max(last, number)
	}
	for number := range last + 1 {
		v := verdict{otherwise: failWith(unix.ENOSYS)}
		if known := verdicts[number]; known != nil {
			v = *known
		}
		add(number, v)
	}
	add(last+1, verdict{otherwise: failWith(unix.ENOSYS)})
	return list
}

// assemble makes a program that searches for the call's number by halves. The kernel tries
// a filter on all numbers when it is installed, which with a list takes longer than the
// rest of a ply. Calls of another architecture kill the process.
func assemble(architecture uint32, verdicts map[uint32]*verdict) ([]unix.SockFilter, error) {
	const numberAt, architectureAt, word, x32 = 0, 4, 4, 0x40000000
	list := []bpf.Instruction{
		bpf.LoadAbsolute{Off: architectureAt, Size: word},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: architecture, SkipTrue: 1},
		bpf.RetConstant{Val: uint32(kill)},
		bpf.LoadAbsolute{Off: numberAt, Size: word},
		bpf.JumpIf{Cond: bpf.JumpLessThan, Val: x32, SkipTrue: 1},
		bpf.RetConstant{Val: uint32(kill)},
	}
	raw, err := bpf.Assemble(append(list, search(spans(verdicts))...))
	if err != nil {
		return nil, fmt.Errorf("filter: %w", err)
	}
	program := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		program[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	return program, nil
}

// search is the code for spans of which one has the number.
func search(list []span) []bpf.Instruction {
	if len(list) == 1 {
		return list[0].code()
	}
	half := len(list) / 2
	left, right := search(list[:half]), search(list[half:])
	code := []bpf.Instruction{
		bpf.JumpIf{Cond: bpf.JumpLessThan, Val: list[half].from, SkipTrue: 1},
		bpf.Jump{Skip: uint32(len(left))}, // the other kind of jump does not reach as far
	}
	return slices.Concat(code, left, right)
}

func (v *verdict) code() []bpf.Instruction {
	var code []bpf.Instruction
	for _, e := range v.exceptions {
		code = append(code, e.code()...)
	}
	return append(code, bpf.RetConstant{Val: uint32(v.otherwise)})
}

// code returns the action if all conditions hold, and goes on after itself otherwise.
func (e *exception) code() []bpf.Instruction {
	code := []bpf.Instruction{bpf.RetConstant{Val: uint32(e.action)}}
	for _, c := range slices.Backward(e.all) {
		code = append(c.code(uint8(len(code))), code...)
	}
	return code
}

// code goes on if the condition holds, and skips the given number of instructions if
// not.
func (c *condition) code(skip uint8) []bpf.Instruction {
	const arguments, size, word = 16, 8, 4
	low := arguments + c.argument*size // both architectures have the lower half first
	load := bpf.LoadAbsolute{Off: low, Size: word}
	switch value := uint32(c.value); c.test {
	case isAnyBit:
		return []bpf.Instruction{load, bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: value, SkipFalse: skip}}
	case isNoBit:
		return []bpf.Instruction{load, bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: value, SkipTrue: skip}}
	case isEqual:
		return []bpf.Instruction{load, bpf.JumpIf{Cond: bpf.JumpEqual, Val: value, SkipFalse: skip}}
	default:
		return []bpf.Instruction{
			load, bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: value, SkipTrue: 2},
			bpf.LoadAbsolute{Off: low + word, Size: word}, bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(c.value >> 32), SkipTrue: skip},
		}
	}
}

// exceptions are the uses of calls that are ruled Partly for which that does not hold.
func (n *filterNeeds) exceptions() []exception {
	const newSpaces = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWTIME
	list := []exception{
		denied("clone", anyBit(0, newSpaces)),
		denied("clone", anyBit(0, unix.CLONE_THREAD), noBit(0, unix.CLONE_FILES)), // the host counts a process's files, not a thread's
		denied("prlimit64", differs(0, 0)),
		// The limit of 1 must stay: without it, a crash calls the machine's crash handler.
		denied("setrlimit", equals(0, unix.RLIMIT_CORE)), denied("prlimit64", equals(1, unix.RLIMIT_CORE), differs(2, 0)),
		denied("mmap", anyBit(3, unix.MAP_HUGETLB)), denied("memfd_create", anyBit(1, unix.MFD_HUGETLB)),
		denied("fcntl", isNone(1, neededFcntl...)...),
		denied("setpriority", differs(0, unix.PRIO_PROCESS)), denied("setpriority", differs(1, 0)),
		{"msync", []condition{anyBit(2, unix.MS_SYNC)}, failWith(0)},
	}
	const tiocsti, tiocsetd, tioclinux, fiosetown, siocspgrp = 0x5412, 0x5423, 0x541c, 0x8901, 0x8902
	for _, request := range []uint32{tiocsti, tiocsetd, tioclinux, fiosetown, siocspgrp} { // terminal input, and F_SETOWN
		list = append(list, denied("ioctl", equals(1, request)))
	}
	for _, option := range []uint32{unix.PR_SET_SECCOMP, unix.PR_TASK_PERF_EVENTS_DISABLE, unix.PR_SCHED_CORE, unix.PR_SET_MEMORY_MERGE, unix.PR_SET_DUMPABLE} {
		list = append(list, denied("prctl", equals(0, option)))
	}
	for _, advice := range []uint32{unix.MADV_WILLNEED, unix.MADV_MERGEABLE, unix.MADV_COLD, unix.MADV_PAGEOUT, unix.MADV_COLLAPSE} {
		list = append(list, exception{"madvise", []condition{equals(2, advice)}, failWith(0)})
	}
	const ask = 0xffffffff
	list = append(list, denied("personality", differs(0, 0), differs(0, ask)))
	if !n.spaces {
		for _, name := range []string{"sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr"} {
			list = append(list, denied(name, differs(0, 0)))
		}
	}
	return slices.Concat(list, n.memoryRules(), unreadableFiles(), n.socketRules())
}

// neededFcntl are the commands of fcntl that programs need: about their own descriptors,
// locks of parts of files, seals of files in memory. The rest are about what others share:
// a lease holds up everybody who opens the file, the size of pipes is the user's, and an
// owner gets signals.
var neededFcntl = []uint64{
	unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL, unix.F_GETPIPE_SZ,
	unix.F_GETLK, unix.F_SETLK, unix.F_SETLKW, unix.F_OFD_GETLK, unix.F_OFD_SETLK, unix.F_OFD_SETLKW, unix.F_ADD_SEALS, unix.F_GET_SEALS,
}

// memoryRules deny memory that no process is charged with, unless a control group
// counts it.
func (n *filterNeeds) memoryRules() []exception {
	if n.memoryCounted {
		return nil
	}
	list := []exception{
		denied("memfd_create"),
		// Shared memory can exist while no process maps it.
		denied("mmap", anyBit(3, unix.MAP_SHARED), anyBit(3, unix.MAP_ANONYMOUS)),
	}
	for _, command := range []uint32{unix.F_SETLK, unix.F_SETLKW, unix.F_OFD_SETLK, unix.F_OFD_SETLKW} {
		list = append(list, exception{"fcntl", []condition{equals(1, command)}, failWith(unix.ENOLCK)})
	}
	const sndbufForce = 32
	for _, option := range []uint32{unix.SO_SNDBUF, sndbufForce} { // the host charges sockets with the default size
		list = append(list, denied("setsockopt", equals(1, unix.SOL_SOCKET), equals(2, option)))
	}
	return list
}

// socketRules deny all sockets but those that programs use: of the families unix, and TCP
// and UDP. The others are large parts of the kernel, and so is what some settings turn on.
func (n *filterNeeds) socketRules() []exception {
	const attachReuseportBPF, tcpULP, udpEncap = 52, 31, 100
	list := []exception{
		denied("socketpair", differs(0, unix.AF_UNIX)),
		denied("setsockopt", equals(1, unix.SOL_TCP), equals(2, tcpULP)), denied("setsockopt", equals(1, unix.SOL_UDP), equals(2, udpEncap)),
	}
	// Filters are programs for the kernel, and what is sent without a copy counts against the user.
	for _, option := range []uint32{unix.SO_ATTACH_FILTER, unix.SO_ATTACH_BPF, unix.SO_ATTACH_REUSEPORT_CBPF, attachReuseportBPF, unix.SO_ZEROCOPY} {
		list = append(list, denied("setsockopt", equals(1, unix.SOL_SOCKET), equals(2, option)))
	}
	if !n.sockets {
		return append(list, denied("socket"))
	}
	network := differs(0, unix.AF_UNIX)
	const stream, datagram, others = unix.SOCK_STREAM, unix.SOCK_DGRAM, 0xf &^ (unix.SOCK_STREAM | unix.SOCK_DGRAM)
	return append(list,
		denied("socket", isNone(0, unix.AF_UNIX, unix.AF_INET, unix.AF_INET6)...),
		denied("socket", append(isNone(2, 0, unix.IPPROTO_TCP, unix.IPPROTO_UDP), network)...),
		denied("socket", network, anyBit(1, others)), denied("socket", network, anyBit(1, stream), anyBit(1, datagram)), // a raw one has both bits
	)
}

// unreadableFiles keeps programs from making files that can be run but not read: the
// exec of one ends the perf event that counts CPU time.
func unreadableFiles() []exception {
	const creating = unix.O_CREAT | unix.O_TMPFILE&^unix.O_DIRECTORY
	blind := func(argument uint32) []condition {
		return []condition{anyBit(argument, 0o100), noBit(argument, 0o400)}
	}
	when := func(name string, argument uint32, more ...condition) exception {
		return denied(name, append(more, blind(argument)...)...)
	}
	return []exception{
		when("chmod", 1), when("fchmod", 1), when("fchmodat", 2), when("fchmodat2", 2),
		when("creat", 1), when("open", 2, anyBit(1, creating)), when("openat", 3, anyBit(2, creating)),
		when("mknod", 1), when("mknodat", 2),
		denied("umask", anyBit(0, 0o400), noBit(0, 0o100)),
	}
}
