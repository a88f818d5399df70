package host

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// meter adds up what the processes of a ply take.
type meter struct {
	caged  bool
	before time.Duration         // CPU time of the children of earlier plies
	seen   map[int]time.Duration // by process, what it had when it was last seen
	began  time.Time
	queue  *queue  // nil where the system does not tell waiting times
	own    process // the warden, which starts the ply
}

func newMeter(caged, delays bool) *meter {
	m := &meter{caged: caged, before: childTime(), seen: map[int]time.Duration{}, began: time.Now()}
	m.own, _ = readProcess(os.Getpid())
	if delays {
		m.queue = newQueue()
	}
	return m
}

// childTime is the CPU time of all children that have been waited for, and of
// those that they waited for.
func childTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// sample looks at all processes, and returns how the ply has spent its time and
// the failure of what takes too much else. The CPU time is the larger of two sums,
// because either can be kept small: of what was waited for and what lives, which
// misses the children of a process that ignores their end; and of what each
// process had when it was last seen, which misses those that came and went in
// between.
func (m *meter) sample(limits Resources) (spell, *Failure) {
	living, memory, threads := time.Duration(0), int64(0), 0
	all := children(m.caged)
	for _, p := range all {
		living += p.cpu + p.reaped
		memory += p.memory
		threads += max(1, p.threads)
		m.seen[p.pid] = max(m.seen[p.pid], p.cpu)
	}
	now := m.spell(max(m.sum(), childTime()-m.before+living), all)
	switch {
	case threads > limits.Processes:
		return now, &Failure{Crash, fmt.Sprintf("ran %d processes and threads at a time of %d allowed", threads, limits.Processes)}
	case memory > limits.Memory:
		return now, &Failure{Crash, fmt.Sprintf("used %.2f GB of memory of %.2f GB allowed", gigabytes(memory), gigabytes(limits.Memory))}
	}
	return now, nil
}

// spell is how the time since the start was spent.
func (m *meter) spell(cpu time.Duration, all []process) spell {
	if m.queue == nil {
		return spell{wall: time.Since(m.began), cpu: cpu}
	}
	s := spell{wall: time.Since(m.began), cpu: cpu, measured: true}
	if s.wall >= firstQueue {
		s.waited = m.queue.look(s.wall, cpu, readTasks(all, &m.own))
	}
	return s
}

// firstQueue is when waits are looked at first: the kernel has added up those
// before, and most plies are over by then.
const firstQueue = 20 * time.Millisecond

func gigabytes(n int64) float64 { return float64(n) / (1 << 30) }

func (m *meter) sum() time.Duration {
	sum := time.Duration(0)
	for _, cpu := range m.seen {
		sum += cpu
	}
	return sum
}

// total is the CPU time of the ply, once nothing lives any more.
func (m *meter) total() time.Duration { return max(m.sum(), childTime()-m.before) }

// overfull is the failure of a program whose folders hold too much.
func overfull(limit int64, folders ...string) *Failure {
	total, files := int64(0), 0
	for _, folder := range folders {
		_ = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil // what cannot be read cannot be counted
			}
			if files++; files > mostFiles {
				return fs.SkipAll
			}
			if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
				total += info.Size()
			}
			return nil
		})
	}
	switch {
	case files > mostFiles:
		return &Failure{Crash, fmt.Sprintf("keeps more than %d files", mostFiles)}
	case total > limit:
		return &Failure{Crash, fmt.Sprintf("keeps %d MB in files of %d MB allowed", total>>20, limit>>20)}
	}
	return nil
}

// mostFiles bounds the files of a scratch folder.
const mostFiles = 20_000
