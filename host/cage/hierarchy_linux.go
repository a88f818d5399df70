package cage

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

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

// places returns this process's groups, by the controllers of their hierarchy.
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

// removeDead removes the groups of supervisors that have ended.
func removeDead(folder string) {
	old, _ := filepath.Glob(filepath.Join(folder, groupPrefix+"*"))
	for _, dir := range old {
		pid, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(dir), groupPrefix))
		if err == nil && (pid == os.Getpid() || unix.Kill(pid, 0) == unix.ESRCH) {
			_ = unix.Rmdir(dir) // fails for one that is in use
		}
	}
}
