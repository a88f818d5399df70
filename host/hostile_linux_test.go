package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// modes are the ways to hold a program: the strongest that the system allows,
// and the one for systems that allow none.
func modes(t *testing.T) map[string]func(*scratch, Resources, bool) (runner, error) {
	small := func(r Resources) Resources {
		r.Memory, r.Processes, r.FileSize, r.Folder = 200<<20, 40, 8<<20, 20<<20
		return r
	}
	list := map[string]func(*scratch, Resources, bool) (runner, error){
		"subreaper": func(s *scratch, r Resources, keep bool) (runner, error) { return startWarden(s, small(r), keep, nil) },
	}
	if cage := strongest(); cage != nil {
		list["cage"] = func(s *scratch, r Resources, keep bool) (runner, error) { return startWarden(s, small(r), keep, cage) }
	} else {
		t.Log("this system allows no cage: only the weaker mode is tested")
	}
	return list
}

// enemy is a program that tries to harm the host, the other side or the records.
type enemy struct {
	name, command string
	reason        string // "": it may answer, what it did is harmless
	detail        string
	onlyCaged     bool // in the weaker mode it harms the warden or others
	sleeps        bool // it is the wall limit that ends it
	busy          bool // it takes CPU time before it does what it is there for
}

// limits leave an enemy the time that it needs to do harm.
func (e *enemy) limits() Limits {
	limits := Limits{CPU: 300 * time.Millisecond, Wall: 10 * time.Second}
	if e.sleeps {
		limits.Wall = 400 * time.Millisecond
	}
	if e.busy {
		limits.CPU = 5 * time.Second
	}
	return limits
}

// hostile lists them. A test gives each a mark, in its environment, that all it
// starts inherits.
var hostile = []enemy{
	{name: "link as output", command: "ln -s /etc/passwd output.txt", reason: NoOutput, detail: "not a regular file"},
	{name: "pipe as output", command: "mkfifo output.txt", reason: NoOutput, detail: "not a regular file"},
	{name: "folder as output", command: "mkdir -p output.txt/a/b; chmod 000 output.txt", reason: NoOutput, detail: "not a regular file"},
	{name: "input as a link", command: "rm input.txt; ln -s ../../victim input.txt", reason: NoOutput, detail: "there is no output.txt"},
	{name: "flood on standard output", command: "head -c 3000000000 /dev/zero; echo PASS > output.txt"},
	{name: "flood on standard error", command: "head -c 300000000 /dev/zero >&2; echo PASS > output.txt"},
	{name: "flood into output.txt", command: "trap '' XFSZ; head -c 3000000000 /dev/zero > output.txt; true"},
	{name: "binary output", command: `printf '\000\377\n2,3' > output.txt`},
	{name: "fork storm", command: "f() { f | f & f; }; f", reason: Crash, detail: "processes and threads", onlyCaged: true},
	{name: "many sleepers", command: "for i in $(seq 200); do sleep 60 & done; wait", reason: Crash, detail: "processes and threads"},
	{name: "daemon", command: "setsid sh -c 'setsid sh -c \"while :; do sleep 0.01; done\" &' & sleep 0.05; echo PASS > output.txt"},
	{name: "ignores TERM", command: "trap '' TERM INT HUP; while :; do sleep 0.05; done", reason: atWall(), detail: "wall time", sleeps: true},
	{name: "sleeper", command: "sleep 60", reason: atWall(), detail: "wall time", sleeps: true},
	{name: "kills its parent", command: "kill -9 $PPID; kill -TERM $PPID; kill -9 1; echo PASS > output.txt", onlyCaged: true},
	{name: "signals its warden", command: "for s in 1 2 3 4 5 6 7 8 10 11 12 13 14 15 24 25 31; do kill -$s 1 $PPID; done; echo PASS > output.txt", onlyCaged: true},
	{name: "kills everybody", command: "kill -9 -1; echo PASS > output.txt", onlyCaged: true},
	{name: "burns CPU in an escaped child", command: "setsid sh -c 'while :; do :; done' & sleep 60", reason: Time, detail: "of CPU of 0.300 s allowed"},
	{name: "hides CPU from waiting", command: "trap '' CHLD; for i in 1 2 3 4 5 6 7 8; do (i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done) & done; sleep 60", reason: Time, detail: "of CPU of 0.300 s allowed"},
	{name: "memory", command: `awk 'BEGIN { s = "x"; while (length(s) < 400000000) s = s s; system("sleep 60") }'`, reason: Crash, detail: "of memory of 0.20 GB allowed", busy: true},
	{name: "fills its folder", command: "for i in 1 2 3 4 5; do head -c 8000000 /dev/zero > f$i; done; echo PASS > output.txt", reason: Crash, detail: "MB in files of 20 MB allowed"},
	{name: "locks its folder", command: "mkdir d; touch d/f; chmod 000 d; echo PASS > output.txt; chmod 000 ."},
	{name: "moves its folder away", command: "cd ..; mv program gone; ln -s /etc program", reason: NoOutput, detail: "there is no output.txt", onlyCaged: true},
	{name: "writes elsewhere", command: "echo 9,9 | tee $VICTIM/output.txt $VICTIM/victim $OTHERS/*/program/output.txt; echo PASS > output.txt", onlyCaged: true},
	{name: "raises its limits", command: "ulimit -f unlimited && echo raised > raised; mount -o remount,rw / && echo rw > raised; [ -e raised ] || echo PASS > output.txt", onlyCaged: true},
	{name: "kills itself", command: "echo PASS > output.txt; kill -SEGV $$"},
}

// Each program loses for the right reason or has done no harm; nothing of it is
// left running or on the disk, and a bystander beside it is not disturbed.
func TestHostilePrograms(t *testing.T) {
	for mode, run := range modes(t) {
		t.Run(mode, func(t *testing.T) {
			for _, h := range hostile {
				if h.onlyCaged && mode != "cage" {
					continue
				}
				t.Run(h.name, func(t *testing.T) { meet(t, h.command, h.reason, h.detail, h.limits(), run) })
			}
		})
	}
}

func meet(t *testing.T, command, reason, detail string, limits Limits, run func(*scratch, Resources, bool) (runner, error)) {
	victim := t.TempDir()
	if err := os.WriteFile(filepath.Join(victim, "victim"), []byte("unharmed"), 0o644); err != nil {
		t.Fatal(err)
	}
	mark := fmt.Sprintf("EVOLAB_TEST_MARK=%d-%d", os.Getpid(), time.Now().UnixNano())
	name, value, _ := strings.Cut(mark, "=")
	t.Setenv(name, value)
	t.Setenv("VICTIM", victim)
	t.Setenv("OTHERS", filepath.Dir(os.TempDir()+"/x"))
	bystander, err := open(Program{Dir: "testdata/program", Command: "cat answer.txt > output.txt; cat input.txt >> seen"}, run)
	if err != nil {
		t.Fatal(err)
	}
	defer bystander.Close()
	s, err := open(Program{Dir: "testdata/program", Command: command}, run)
	if err != nil {
		t.Fatal(err)
	}
	for ply := range 2 {
		_, err := s.Ask(t.Context(), []byte("input"), limits)
		var f *Failure
		switch {
		case reason == "" && err != nil && !errors.As(err, &f):
			t.Errorf("ply %d: %v", ply, err)
		case reason != "":
			wantFailure(t, err, reason, detail)
		}
		if left := marked(mark); len(left) > 2 { // both wardens
			t.Errorf("ply %d: %d still running, as %.200q", ply, len(left), left)
		}
		answer, err := bystander.Ask(t.Context(), []byte("b"), Limits{CPU: time.Second, Wall: 20 * time.Second})
		if err != nil || string(answer.Output) != "2,3\n" || answer.CPU > 200*time.Millisecond {
			t.Errorf("ply %d: the bystander got %q in %v, %v", ply, answer.Output, answer.CPU, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(s.scratch.top); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the scratch folder is left: %v", err)
	}
	if text, err := os.ReadFile(filepath.Join(victim, "victim")); err != nil || string(text) != "unharmed" {
		t.Errorf("the victim became %q, %v", text, err)
	}
	if seen, err := os.ReadFile(filepath.Join(bystander.Dir(), "seen")); err != nil || string(seen) != "bb" {
		t.Errorf("the bystander saw %q, %v", seen, err)
	}
	if err := bystander.Close(); err != nil {
		t.Error(err)
	}
	if left := marked(mark); len(left) > 0 {
		t.Errorf("at the end: %d still running, as %.200q", len(left), left)
	}
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
