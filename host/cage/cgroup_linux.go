package cage

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Groups are the control groups of a supervisor's program. They take some eighty
// lines of file writes; a library would bring in systemd and eBPF. A nil *Groups has
// none.
type Groups struct {
	unified string            // folder of version 2, "" if there is none
	v1      map[string]string // folders of version 1, by controller: cpuacct, memory, pids
	dir     *os.File          // of unified, for clone3
	entries []*os.File        // the files to enter those of version 1
	time    *os.File          // has the CPU time
	memory  bool              // it is counted and bounded
	bounds  Bounds
	kills   int64 // for lack of memory, seen so far
}

// groupPrefix begins the names of the groups of this PID namespace. Containers can share
// groups, and number their processes alike.
func groupPrefix() string {
	space, _ := os.Readlink("/proc/self/ns/pid") // pid:[4026531836]
	return "evolab-" + strings.Trim(space, "pid:[]") + "-"
}

// NewGroups makes control groups wherever it can below those of this process. It fails
// if none of them can count CPU time.
func NewGroups(bounds Bounds) (*Groups, error) {
	g := &Groups{v1: map[string]string{}}
	name := groupPrefix() + strconv.Itoa(os.Getpid())
	for _, h := range hierarchies() {
		dir := filepath.Join(h.folder, name)
		if removeStaleGroups(h.folder); os.Mkdir(dir, 0o755) != nil {
			continue
		}
		if h.unified {
			g.unified = dir
			continue
		}
		for _, c := range h.controllers {
			g.v1[c] = dir
		}
	}
	if g.unified != "" {
		g.dir, _ = os.Open(g.unified)
	}
	g.Bound(bounds)
	if g.openTime() < 0 {
		g.remove()
		return nil, errors.New("no control group can be made")
	}
	for _, path := range g.tasks() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, errors.Join(err, g.Close())
		}
		g.entries = append(g.entries, f)
	}
	return g, nil
}

// MemoryCounted reports whether the kernel bounds all memory of a program, of
// whatever kind.
func (g *Groups) MemoryCounted() bool { return g != nil && g.memory }

// Kill kills everything in the groups at once. It returns false if the kernel cannot.
func (g *Groups) Kill() bool {
	return g != nil && g.unified != "" && writeFile(g.unified, "cgroup.kill", "1")
}

// Close removes the groups. Nothing may run in them any more.
func (g *Groups) Close() error {
	if g == nil {
		return nil
	}
	var err error
	for _, f := range g.entries {
		err = errors.Join(err, f.Close())
	}
	g.remove()
	return err
}

// Bound limits memory and processes where the controllers allow that.
func (g *Groups) Bound(b Bounds) {
	if g == nil || b == g.bounds {
		return
	}
	g.bounds = b
	memory, processes := strconv.FormatInt(b.Memory, 10), strconv.Itoa(b.Processes)
	if g.unified != "" {
		g.memory = writeFile(g.unified, "memory.max", memory) || g.memory
		writeFile(g.unified, "memory.swap.max", "0")
		writeFile(g.unified, "pids.max", processes)
	}
	if dir := g.v1["memory"]; dir != "" {
		// This limit must never be the lower one, so it is set before and after the other.
		writeFile(dir, "memory.memsw.limit_in_bytes", memory)
		g.memory = writeFile(dir, "memory.limit_in_bytes", memory) || g.memory
		writeFile(dir, "memory.memsw.limit_in_bytes", memory)
	}
	if dir := g.v1["pids"]; dir != "" {
		writeFile(dir, "pids.max", processes)
	}
}

func writeFile(dir, name, text string) bool {
	return os.WriteFile(filepath.Join(dir, name), []byte(text), 0) == nil
}

// openTime opens the file with the CPU time, and returns the time so far.
func (g *Groups) openTime() time.Duration {
	if g.dir != nil {
		g.time, _ = os.Open(filepath.Join(g.unified, "cpu.stat"))
		if now := g.usage(); now >= 0 {
			return now
		}
	}
	if dir := g.v1["cpuacct"]; dir != "" {
		g.time, _ = os.Open(filepath.Join(dir, "cpuacct.usage"))
	}
	return g.usage()
}

// usage returns all CPU time used in the groups so far, below 0 if it is unknown.
func (g *Groups) usage() time.Duration {
	if g.time == nil {
		return -1
	}
	var data [512]byte
	n, _ := g.time.ReadAt(data[:], 0)
	text := string(data[:n])
	unit := time.Nanosecond
	if rest, ok := strings.CutPrefix(text, "usage_usec "); ok {
		text, unit = rest, time.Microsecond
	}
	text, _, _ = strings.Cut(text, "\n")
	used, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return -1
	}
	return time.Duration(used) * unit
}

// field reads the number after a name in a file, or the file's first number if the
// name is "".
func field(path, name string) (int64, bool) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	for line := range bytes.Lines(data) {
		words := strings.Fields(string(line))
		if len(words) > 0 && (name == "" || len(words) == 2 && words[0] == name) {
			n, err := strconv.ParseInt(words[len(words)-1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}

// tasks lists the files that a thread writes to when it enters the version 1 groups.
func (g *Groups) tasks() []string {
	var list []string
	seen := map[string]bool{}
	for _, controller := range []string{"cpuacct", "memory", "pids"} {
		if dir := g.v1[controller]; dir != "" && !seen[dir] {
			seen[dir] = true
			list = append(list, filepath.Join(dir, "tasks"))
		}
	}
	return list
}

func (g *Groups) remove() {
	for _, f := range []*os.File{g.dir, g.time} {
		if f != nil {
			f.Close()
		}
	}
	const maxTries = 50
	for _, dir := range append(slices.Collect(maps.Values(g.v1)), g.unified) {
		for try := 0; dir != "" && try < maxTries; try++ {
			if err := unix.Rmdir(dir); err == nil || err == unix.ENOENT {
				break
			}
			time.Sleep(time.Millisecond) // killed processes may still be exiting
		}
	}
}

// String says what the groups are, for people.
func (g *Groups) String() string {
	switch {
	case g == nil:
		return "none"
	case g.unified != "" && len(g.v1) > 0:
		return "cgroup v2 for CPU time, v1 for the rest"
	case g.unified != "":
		return "cgroup v2"
	}
	return fmt.Sprintf("cgroup v1 (%s)", strings.Join(g.tasks(), ", "))
}

// hierarchy is a tree of control groups, and this process's place in it.
type hierarchy struct {
	folder      string
	unified     bool
	controllers []string
}

func hierarchies() []hierarchy {
	places := ownGroups()
	f, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return nil
	}
	defer f.Close()
	var list []hierarchy
	for lines := bufio.NewScanner(f); lines.Scan(); {
		front, back, _ := strings.Cut(lines.Text(), " - ")
		mount, kind := strings.Fields(front), strings.Fields(back)
		const root, point = 3, 4
		if len(mount) <= point || len(kind) < 3 || !strings.HasPrefix(kind[0], "cgroup") {
			continue
		}
		h := hierarchy{unified: kind[0] == "cgroup2"}
		if !h.unified {
			h.controllers = strings.Split(kind[2], ",")
		}
		for key, place := range places {
			if rest, ok := strings.CutPrefix(place, strings.TrimSuffix(mount[root], "/")); ok && h.serves(key) {
				h.folder = filepath.Join(mount[point], rest)
			}
		}
		if h.folder != "" {
			list = append(list, h)
		}
	}
	return list
}

// serves reports whether a line of /proc/self/cgroup is about the hierarchy.
func (h *hierarchy) serves(controllers string) bool {
	if h.unified || controllers == "" {
		return h.unified && controllers == ""
	}
	first, _, _ := strings.Cut(controllers, ",")
	for _, c := range h.controllers {
		if c == first && (c == "cpuacct" || c == "memory" || c == "pids" || c == "cpu") {
			return true
		}
	}
	return false
}

// ownGroups returns this process's groups, by the controllers of their hierarchy.
func ownGroups() map[string]string {
	data, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	list := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if words := strings.SplitN(strings.TrimSpace(line), ":", 3); len(words) == 3 {
			list[words[1]] = words[2]
		}
	}
	return list
}

// removeStaleGroups removes the groups of supervisors of this PID namespace that have
// ended.
func removeStaleGroups(folder string) {
	prefix := groupPrefix()
	old, _ := filepath.Glob(filepath.Join(folder, prefix+"*"))
	for _, dir := range old {
		pid, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(dir), prefix))
		if err == nil && (pid == os.Getpid() || unix.Kill(pid, 0) == unix.ESRCH) {
			_ = unix.Rmdir(dir) // fails for one that is in use
		}
	}
}
