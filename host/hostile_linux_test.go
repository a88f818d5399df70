package host

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"evolab/internal/longtest"
)

var (
	others = flag.Bool("others", false, "meet the few of the usual tests and those alike, as a user too")
)

// Each program loses for the right reason or has done no harm; nothing of it is
// left running or on the disk, nothing outside has changed, and a bystander
// beside it is not disturbed.
func TestHostilePrograms(t *testing.T) {
	t.Setenv("EVOLAB_TOKEN", "secret")
	attacks := built(t)
	if os.Getenv(asMark) == "" && (*others || longtest.Enabled()) {
		meetAsOthers(t, attacks)
	}
	t.Run("oneself", func(t *testing.T) {
		besides(t)
		meetAll(t, attacks)
	})
}

// besides meets the few enemies of the usual tests as all identities at once. With
// -long, it does not: some enemies take all that a machine has.
func besides(t *testing.T) {
	if !longtest.Enabled() {
		t.Parallel()
	}
}

// meetAll meets the enemies as the identity that this process has.
func meetAll(t *testing.T, attacks string) {
	me, other := identities[os.Getenv(asMark)]
	if other {
		me.check(t)
	}
	t.Logf("%q: %v; not: %v", os.Getenv(asMark), Confined(), strongestMethod().failures)
	for _, h := range hostile {
		usual := h.quick || h.alike && (*others || longtest.Enabled())
		if (usual || longtest.Enabled()) && !(h.strong && Confined().Level < Isolated) && (!me.fallback || usual && h.takes()) {
			t.Run(h.name, func(t *testing.T) { newMeeting(t, attacks).meet(h) })
		}
	}
}

// attacksMark is where another process has built the attacks.
const attacksMark = "EVOLAB_TEST_ATTACKS"

// built compiles the attacks, and returns the folder with the programs; "" if
// there is no compiler.
func built(t *testing.T) string {
	if dir := os.Getenv(attacksMark); dir != "" {
		return dir
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Log("no gcc: the attacks in C are left out")
		return ""
	}
	dir := t.TempDir()
	sources, _ := filepath.Glob("testdata/hostile/*.c")
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".c")
		if said, err := exec.Command("gcc", "-O1", "-o", filepath.Join(dir, name), source, "-lpthread").CombinedOutput(); err != nil {
			t.Fatalf("%v:\n%s", err, said)
		}
	}
	return dir
}

// meeting is where a hostile program meets others: the marked tree, in which
// nothing may change, and a bystander.
type meeting struct {
	*testing.T
	attacks string
	tree    string
	mark    string
	grants  Grants
}

func newMeeting(t *testing.T, attacks string) *meeting {
	m := &meeting{T: t, attacks: attacks, tree: short(t), mark: fmt.Sprintf("EVOLAB_TEST_MARK=%d-%d", os.Getpid(), time.Now().UnixNano())}
	for name, text := range map[string]string{"victim": "unharmed", "secret": "the secret", "opponent/my_player": "#!/bin/sh\n", "shown/data": "data"} {
		path := filepath.Join(m.tree, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	listen := func(network, address string) string {
		l, err := net.Listen(network, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		return l.Addr().String()
	}
	abstract := fmt.Sprintf("evolab-test-%d", time.Now().UnixNano())
	listen("unix", filepath.Join(m.tree, "socket"))
	listen("unix", "@"+abstract)
	_, port, _ := net.SplitHostPort(listen("tcp", "127.0.0.1:0"))
	m.grants.Env = []string{m.mark, "MARKED=" + m.tree, "ABSTRACT=" + abstract, "PORT=" + port}
	return m
}

// short is a folder whose path leaves room for a socket's name.
func short(t *testing.T) string {
	dir, err := os.MkdirTemp("", "m")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func (m *meeting) open(dir, command string) *Session {
	m.Helper()
	s, err := open(Program{Dir: dir, Command: command, Grants: m.grants}, func(p Program, r Resources) (runner, error) {
		r.Memory, r.Processes, r.FileSize, r.Folder = 100<<20, 40, 8<<20, 20<<20
		return newRunner(p, r)
	})
	if err != nil {
		m.Fatal(err)
	}
	return s
}

// newcomer begins a game while the enemy is at it, and plays a ply.
func (m *meeting) newcomer() error {
	s, err := Open(Program{Dir: "testdata/program", Command: "cat answer.txt > output.txt"})
	if err != nil {
		return err
	}
	var answer Answer
	err = RetryVoid(func() (err error) {
		answer, err = s.Ask(m.Context(), nil, Limits{CPU: time.Second, Wall: 20 * time.Second})
		return err
	})
	if err == nil && string(answer.Output) != "2,3\n" {
		err = fmt.Errorf("it got %q", answer.Output)
	}
	return errors.Join(err, s.Close())
}

// takes reports whether an enemy is after the machine's time or memory.
func (e *enemy) takes() bool { return e.reason == Time || strings.HasPrefix(e.attack, "resources") }

// limits leave an enemy the time that it needs to do harm.
func (e *enemy) limits() Limits {
	limits := Limits{CPU: 300 * time.Millisecond, Wall: 20 * time.Second}
	if e.sleeps {
		limits.Wall = 400 * time.Millisecond
	}
	switch {
	case e.busy:
		limits.CPU = 5 * time.Second
	case e.reason == Time:
		limits.CPU = 200 * time.Millisecond // it uses up all of it
	}
	return limits
}

func (m *meeting) meet(h enemy) {
	command, dir := h.command, "testdata/program"
	if h.attack != "" {
		if dir = m.attacks; dir == "" {
			m.Skip("no compiler")
		}
		command = "./" + h.attack
	}
	if m.grants.Net = h.net; h.shown {
		m.grants.Mounts = []string{filepath.Join(m.tree, "shown")}
	}
	before := sum(m, m.tree)
	bystander := m.open("testdata/program", "cat answer.txt > output.txt; cat input.txt >> seen")
	s := m.open(dir, command)
	for ply := range 2 {
		newcomer := make(chan error, 1)
		go func() { newcomer <- m.newcomer() }()
		var answer Answer
		err := RetryVoid(func() (err error) { // a busy machine is not what is tested
			answer, err = s.Ask(m.Context(), []byte("input"), h.limits())
			return err
		})
		m.judge(h, ply, answer, err)
		if err := <-newcomer; err != nil {
			m.Errorf("ply %d: a game that began beside it: %v", ply, err)
		}
		if left := marked(m.mark); len(left) > 0 {
			m.Errorf("ply %d: %d still running, as %.200q", ply, len(left), left)
		}
		answer, err = bystander.Ask(m.Context(), []byte("b"), Limits{CPU: time.Second, Wall: 20 * time.Second})
		if err != nil || string(answer.Output) != "2,3\n" || answer.CPU > 200*time.Millisecond {
			m.Errorf("ply %d: the bystander got %q in %v, %v", ply, answer.Output, answer.CPU, err)
		}
	}
	if seen, err := os.ReadFile(filepath.Join(bystander.Dir(), "seen")); err != nil || string(seen) != "bb" {
		m.Errorf("the bystander saw %q, %v", seen, err)
	}
	top := s.Dir()
	if err := errors.Join(s.Close(), bystander.Close()); err != nil {
		m.Error(err)
	}
	if _, err := os.Stat(top); strings.Contains(top, tempPrefix) && !errors.Is(err, os.ErrNotExist) {
		m.Errorf("the scratch folder is left: %v", err)
	}
	if after := sum(m, m.tree); after != before {
		m.Errorf("the marked tree has changed:\n%s\n%s", before, after)
	}
}

// starved is in the reason of a ply that nobody has lost. It is no harm where a ply
// may end in any way.
const starved = "it got too little of a core to be judged"

// judge checks the result of a ply.
func (m *meeting) judge(h enemy, ply int, answer Answer, err error) {
	reason := h.reason
	if Confined().Level < Isolated && h.limited != "" {
		reason = h.limited
	}
	if h.brief && !strongestMethod().enforced.Clock {
		reason = "*"
	}
	var f *Failure
	switch {
	case strings.HasPrefix(string(answer.Output), "BROKEN"):
		m.Errorf("ply %d: %s", ply, answer.Output)
	case err != nil && !errors.As(err, &f):
		m.Errorf("ply %d: %v", ply, err)
	case f != nil && f.Reason == Void && (reason == "" || reason == "*") && strings.Contains(f.Detail, starved):
		m.Logf("ply %d: not judged, others took the cores: %v", ply, f)
	case f != nil && f.Reason == Void:
		m.Errorf("ply %d: %v", ply, err)
	case reason != "" && reason != "*" && (f == nil || !strings.Contains(reason, f.Reason)):
		m.Errorf("ply %d: %q, %v; want %s", ply, answer.Output, err, reason)
	}
	if f != nil {
		m.Logf("%v", f)
	}
}

// sum is a line for each file of a tree, and for what else could be left.
func sum(t *meeting, dir string) string {
	var lines strings.Builder
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		var data []byte
		if info.Mode().IsRegular() {
			if data, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		digest := sha256.Sum256(data)
		fmt.Fprintln(&lines, strings.TrimPrefix(path, dir), info.Mode(), info.ModTime().UnixNano(), hex.EncodeToString(digest[:4]))
		return nil
	})
	for _, kind := range []string{"shm", "sem", "msg"} { // these outlive processes, and are in no folder
		data, _ := os.ReadFile("/proc/sysvipc/" + kind) // not every kernel has it
		fmt.Fprintln(&lines, kind, strings.Count(string(data), "\n"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return lines.String()
}

// marked lists the command lines of all processes with a mark, but for this one.
func marked(mark string) []string {
	entries, _ := os.ReadDir("/proc")
	var list []string
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		env, _ := os.ReadFile(filepath.Join("/proc", e.Name(), "environ"))
		if !strings.Contains(string(env), mark) {
			continue
		}
		line, _ := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline"))
		list = append(list, strings.ReplaceAll(string(line), "\x00", " "))
	}
	return list
}

// enemy is a program that tries to harm the host, the other side or the records.
type enemy struct {
	name    string
	attack  string // of testdata/hostile: the program and the attack
	command string // instead of attack: a line of shell
	reason  string // why it loses, or several reasons; "": it may answer, or lose by anything
	limited string // the reason at level limits, if it differs; "*": any
	busy    bool   // it takes CPU time before it does harm
	sleeps  bool   // the wall limit ends it
	quick   bool   // every run of the tests meets it
	alike   bool   // a quick one does much the same: left to -others and -long
	strong  bool   // only namespaces stop it
	net     bool   // it has the network
	brief   bool   // it takes its time in processes too short for sampling
	shown   bool   // it may read a folder of the marked tree
}

// hostile lists them.
var hostile = []enemy{
	{name: "link as output", command: "ln -s /etc/passwd output.txt", reason: NoOutput, quick: true},
	{name: "pipe as output", command: "mkfifo output.txt", reason: NoOutput},
	{name: "folder as output", command: "mkdir -p output.txt/a/b; chmod 000 output.txt", reason: NoOutput},
	{name: "input as a link", command: "rm input.txt; ln -s ../../victim input.txt", reason: NoOutput},
	{name: "flood on standard output", command: "head -c 3000000000 /dev/zero; echo PASS > output.txt", busy: true},
	{name: "flood on standard error", command: "head -c 300000000 /dev/zero >&2; echo PASS > output.txt", busy: true},
	{name: "flood into output.txt", command: "trap '' XFSZ; head -c 3000000000 /dev/zero > output.txt; true"},
	{name: "binary output", command: `printf '\000\377\n2,3' > output.txt`},
	{name: "shell storm", command: "f() { f | f & f; }; f", reason: Crash + NoOutput, limited: "*"},
	{name: "daemon", command: "setsid sh -c 'setsid sh -c \"while :; do sleep 0.01; done\" &' & sleep 0.05; echo PASS > output.txt"},
	{name: "kills its parent", command: "kill -9 $PPID; kill -TERM $PPID; kill -9 1; echo PASS > output.txt", limited: "*", alike: true},
	{name: "kills everybody", command: "kill -9 -1; echo PASS > output.txt", limited: "*", alike: true},
	{name: "burns CPU in an escaped child", command: "setsid sh -c 'while :; do :; done' & sleep 60", reason: Time},
	{name: "locks its folder", command: "mkdir d; touch d/f; chmod 000 d; echo PASS > output.txt; chmod 000 .", quick: true},
	{name: "moves its folder away", command: "cd ..; mv program gone; mv player gone; ln -s /etc program; true", reason: NoOutput},
	{name: "raises its limits", command: "ulimit -f unlimited && echo BROKEN > output.txt; mount -o remount,rw / && echo BROKEN > output.txt; [ -e output.txt ] || echo SAFE > output.txt"},
	{name: "kills itself", command: "echo PASS > output.txt; kill -SEGV $$"},
	{name: "controls the terminal", command: `printf '\033]0;owned\007\033[2J\r' >&2; exit 1`, reason: NoOutput, quick: true},

	{name: "memory of the supervisor", attack: "escape 'proc memory'", alike: true},
	{name: "ptrace", attack: "escape ptrace", quick: true},
	{name: "process_vm_writev", attack: "escape process_vm", alike: true},
	{name: "limits of the supervisor", attack: "escape 'limits of others'", quick: true},
	{name: "all signals to all", attack: "escape signals", quick: true, limited: "*"},
	{name: "priorities of others", attack: "escape priorities", quick: true},
	{name: "files by pidfd", attack: "escape pidfds", quick: true},
	{name: "namespaces", attack: "escape namespaces", quick: true},
	{name: "doors of the kernel", attack: "escape 'doors of the kernel'", quick: true},
	{name: "calls of other architectures", attack: "escape 'foreign calls'", quick: true},
	{name: "input of the terminal", attack: "escape terminal", quick: true},
	{name: "inherited files and environment", attack: "escape descriptors", quick: true},
	{name: "privileges and setuid programs", attack: "escape privileges", quick: true},
	{name: "devices", attack: "escape devices", quick: true},
	{name: "core dumps", attack: "escape 'core dump'"},
	{name: "settings of the kernel", attack: "escape settings", quick: true},
	{name: "a race with the set-up", attack: "escape race"},
	{name: "outlives its ply", attack: "escape outlive"},

	{name: "abstract socket", attack: "network 'abstract socket'", quick: true},
	{name: "socket in a folder", attack: "network 'path socket'", quick: true},
	{name: "TCP to this machine", attack: "network tcp", quick: true},
	{name: "UDP to this machine", attack: "network udp", alike: true},
	{name: "raw sockets", attack: "network 'raw sockets'", alike: true},
	{name: "protocols that load the kernel's modules", attack: "network protocols", quick: true},
	{name: "settings of sockets", attack: "network settings", quick: true},
	{name: "files in flight", attack: "network 'files in flight'", limited: "*"},

	{name: "reads secrets", attack: "files 'read secrets'", quick: true},
	{name: "writes elsewhere", attack: "files 'write elsewhere'", quick: true},
	{name: "permissions of others' files", attack: "files permissions", strong: true},
	{name: "hard link as output", attack: "files 'hard link'", quick: true},
	{name: "output.txt that changes", attack: "files 'flip output'"},
	{name: "19,000 nested folders", attack: "files nested", reason: NoOutput, limited: "*", busy: true},
	{name: "19,000 nested folders as output.txt", attack: "files 'nested output'", limited: "*", busy: true},
	{name: "deleted files", attack: "files 'deleted files'", limited: "*", busy: true, strong: true},
	{name: "a hundred thousand files", attack: "files 'small files'", reason: Crash, busy: true},
	{name: "sparse files", attack: "files sparse"},
	{name: "disks in memory", attack: "files 'memory disks'", busy: true, limited: "*"},

	{name: "short children that nobody waits for", attack: "resources 'hidden children'", reason: Time, brief: true, quick: true},
	{name: "grandchildren between two looks", attack: "resources 'hidden grandchildren'", reason: Time, brief: true},
	{name: "threads", attack: "resources threads", reason: Time},
	{name: "memory", attack: "resources 'anonymous memory'", reason: Crash, busy: true, quick: true},
	{name: "shared memory", attack: "resources 'shared memory'", busy: true},
	{name: "memfds", attack: "resources memfd", busy: true},
	{name: "segments of memory", attack: "resources segments", busy: true},
	{name: "pipes", attack: "resources pipes", busy: true},
	{name: "pipes of many processes", attack: "resources 'many pipes'", reason: Crash, quick: true},
	{name: "fork bomb", attack: "resources 'fork bomb'", reason: Crash + Time, limited: "*"},
	{name: "three hundred sleepers", attack: "resources sleepers", reason: Crash, limited: "*"},
	{name: "stopped processes", attack: "resources stopped", reason: Time, sleeps: true},
	{name: "deaf to signals", attack: "resources deaf", reason: Time, sleeps: true},
	{name: "priority", attack: "resources priority"},

	{name: "a program that cannot be read", attack: "design 'unreadable burner'", reason: Time},
	{name: "children that cannot be read", attack: "design 'unreadable children'", reason: Time, brief: true, alike: true},
	{name: "stops the clock", attack: "design uncounted", reason: Time, quick: true},
	{name: "becomes another program, again and again", attack: "design 'exec chain'", reason: Time},
	{name: "a program in memory", attack: "design 'memory program'", reason: Time},
	{name: "memory that nobody maps", attack: "design 'forgotten memory'", busy: true, quick: true},
	{name: "zeros that nobody maps", attack: "design 'forgotten zeros'", busy: true, alike: true},
	{name: "page tables", attack: "design 'page tables'", busy: true, quick: true},
	{name: "mappings of many processes", attack: "resources mappings", reason: Crash, busy: true, quick: true},
	{name: "huge pages", attack: "design 'huge pages'", quick: true},
	{name: "memory in sockets", attack: "design 'socket buffers'", busy: true, strong: true},
	{name: "open files", attack: "design 'open files'", quick: true},
	{name: "watches", attack: "design watches", busy: true, limited: "*"},
	{name: "signals in a queue", attack: "design 'queued signals'", quick: true},
	{name: "watches of files", attack: "design inotify", alike: true},
	{name: "the machine's handler of crashes", attack: "design 'core limit'", quick: true},
	{name: "times of /dev/null", attack: "design 'null device'", quick: true, strong: true},
	{name: "files of processes", attack: "design 'files of processes'", quick: true},
	{name: "calls that are newer than the host", attack: "design 'new calls'", quick: true},
	{name: "families of sockets", attack: "design families", quick: true},
	{name: "a folder that is shown", attack: "design shown", quick: true, strong: true, shown: true},
	{name: "output.txt in turns", attack: "design 'exchange output'"},
	{name: "its own pipe", attack: "design 'own pipe'"},
	{name: "asynchronous input and output", attack: "kernel 'asynchronous input'", quick: true},
	{name: "files without a byte", attack: "kernel 'empty files'", busy: true, limited: "*"},
	{name: "objects that stay between plies", attack: "kernel objects", quick: true},
	{name: "holds up the disks", attack: "kernel sync", quick: true},
	{name: "advice that reads ahead and pushes out", attack: "kernel advice", quick: true},
	{name: "locks of each byte", attack: "kernel 'record locks'", quick: true},
	{name: "facts about the machine", attack: "kernel facts", strong: true, quick: true},
	{name: "leases, locks and pipes that others share", attack: "kernel 'shared files'", quick: true},
	{name: "calls that reach others", attack: "kernel shares", quick: true},
	{name: "protocols, with the network", attack: "network protocols", net: true},
	{name: "abstract socket, with the network", attack: "network 'abstract socket'", net: true, quick: true},
	{name: "all signals to all, with the network", attack: "escape signals", net: true, limited: "*"},
	{name: "raw sockets, with the network", attack: "network 'raw sockets'", net: true},
}
