package host

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"golang.org/x/sys/unix"

	"evolab/internal/longtest"
)

// asMark makes the tests' program one of another user, or of a machine with
// less; readyMark is set once it is that.
const asMark, readyMark = "EVOLAB_TEST_AS", "EVOLAB_TEST_READY"

// somebody is a user that nobody else is.
const somebody = 54_321

// identity is how programs are confined by one user on one kind of machine.
type identity struct {
	level    Level
	counting string // what counts CPU time
	other    bool   // another user than the lab's
	fallback bool   // only the enemies that take time and memory are met
}

// identities are named by who runs the lab, and what the machine lacks or only has.
var identities = map[string]identity{
	"user":               {level: Isolated, counting: "perf event"},
	"user no-namespaces": {level: Limited, counting: "perf event"},
	"root no-namespaces": {level: Limited, counting: "cgroup", other: true},

	"root only-v2":                       {level: Full, counting: "cgroup v2", other: true, fallback: true},
	"root only-v1":                       {level: Full, counting: "cgroup v1", other: true, fallback: true},
	"root no-cgroups":                    {level: Isolated, counting: "perf event", other: true, fallback: true},
	"root no-cgroups no-perf":            {level: Isolated, counting: "sampling", other: true, fallback: true},
	"user no-perf":                       {level: Isolated, counting: "sampling", fallback: true},
	"user no-namespaces no-perf":         {level: Limited, counting: "sampling", fallback: true},
	"user subordinate":                   {level: Isolated, counting: "perf event", other: true, fallback: true},
	"user subordinate delegated":         {level: Full, counting: "cgroup v2", other: true, fallback: true},
	"root only-v2 no-perf no-namespaces": {level: Limited, counting: "cgroup v2", other: true, fallback: true},
}

// check compares how programs are confined with what the identity should give, row by
// row.
func (i *identity) check(t *testing.T) {
	c := Confined()
	if c.Level != i.level || !strings.Contains(c.Detail, i.counting) {
		t.Errorf("programs are confined at level %v, want %v by %s", c, i.level, i.counting)
	}
	spaces, counted := i.level >= Isolated, i.counting != "sampling"
	for _, want := range []struct {
		row   string
		holds bool
	}{
		{"namespaces", spaces}, {"another user", i.other}, {"CPU time", counted}, {"control groups", strings.HasPrefix(i.counting, "cgroup")},
		{"disk", spaces}, {"system calls", true}, {"no network", true},
	} {
		for _, r := range c.Guarantees {
			if strings.HasPrefix(r.What, want.row) && (r.Holds != want.holds || r.By == "" || !r.Holds && r.How == "") {
				t.Errorf("%+v: holds %v, want %v", r, r.Holds, want.holds)
			}
		}
	}
}

// become makes this process what it was started as.
func become() {
	as := os.Getenv(asMark)
	if filepath.Base(os.Args[0]) == "newuidmap" || filepath.Base(os.Args[0]) == "newgidmap" {
		must(mapUsers(os.Args))
		os.Exit(0)
	}
	if as == "" || os.Getenv(readyMark) != "" || os.Getenv(supervisorVariable) != "" {
		return
	}
	if os.Geteuid() == 0 {
		furnish(as)
	}
	if os.Geteuid() == 0 && strings.HasPrefix(as, "user") {
		must(errors.Join(syscall.Setgroups(nil), syscall.Setgid(somebody), syscall.Setuid(somebody)))
	}
	deny(as)
	os.Setenv(readyMark, "1")
	must(syscall.Exec("/proc/self/exe", os.Args, os.Environ()))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

// furnish takes control groups away, and gives ranges of users. It may: the
// process has mounts of its own.
func furnish(as string) {
	data, err := os.ReadFile("/proc/self/mounts")
	must(err)
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		v1, v2 := words[2] == "cgroup", words[2] == "cgroup2"
		if strings.Contains(as, "no-cgroups") && (v1 || v2) || strings.Contains(as, "only-v2") && v1 || strings.Contains(as, "only-v1") && v2 {
			must(unix.Unmount(words[1], unix.MNT_DETACH))
		}
		if strings.Contains(as, "delegated") && v2 {
			delegate(words[1])
		}
	}
	if !strings.Contains(as, "subordinate") {
		return
	}
	const ranges = "54321:200000:65536\n"
	users, err := os.ReadFile("/etc/passwd")
	must(err)
	for name, text := range map[string]string{"subuid": ranges, "subgid": ranges, "passwd": string(users) + "evolab-somebody:x:54321:54321::/:/bin/sh\n"} {
		must(os.WriteFile(name, []byte(text), 0o644))
		must(unix.Mount(name, "/etc/"+name, "", unix.MS_BIND, ""))
	}
}

// delegate puts this process into a group that belongs to somebody.
func delegate(mount string) {
	dir := filepath.Join(mount, "evolab-test-"+strconv.Itoa(os.Getpid()))
	must(os.Mkdir(dir, 0o755))
	for _, path := range []string{dir, dir + "/cgroup.procs", dir + "/cgroup.threads", dir + "/cgroup.subtree_control"} {
		must(os.Chown(path, somebody, somebody))
	}
	must(os.WriteFile(dir+"/cgroup.procs", []byte("0"), 0))
}

// mapUsers stands in for newuidmap where that is not installed; it is setuid.
func mapUsers(args []string) error {
	text := ""
	for i := 2; i+2 < len(args); i += 3 {
		text += strings.Join(args[i:i+3], " ") + "\n"
	}
	file := map[string]string{"newuidmap": "uid_map", "newgidmap": "gid_map"}[filepath.Base(args[0])]
	return os.WriteFile("/proc/"+args[1]+"/"+file, []byte(text), 0)
}

// deny takes the right to namespaces or perf events away.
func deny(as string) {
	var list []seccomp.SyscallGroup
	if strings.Contains(as, "no-namespaces") {
		spaces := seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.BitsSet, Value: syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID}}
		list = append(list, seccomp.SyscallGroup{Names: []string{"unshare", "setns", "mount"}, Action: seccomp.ActionErrno,
			NamesWithCondtions: []seccomp.NameWithConditions{{Name: "clone", Conditions: spaces}}},
			seccomp.SyscallGroup{Names: []string{"clone3"}, Action: seccomp.ActionErrno | seccomp.Action(syscall.ENOSYS)})
	}
	if strings.Contains(as, "no-perf") {
		list = append(list, seccomp.SyscallGroup{Names: []string{"perf_event_open"}, Action: seccomp.ActionErrno | seccomp.Action(syscall.EACCES)})
	}
	if len(list) > 0 {
		policy := seccomp.Policy{DefaultAction: seccomp.ActionAllow, Syscalls: list}
		must(seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: policy}))
	}
}

// meetAsOthers runs the same tests as weaker users, and on machines with less.
func meetAsOthers(t *testing.T, attacks string) {
	list := []string{"user no-namespaces"}
	if longtest.Enabled() {
		list = append(list, "user no-perf", "user no-namespaces no-perf")
	}
	if longtest.Enabled() && os.Geteuid() == 0 {
		list = list[:0]
		for name := range identities {
			list = append(list, name)
		}
	}
	for _, as := range list {
		t.Run(as, func(t *testing.T) {
			besides(t)
			meetAs(t, as, attacks)
		})
	}
}

func meetAs(t *testing.T, as, attacks string) {
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for d := dir; d != "/" && d != "."; d = filepath.Dir(d) {
		_ = os.Chmod(d, 0o755) // as far as they are ours
	}
	bin := filepath.Join(dir, "bin")
	if err := errors.Join(os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS("testdata")), os.Mkdir(filepath.Join(dir, "tmp"), 0o777), os.Mkdir(bin, 0o755),
		os.Chmod(filepath.Join(dir, "tmp"), 0o777), copyFile(me, filepath.Join(dir, "host.test"), 0o755)); err != nil {
		t.Fatal(err)
	}
	_ = os.Chmod(filepath.Join(dir, "testdata", "program", "echo.sh"), 0o755)
	cmd := exec.Command(filepath.Join(dir, "host.test"), "-test.run=^TestHostilePrograms$", "-test.v", "-long="+strconv.FormatBool(longtest.Enabled()), "-others="+strconv.FormatBool(*others))
	cmd.Dir, cmd.Env = dir, append(os.Environ(), asMark+"="+as, "TMPDIR="+filepath.Join(dir, "tmp"), "HOME="+dir)
	if attacks != "" {
		theirs := filepath.Join(dir, "attacks")
		if err := os.CopyFS(theirs, os.DirFS(attacks)); err != nil {
			t.Fatal(err)
		}
		cmd.Env = append(cmd.Env, attacksMark+"="+theirs)
	}
	if _, err := exec.LookPath("newuidmap"); err != nil && strings.Contains(as, "subordinate") {
		for _, name := range []string{"newuidmap", "newgidmap"} {
			if err := errors.Join(copyFile(me, filepath.Join(bin, name), 0o755), os.Chmod(filepath.Join(bin, name), 0o755|os.ModeSetuid)); err != nil {
				t.Fatal(err)
			}
		}
		cmd.Env = append(cmd.Env, "PATH="+bin+":"+os.Getenv("PATH"))
	}
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	}
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v:\n%s", err, said)
	}
	for line := range strings.Lines(string(said)) {
		if strings.Contains(line, "; not: ") {
			t.Log(strings.TrimSpace(line))
		}
	}
	for _, dir := range delegated() {
		_ = os.Remove(dir)
	}
}

// copyFile copies a file of the tests' own.
func copyFile(from, to string, mode os.FileMode) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	// A process that other tests start meanwhile would hold the file open for writing until it
	// runs its program, and nobody can run a file that somebody writes.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	return os.WriteFile(to, data, mode)
}

// delegated are the groups that the tests made.
func delegated() []string {
	list, _ := filepath.Glob("/sys/fs/cgroup/evolab-test-*")
	more, _ := filepath.Glob("/sys/fs/cgroup/*/evolab-test-*")
	return append(list, more...)
}
