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
)

var (
	long   = flag.Bool("long", false, "meet all hostile programs, as oneself, as a user, and as a user who may make no namespaces")
	others = flag.Bool("others", false, "meet the few of the usual tests and those alike, as a user too")
)

// Each program loses for the right reason or has done no harm; nothing of it is
// left running or on the disk, nothing outside has changed, and a bystander
// beside it is not disturbed.
func TestHostilePrograms(t *testing.T) {
	t.Setenv("EVOLAB_TOKEN", "secret")
	attacks := built(t)
	if os.Getenv(asMark) == "" && (*others || *long) {
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
	if !*long {
		t.Parallel()
	}
}

// meetAll meets the enemies as the identity that this process has.
func meetAll(t *testing.T, attacks string) {
	me, other := identities[os.Getenv(asMark)]
	if other {
		me.check(t)
	}
	t.Logf("%q: %v; not: %v", os.Getenv(asMark), Confined(), strongest().why)
	for _, h := range hostile {
		usual := h.quick || h.alike && (*others || *long)
		if (usual || *long) && !(h.strong && Confined().Level < Isolated) && (!me.fallback || usual && h.takes()) {
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
	err = Again(func() (err error) {
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
		err := Again(func() (err error) { // a busy machine is not what is tested
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
	if h.brief && !strongest().held.Clock {
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
