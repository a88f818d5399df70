package host

import (
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"evolab/host/cage"
)

// meter adds up what the processes of a ply use.
type meter struct {
	cage   *cage.Box
	leader int                   // the process that was started, by its PID here
	before time.Duration         // CPU time of the children of earlier plies
	seen   map[int]time.Duration // CPU time of each process when it was last seen
	began  time.Time
	queue  *queue        // nil if the system does not report waiting times
	own    process       // the supervisor, which starts the ply
	charge bool          // memory outside of any process's size is counted too
	base   time.Duration // CPU time that counted for earlier answers of a program that keeps running
}

func newMeter(c *cage.Box, s *supervisor) *meter {
	m := &meter{cage: c, before: childTime(), seen: map[int]time.Duration{}, began: time.Now(), own: s.own, charge: !s.groups.MemoryCounted()}
	if s.delays {
		m.queue = newQueue()
	}
	return m
}

// childTime returns the CPU time of all children that have been waited for, and of
// the children that those waited for.
func childTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// sample looks at all processes. It returns how the ply has spent its time, and a
// failure if it uses too much of anything else. If nothing counts all of the CPU
// time, it takes the largest of three sums, because a program can keep each one
// small: the perf event's; that of living processes and those waited for, which
// misses the children of a process that ignores SIGCHLD; and that of what each
// process had when it was last seen, which misses those that came and went in
// between.
func (m *meter) sample(limits *Resources) (spell, *Failure) {
	living, memory, threads := time.Duration(0), int64(0), 0
	dir, all := m.processes()
	for _, p := range all {
		living += p.cpu + p.reaped
		memory += p.memory
		threads += max(1, p.threads)
		m.seen[p.pid] = max(m.seen[p.pid], p.cpu)
	}
	cpu, _ := m.cage.CPU()
	if !m.cage.Exact() {
		cpu = max(cpu, m.sum(), childTime()-m.before+living)
	}
	if m.charge {
		memory += m.cage.Sockets()*socketSize() + hidden(dir, all, limits.Memory)
	}
	now := m.spell(cpu-m.base, dir, all)
	switch {
	case threads > limits.Processes:
		return now, &Failure{Crash, fmt.Sprintf("ran %d processes and threads at a time of %d allowed", threads, limits.Processes)}
	case memory > limits.Memory:
		return now, &Failure{Crash, fmt.Sprintf("used %.2f GB of memory of %.2f GB allowed", gigabytes(memory), gigabytes(limits.Memory))}
	}
	return now, nil
}

// processes lists the processes of the ply, and returns the /proc that shows them.
func (m *meter) processes() (string, []process) {
	if dir := m.cage.Proc(); dir != "" {
		const first = 1 // the namespace's first process is not the program's
		return dir, allBut(dir, first)
	}
	all := below(os.Getpid(), allBut("/proc", os.Getpid()))
	if m.cage.Nested() {
		all = slices.DeleteFunc(all, func(p process) bool { return p.pid == m.leader })
	}
	return "/proc", all
}

func tooMuchMemory(limit int64) *Failure {
	return &Failure{Crash, fmt.Sprintf("used more than the %.2f GB of memory allowed", gigabytes(limit))}
}

// spell returns how the ply has spent its time so far.
func (m *meter) spell(cpu time.Duration, dir string, all []process) spell {
	if m.queue == nil {
		return spell{wall: time.Since(m.began), cpu: cpu}
	}
	s := spell{wall: time.Since(m.began), cpu: cpu, measured: true}
	// Nothing is lost by starting late: the kernel adds up earlier waits, and most plies
	// are over by then.
	if s.wall >= 20*time.Millisecond {
		s.waited = m.queue.look(s.wall, cpu, readTasks(dir, all, &m.own))
	}
	return s
}

func gigabytes(n int64) float64 { return float64(n) / (1 << 30) }

func (m *meter) sum() time.Duration {
	sum := time.Duration(0)
	for _, cpu := range m.seen {
		sum += cpu
	}
	return sum
}

// total returns the CPU time of the ply, once all its processes have ended.
func (m *meter) total() time.Duration {
	cpu, _ := m.cage.CPU()
	if !m.cage.Exact() {
		cpu = max(cpu, m.sum(), childTime()-m.before-m.cage.Own())
	}
	return max(0, cpu-m.base)
}
