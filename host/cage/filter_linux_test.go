package cage

import (
	"encoding/binary"
	"testing"

	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// machine runs a filter as the kernel does.
type machine struct {
	*bpf.VM
	info *arch.Info
}

func newMachine(t testing.TB, n filterNeeds) *machine {
	t.Helper()
	program, err := n.filter()
	if err != nil {
		t.Fatal(err)
	}
	raw := make([]bpf.RawInstruction, len(program))
	for i, r := range program {
		raw[i] = bpf.RawInstruction{Op: r.Code, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	list, _ := bpf.Disassemble(raw)
	vm, err := bpf.NewVM(list)
	if err != nil {
		t.Fatal(err)
	}
	info, err := arch.GetInfo("")
	if err != nil {
		t.Fatal(err)
	}
	return &machine{vm, info}
}

// call is the filter's answer. The VM reads words with the high byte first.
func (m *machine) call(number uint32, args ...uint64) action {
	data := make([]byte, 64)
	binary.BigEndian.PutUint32(data, number)
	binary.BigEndian.PutUint32(data[4:], uint32(m.info.ID))
	for i, a := range args {
		binary.BigEndian.PutUint32(data[16+8*i:], uint32(a))
		binary.BigEndian.PutUint32(data[20+8*i:], uint32(a>>32))
	}
	n, err := m.Run(data)
	if err != nil {
		return kill
	}
	return action(uint32(n))
}

// Each call gets what the table says, and all others ENOSYS.
func TestFilterKeepsToTheTable(t *testing.T) {
	m := newMachine(t, filterNeeds{memoryCounted: true, spaces: true, sockets: true})
	want, partly := map[uint32]action{}, map[string]bool{}
	for i := range CallTable {
		for _, name := range CallTable[i].Names() {
			if number, ok := m.info.SyscallNames[name]; ok && CallTable[i].Rule != Partly {
				want[uint32(number)] = ruleActions[CallTable[i].Rule]
			}
			partly[name] = CallTable[i].Rule == Partly
		}
	}
	for number := range uint32(2000) {
		if _, known := m.info.SyscallNumbers[int(number)]; !known {
			want[number] = failWith(unix.ENOSYS)
		}
		if w, ok := want[number]; ok && m.call(number) != w {
			t.Errorf("call %d (%s): %#x, want %#x", number, m.info.SyscallNumbers[int(number)], m.call(number), w)
		}
	}
	if m.call(0x40000000|39) != kill {
		t.Error("a call of x32 may go on")
	}
	has := map[string]bool{}
	for _, n := range []filterNeeds{{}, {memoryCounted: true}, {spaces: true, sockets: true}} {
		for _, e := range n.exceptions() {
			if has[e.name] = true; !partly[e.name] {
				t.Errorf("%s has exceptions, but is not in the table for that", e.name)
			}
		}
	}
	for name, is := range partly {
		if is && !has[name] {
			t.Errorf("%s is partly allowed, but has no exceptions", name)
		}
	}
}

// Uses of calls that are partly allowed.
func TestExceptions(t *testing.T) {
	full, least := filterNeeds{memoryCounted: true, spaces: true, sockets: true}, filterNeeds{}
	no, nothing := failWith(unix.EPERM), failWith(0)
	for _, c := range []struct {
		name  string
		args  []uint64
		full  action // in namespaces, with memory counted
		least action // without both
	}{
		{"clone", []uint64{uint64(unix.SIGCHLD)}, allow, allow},
		{"clone", []uint64{unix.CLONE_NEWUSER}, no, no},
		{"clone", []uint64{unix.CLONE_VM | unix.CLONE_THREAD | unix.CLONE_FILES}, allow, allow},
		{"clone", []uint64{unix.CLONE_VM | unix.CLONE_THREAD}, no, no},
		{"socket", []uint64{unix.AF_INET}, allow, no},
		{"socket", []uint64{unix.AF_NETLINK}, no, no},
		{"socket", []uint64{1<<32 | unix.AF_INET}, no, no}, // the kernel sees AF_INET, and may as well not
		{"socketpair", []uint64{unix.AF_UNIX}, allow, allow},
		{"socketpair", []uint64{40}, no, no},
		{"socketpair", []uint64{unix.AF_INET, unix.SOCK_STREAM}, no, no}, // the kernel makes two before it notices
		{"socket", []uint64{unix.AF_INET6, unix.SOCK_STREAM | unix.SOCK_CLOEXEC | unix.SOCK_NONBLOCK, unix.IPPROTO_TCP}, allow, no},
		{"socket", []uint64{unix.AF_INET, unix.SOCK_DGRAM, unix.IPPROTO_UDP}, allow, no},
		{"socket", []uint64{unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_MPTCP}, no, no},
		{"socket", []uint64{unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_SCTP}, no, no},
		{"socket", []uint64{unix.AF_INET6, unix.SOCK_DGRAM, unix.IPPROTO_UDPLITE}, no, no},
		{"socket", []uint64{unix.AF_INET, unix.SOCK_SEQPACKET | unix.SOCK_CLOEXEC}, no, no}, // SCTP by its type
		{"socket", []uint64{unix.AF_INET, unix.SOCK_RAW}, no, no},
		{"socket", []uint64{unix.AF_UNIX, unix.SOCK_SEQPACKET}, allow, no},
		{"setsockopt", []uint64{3, unix.SOL_SOCKET, unix.SO_REUSEADDR}, allow, allow},
		{"setsockopt", []uint64{3, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER}, no, no},
		{"setsockopt", []uint64{3, unix.SOL_TCP, unix.TCP_NODELAY}, allow, allow},
		{"setsockopt", []uint64{3, unix.SOL_TCP, 31}, no, no},
		{"mmap", []uint64{0, 0, 0, unix.MAP_PRIVATE | unix.MAP_ANONYMOUS}, allow, allow},
		{"mmap", []uint64{0, 0, 0, unix.MAP_SHARED | unix.MAP_ANONYMOUS}, allow, no},
		{"mmap", []uint64{0, 0, 0, unix.MAP_HUGETLB}, no, no},
		{"memfd_create", []uint64{0, 0}, allow, no},
		{"ioctl", []uint64{0, 0x5412}, no, no},
		{"ioctl", []uint64{0, 1<<32 | 0x5412}, no, no},
		{"ioctl", []uint64{0, 0x5401}, allow, allow},
		{"fcntl", []uint64{0, unix.F_GETFL}, allow, allow},
		{"fcntl", []uint64{0, unix.F_SETLK}, allow, failWith(unix.ENOLCK)},
		{"fcntl", []uint64{0, unix.F_NOTIFY}, no, no},
		{"fcntl", []uint64{0, unix.F_SETLEASE}, no, no},
		{"fcntl", []uint64{0, unix.F_SETPIPE_SZ}, no, no},
		{"fcntl", []uint64{0, unix.F_SETOWN}, no, no},
		{"fcntl", []uint64{0, unix.F_DUPFD_CLOEXEC}, allow, allow},
		{"flock", []uint64{0, unix.LOCK_EX}, nothing, nothing},
		{"ioctl", []uint64{0, 0x8901}, no, no},
		{"madvise", []uint64{0, 0, unix.MADV_DONTNEED}, allow, allow},
		{"madvise", []uint64{0, 0, unix.MADV_WILLNEED}, nothing, nothing},
		{"msync", []uint64{0, 0, unix.MS_ASYNC}, allow, allow},
		{"msync", []uint64{0, 0, unix.MS_SYNC}, nothing, nothing},
		{"prctl", []uint64{unix.PR_SET_NAME}, allow, allow},
		{"prctl", []uint64{unix.PR_SCHED_CORE}, no, no},
		{"personality", []uint64{0xffffffff}, allow, allow},
		{"personality", []uint64{0x0040000}, no, no},
		{"prlimit64", []uint64{0, unix.RLIMIT_NOFILE, 1}, allow, allow},
		{"prlimit64", []uint64{1, unix.RLIMIT_NOFILE, 1}, no, no},
		{"prlimit64", []uint64{0, unix.RLIMIT_CORE, 1}, no, no},
		{"prlimit64", []uint64{0, unix.RLIMIT_CORE, 0}, allow, allow},
		{"setpriority", []uint64{unix.PRIO_PROCESS, 0}, allow, allow},
		{"setpriority", []uint64{unix.PRIO_USER, 0}, no, no},
		{"sched_setaffinity", []uint64{7}, allow, no},
		{"openat", []uint64{0, 0, unix.O_CREAT, 0o644}, allow, allow},
		{"openat", []uint64{0, 0, unix.O_CREAT, 0o111}, no, no},
		{"openat", []uint64{0, 0, unix.O_RDONLY, 0o111}, allow, allow},
	} {
		for i, n := range []filterNeeds{full, least} {
			m, want := newMachine(t, n), []action{c.full, c.least}[i]
			if got := m.call(uint32(m.info.SyscallNames[c.name]), c.args...); got != want {
				t.Errorf("%+v: %s(%#x): %#x, want %#x", n, c.name, c.args, got, want)
			}
		}
	}
}
