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

// Needs are what a filter depends on.
type Needs struct {
	MemoryCounted bool // by a control group; otherwise uncounted memory is forbidden
	Spaces        bool // it has namespaces of its own; otherwise nothing may outlive it
	Sockets       bool // it may make sockets; without a network namespace, only if it has the network
}

// Filter returns the seccomp program for the program and all that it starts.
func (n Needs) Filter() ([]unix.SockFilter, error) {
	names := slices.Clone(forbidden)
	switch {
	case !n.MemoryCounted: // all calls for memory that no process is charged with
		names = append(append(names, "memfd_create", "memfd_secret"), lasting...)
	case !n.Spaces:
		names = append(names, lasting...)
	}
	if !n.Sockets {
		names = append(names, "socket")
	}
	conditional := slices.DeleteFunc(n.guarded(), func(c seccomp.NameWithConditions) bool {
		return slices.Contains(names, c.Name) || len(known([]string{c.Name})) == 0
	})
	return assemble(seccomp.Policy{DefaultAction: seccomp.ActionAllow, Syscalls: []seccomp.SyscallGroup{
		{Names: known(names), NamesWithCondtions: conditional, Action: refuse(syscall.EPERM)},
		// The arguments of these are in memory, where no filter can see them. They fail with
		// ENOSYS, so that programs use the older calls.
		{Names: known([]string{"clone3", "openat2"}), Action: refuse(syscall.ENOSYS)},
	}})
}

func refuse(errno syscall.Errno) seccomp.Action {
	return seccomp.ActionErrno | seccomp.Action(errno)
}

// conditions on a call's arguments must all hold. The kernel uses only the lower half
// of these arguments, so the upper half must not matter.
type conditions = seccomp.ArgumentConditions

func when(name string, all ...conditions) seccomp.NameWithConditions {
	return seccomp.NameWithConditions{Name: name, Conditions: slices.Concat(all...)}
}

// some: at least one of the bits is set.
func some(argument, bits uint32) conditions {
	return conditions{{Argument: argument, Operation: seccomp.BitsSet, Value: uint64(bits)}}
}

// none: no bit is set.
func none(argument, bits uint32) conditions {
	return conditions{{Argument: argument, Operation: seccomp.BitsNotSet, Value: uint64(bits)}}
}

// is: it has a value. The library's Equal compares both halves, so this compares the
// lower half bit by bit.
func is(argument, value uint32) conditions {
	list := none(argument, ^value)
	for rest := value; rest != 0; rest &= rest - 1 {
		list = append(list, some(argument, rest&-rest)...)
	}
	return list
}

// not: it has another value, in either half.
func not(argument uint32, value uint64) conditions {
	return conditions{{Argument: argument, Operation: seccomp.NotEqual, Value: value}}
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
		bpf.RetConstant{Val: uint32(refuse(syscall.ENOSYS))},
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
