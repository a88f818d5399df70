package cage

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// groups are the control groups of a supervisor's program. Some eighty lines of
// file writes: a library would bring systemd and eBPF along.
type groups struct {
	unified string            // of version 2, "" if there is none
	v1      map[string]string // folders by controller: cpuacct, memory, pids
	dir     *os.File          // of unified, for clone3
	time    *os.File          // that tells the CPU time
	memory  bool              // what it uses is counted and bounded
}

const groupPrefix = "evolab-"

// newGroups makes the groups wherever they can be made below those of this
// process; an error means that none can count CPU time.
func newGroups(bounds Bounds) (*groups, error) {
	g := &groups{v1: map[string]string{}}
	name := groupPrefix + strconv.Itoa(os.Getpid())
	for _, h := range hierarchies() {
		dir := filepath.Join(h.folder, name)
		if removeDead(h.folder); os.Mkdir(dir, 0o755) != nil {
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
	g.bound(bounds)
	if g.openTime() < 0 {
		g.remove()
		return nil, errors.New("cage: no control group can be made")
	}
	return g, nil
}

// bound limits memory and processes where the controllers allow that.
func (g *groups) bound(b Bounds) {
	memory, processes := strconv.FormatInt(b.Memory, 10), strconv.Itoa(b.Processes)
	if g.unified != "" {
		g.memory = write(g.unified, "memory.max", memory)
		write(g.unified, "memory.swap.max", "0")
		write(g.unified, "pids.max", processes)
	}
	if dir := g.v1["memory"]; dir != "" {
		g.memory = write(dir, "memory.limit_in_bytes", memory) || g.memory
		write(dir, "memory.memsw.limit_in_bytes", memory)
	}
	if dir := g.v1["pids"]; dir != "" {
		write(dir, "pids.max", processes)
	}
}

func write(dir, name, text string) bool {
	return os.WriteFile(filepath.Join(dir, name), []byte(text), 0) == nil
}

// openTime opens what tells the CPU time, and returns it.
func (g *groups) openTime() time.Duration {
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

// usage is the CPU time that was ever used in the groups, below 0 if they do not
// tell.
func (g *groups) usage() time.Duration {
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

// kills is how many processes died because the memory was used up.
func (g *groups) kills() int64 {
	n, _ := field(filepath.Join(g.unified, "memory.events"), "oom_kill")
	if dir := g.v1["memory"]; dir != "" {
		more, _ := field(filepath.Join(dir, "memory.oom_control"), "oom_kill")
		n += more
	}
	return n
}

// field is a number in a file of lines of a name and a number, or of one number.
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

// kill ends everything in the groups.
func (g *groups) kill() bool { return g.unified != "" && write(g.unified, "cgroup.kill", "1") }

// tasks lists the files that a thread enters the groups of version 1 by.
func (g *groups) tasks() []string {
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

func (g *groups) remove() {
	for _, f := range []*os.File{g.dir, g.time} {
		if f != nil {
			f.Close()
		}
	}
	for _, dir := range append([]string{g.unified}, mapValues(g.v1)...) {
		for try := 0; dir != "" && try < 50; try++ {
			if err := unix.Rmdir(dir); err == nil || err == unix.ENOENT {
				break
			}
			time.Sleep(time.Millisecond) // what was killed is still leaving
		}
	}
}

func mapValues(m map[string]string) []string {
	var list []string
	for _, v := range m {
		list = append(list, v)
	}
	return list
}

// removeDead removes the groups of supervisors that are no more.
func removeDead(folder string) {
	old, _ := filepath.Glob(filepath.Join(folder, groupPrefix+"*"))
	for _, dir := range old {
		pid, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(dir), groupPrefix))
		if err == nil && (pid == os.Getpid() || unix.Kill(pid, 0) == unix.ESRCH) {
			_ = unix.Rmdir(dir) // one that is in use stays
		}
	}
}

// hierarchy is a tree of control groups, and this process's place in it.
type hierarchy struct {
	folder      string
	unified     bool
	controllers []string
}

func hierarchies() []hierarchy {
	places := places()
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

// places are this process's groups, by the controllers of their hierarchy.
func places() map[string]string {
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

// String says what the groups are, for people.
func (g *groups) String() string {
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
