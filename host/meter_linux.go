package host

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"evolab/host/cage"
	"evolab/internal/quantity"
)

// meter adds up what the processes of a ply use.
type meter struct {
	cage            *cage.Box
	leader          int                   // the process that was started, by its PID here
	earlierChildren time.Duration         // CPU time of the children of earlier plies
	lastSeen        map[int]time.Duration // CPU time of each process when it was last seen
	mappings        map[int]countedMappings
	began           time.Time
	waits           *waitMeter    // nil if the system does not report waiting times
	supervisor      process       // starts the ply
	countHidden     bool          // memory outside of any process's size is counted too
	idle            time.Duration // of the ply, as of the last sample
	answered        time.Duration // CPU time charged to earlier answers of a program that keeps running
}

func newMeter(c *cage.Box, s *supervisor) *meter {
	m := &meter{cage: c, earlierChildren: childTime(), lastSeen: map[int]time.Duration{}, mappings: map[int]countedMappings{}, began: time.Now(), supervisor: s.self, countHidden: !s.groups.MemoryCounted()}
	if s.delays {
		m.waits = newWaitMeter()
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
func (m *meter) sample(limits *Resources) (timeSpent, *Failure) {
	living, memory, threads := time.Duration(0), int64(0), 0
	dir, all := m.processes()
	for _, p := range all {
		living += p.cpu + p.reaped
		memory += p.memory
		threads += max(1, p.threads)
		m.lastSeen[p.pid] = max(m.lastSeen[p.pid], p.cpu)
	}
	cpu, _ := m.cage.CPU()
	if !m.cage.Exact() {
		cpu = max(cpu, m.sum(), childTime()-m.earlierChildren+living)
	}
	if m.countHidden {
		memory += m.cage.Sockets()*socketSize() + hiddenMemory(dir, all, limits.Memory)
	}
	now := m.timeSpent(cpu-m.answered, dir, all)
	pipes, mappings := openPipes(dir, all), 0
	if m.countHidden {
		mappings = m.countMappings(dir, all)
	}
	switch {
	case threads > limits.Processes:
		return now, &Failure{Crash, fmt.Sprintf("ran %s and threads at a time of %d allowed", quantity.Of(threads, "process"), limits.Processes)}
	case memory > limits.Memory:
		return now, &Failure{Crash, fmt.Sprintf("used %.2f GB of memory of %.2f GB allowed", gigabytes(memory), gigabytes(limits.Memory))}
	case pipes > maxPipes:
		return now, &Failure{Crash, fmt.Sprintf("held %s open of %d allowed", quantity.Of(pipes, "pipe"), maxPipes)}
	case mappings > maxMappings:
		return now, &Failure{Crash, fmt.Sprintf("held more than %s of its memory", quantity.Of(maxMappings, "mapping"))}
	}
	return now, nil
}

// processes lists the processes of the ply, and returns the /proc that shows them.
func (m *meter) processes() (string, []process) {
	if dir := m.cage.Proc(); dir != "" {
		const first = 1 // the namespace's first process is not the program's
		return dir, processesExcept(dir, first)
	}
	all := descendants(os.Getpid(), processesExcept("/proc", os.Getpid()))
	if m.cage.Nested() {
		all = slices.DeleteFunc(all, func(p process) bool { return p.pid == m.leader })
	}
	return "/proc", all
}

func tooMuchMemory(limit int64) *Failure {
	return &Failure{Crash, fmt.Sprintf("used more than the %.2f GB of memory allowed", gigabytes(limit))}
}

// timeSpent returns how the ply has spent its time so far.
func (m *meter) timeSpent(cpu time.Duration, dir string, all []process) timeSpent {
	if m.waits == nil {
		return timeSpent{wall: time.Since(m.began), cpu: cpu}
	}
	s := timeSpent{wall: time.Since(m.began), cpu: cpu, measured: true}
	// Nothing is lost by starting late: the kernel adds up earlier waits, and most plies
	// are over by then.
	const firstCheck = 20 * time.Millisecond
	if s.wall >= firstCheck {
		s.waited = m.waits.add(s.wall, cpu, readThreads(dir, all, &m.supervisor))
		m.idle = s.idle()
	}
	return s
}

func gigabytes(n int64) float64 { return float64(n) / (1 << 30) }

func (m *meter) sum() time.Duration {
	sum := time.Duration(0)
	for _, cpu := range m.lastSeen {
		sum += cpu
	}
	return sum
}

// total returns the CPU time of the ply, once all its processes have ended.
func (m *meter) total() time.Duration {
	cpu, _ := m.cage.CPU()
	if !m.cage.Exact() {
		cpu = max(cpu, m.sum(), childTime()-m.earlierChildren-m.cage.FirstProcessCPU())
	}
	return max(0, cpu-m.answered)
}

// hiddenMemory returns the memory of processes that their resident size leaves out:
// page tables and swap. It cannot exceed what they have mapped, so it is read only if
// that is more than they may use.
func hiddenMemory(dir string, all []process, allowed int64) int64 {
	mapped, sum := int64(0), int64(0)
	for _, p := range all {
		mapped += p.mapped
	}
	if mapped <= allowed {
		return 0
	}
	for _, p := range all {
		status, _ := os.ReadFile(dir + "/" + strconv.Itoa(p.pid) + "/status") // the process may have ended
		sum += kilobytes(string(status), "VmPTE:") + kilobytes(string(status), "VmSwap:")
	}
	return sum
}

const (
	// maxPipes is a quarter of what Linux lets all processes of a user have before it makes
	// their pipes smaller (pipe-user-pages-soft).
	maxPipes = 256
	// maxMappings is what Linux lets one process have. Each takes some 450 bytes of the kernel.
	maxMappings = 1 << 16
)

// openPipes counts the pipes, named ones too, that processes have open. One process has no
// more files than are allowed.
func openPipes(dir string, all []process) int {
	if len(all) < 2 {
		return 0
	}
	type file struct{ device, number uint64 }
	pipes := map[file]bool{}
	for _, p := range all {
		files := dir + "/" + strconv.Itoa(p.pid) + "/fd"
		entries, _ := os.ReadDir(files) // the process may have ended
		for _, e := range entries {
			var st unix.Stat_t
			if unix.Stat(files+"/"+e.Name(), &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFIFO {
				pipes[file{st.Dev, st.Ino}] = true
			}
		}
	}
	return len(pipes)
}

// countedMappings are those of a process when it had a size and CPU time.
type countedMappings struct {
	mapped int64
	cpu    time.Duration
	n      int
}

// countMappings counts the mappings of all processes, up to more than maxMappings. The
// kernel lists them slowly, so they are counted only if there are pages for that many, and
// again only once a process has run or grown.
func (m *meter) countMappings(dir string, all []process) int {
	pages := int64(0)
	for _, p := range all {
		pages += p.mapped / int64(os.Getpagesize())
	}
	if pages <= maxMappings {
		return 0
	}
	sum := 0
	for _, p := range all {
		known, ok := m.mappings[p.pid]
		if !ok || known.mapped != p.mapped || known.cpu != p.cpu {
			known = countedMappings{p.mapped, p.cpu, lines(dir+"/"+strconv.Itoa(p.pid)+"/maps", maxMappings-sum)}
			m.mappings[p.pid] = known
		}
		if sum += known.n; sum > maxMappings {
			break
		}
	}
	return sum
}

// lines counts the lines of a file, up to more than a number.
func lines(path string, most int) int {
	f, err := os.Open(path)
	if err != nil {
		return 0 // the process has ended
	}
	defer f.Close()
	var buffer [64 << 10]byte
	sum := 0
	for sum <= most {
		n, err := f.Read(buffer[:])
		if sum += bytes.Count(buffer[:n], []byte{'\n'}); err != nil {
			break
		}
	}
	return sum
}

// kilobytes returns, in bytes, a size from a file like /proc/PID/status.
func kilobytes(text, name string) int64 {
	_, rest, found := strings.Cut(text, "\n"+name)
	words := strings.Fields(rest)
	if !found || len(words) == 0 {
		return 0
	}
	n, _ := strconv.ParseInt(words[0], 10, 64)
	return n << 10
}

// socketSize is how much unread data a socket can hold.
var socketSize = sync.OnceValue(func() int64 {
	const usual = 212_992
	data, err := os.ReadFile("/proc/sys/net/core/wmem_default")
	n, err2 := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64)
	if err != nil || err2 != nil {
		return usual
	}
	return n
})

// waitMeter adds up the time in which a ply's program was ready to run but had no core.
// The kernel adds a wait to a thread's run delay only when the wait is over, so a
// thread that is ready and has not run since the last sample counts as waiting, too.
//
// Between two samples, no more counts than the time in which the program did not run at
// all. So a program gains nothing by threads that wait for a core which another of its
// threads has.
type waitMeter struct {
	seen    map[int]countedThread
	at, cpu time.Duration // of the last look
	total   time.Duration
}

// countedThread is a thread, and how much of its current wait has been counted.
type countedThread struct {
	threadTimes
	counted time.Duration
}

// threadTimes is what /proc says about a thread's waits.
type threadTimes struct {
	id     int
	cpu    time.Duration
	delay  time.Duration // waits that are over
	slices int           // how often it got a core
	ready  bool          // it runs or waits for a core
}

func newWaitMeter() *waitMeter { return &waitMeter{seen: map[int]countedThread{}} }

// add records the state of all threads at a time since the start, and the CPU time that
// the ply had used by then. It returns how long the ply has waited so far.
func (m *waitMeter) add(at, cpu time.Duration, tasks []threadTimes) time.Duration {
	ran, waited := time.Duration(0), time.Duration(0)
	for _, t := range tasks {
		w, known := m.seen[t.id]
		if t.cpu < w.cpu || t.delay < w.delay {
			w, known = countedThread{}, false // a new thread has this ID now
		}
		ran += t.cpu - w.cpu
		more := t.delay - w.delay
		if known && t.ready && more == 0 && t.cpu == w.cpu && t.slices == w.slices {
			waited += at - m.at
			w.counted += at - m.at
		} else {
			waited += max(0, more-w.counted)
			w.counted = 0
		}
		w.threadTimes = t
		m.seen[t.id] = w
	}
	idle := at - m.at - max(ran, cpu-m.cpu)
	m.total += max(0, min(waited, idle))
	m.at, m.cpu = at, cpu
	return min(m.total, max(0, at-cpu))
}

// delaysKnown reports whether this system says how long threads wait for a core: some
// kernels are built without these statistics, or report zeros.
func delaysKnown() bool {
	t, ok := readThread("/proc/self", 0)
	return ok && t.slices > 0
}

// readThreads lists the threads of processes. Waits do not count for threads that have
// made way for others since the ply was started; see threadTimes.withStat.
func readThreads(proc string, all []process, started *process) []threadTimes {
	list := make([]threadTimes, 0, len(all))
	for _, p := range all {
		dir := proc + "/" + strconv.Itoa(p.pid)
		if p.threads <= 1 {
			if t, ok := readThread(dir, p.pid); ok {
				list = append(list, t.withStat(&p, started))
			}
			continue
		}
		entries, _ := os.ReadDir(dir + "/task") // the process may have ended
		for _, e := range entries {
			id, _ := strconv.Atoi(e.Name())
			if t, ok := readThread(dir+"/task/"+e.Name(), id); ok {
				thread, _ := readStat(dir + "/task/" + e.Name())
				list = append(list, t.withStat(&thread, started))
			}
		}
	}
	return list
}

func (t threadTimes) withStat(stat, started *process) threadTimes {
	t.ready = stat.state == 'R'
	// If it has lowered its own priority or changed its scheduling policy, waiting for a
	// core is its own doing.
	if stat.nice > started.nice || stat.policy != started.policy {
		t.ready, t.delay = false, 0
	}
	return t
}

// readThread reads the schedstat of a folder in /proc: time on a core and time spent
// waiting for one, in nanoseconds, and how often it got one.
func readThread(dir string, id int) (threadTimes, bool) {
	data, err := os.ReadFile(dir + "/schedstat")
	fields := bytes.Fields(data)
	if err != nil || len(fields) < 3 {
		return threadTimes{}, false
	}
	var n [3]int64
	for i := range n {
		if n[i], err = strconv.ParseInt(string(fields[i]), 10, 64); err != nil {
			return threadTimes{}, false
		}
	}
	return threadTimes{id: id, cpu: time.Duration(n[0]), delay: time.Duration(n[1]), slices: int(n[2])}, true
}

// process is what /proc/PID/stat says (proc(5)).
type process struct {
	pid, parent int
	group       int
	state       byte
	cpu         time.Duration // its own
	reaped      time.Duration // of children that it waited for
	threads     int
	memory      int64 // resident, in bytes
	mapped      int64 // of the address space, in bytes
	nice        int   // the higher, the more it makes way for others
	policy      int   // of the scheduler
}

// tick is the unit of times in /proc on all current systems.
const tick = 10 * time.Millisecond

// processesExcept lists all processes that a folder like /proc shows, except one.
func processesExcept(dir string, one int) []process {
	var all []process
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil && pid != one {
			if p, ok := readProcess(dir, pid); ok {
				all = append(all, p)
			}
		}
	}
	return all
}

func descendants(root int, all []process) []process {
	mine := map[int]bool{root: true}
	for found := true; found; {
		found = false
		for _, p := range all {
			if mine[p.parent] && !mine[p.pid] {
				mine[p.pid], found = true, true
			}
		}
	}
	var list []process
	for _, p := range all {
		if mine[p.pid] {
			list = append(list, p)
		}
	}
	return list
}

func readProcess(dir string, pid int) (process, bool) {
	p, ok := readStat(dir + "/" + strconv.Itoa(pid))
	p.pid = pid
	return p, ok
}

// readStat reads the stat of a process's folder in /proc, or of a thread's.
func readStat(dir string) (process, bool) {
	data, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return process{}, false
	}
	// The name, in brackets, may hold anything.
	end := bytes.LastIndexByte(data, ')')
	fields := bytes.Fields(data[end+1:])
	const mapped, pages, last = 20, 21, 38 // counted from the state on
	if end < 0 || len(fields) <= last {
		return process{}, false
	}
	number := func(i int) int64 {
		n, _ := strconv.ParseInt(string(fields[i]), 10, 64)
		return n
	}
	return process{
		state: fields[0][0], parent: int(number(1)), group: int(number(2)),
		cpu:     time.Duration(number(11)+number(12)) * tick,
		reaped:  time.Duration(number(13)+number(14)) * tick,
		threads: int(number(17)), memory: number(pages) * int64(os.Getpagesize()), mapped: number(mapped),
		nice: int(number(16)), policy: int(number(last)),
	}, true
}

// killDescendants kills all descendants of this process, and waits until they are gone.
func killDescendants() {
	self := os.Getpid()
	for {
		killProcesses(descendants(self, processesExcept("/proc", self)))
		if pid, err := syscall.Wait4(-1, nil, 0, nil); err == syscall.ECHILD && pid <= 0 {
			return
		}
		reap()
	}
}

// killProcesses kills processes, but their whole groups first: nothing else outruns a
// group that keeps forking.
func killProcesses(list []process) {
	killed := map[int]bool{syscall.Getpgrp(): true}
	for _, p := range list {
		if !killed[p.group] {
			killed[p.group] = true
			_ = syscall.Kill(-p.group, syscall.SIGKILL)
		}
	}
	for _, p := range list {
		_ = syscall.Kill(p.pid, syscall.SIGKILL)
	}
}

// exitState is how a process ended, and the largest resident size, in bytes, of it and
// of those that it waited for.
type exitState struct {
	status syscall.WaitStatus
	memory int64
}

// reap collects all children that have ended, and returns their states.
func reap() map[int]exitState {
	ended := map[int]exitState{}
	for {
		var status syscall.WaitStatus
		var usage syscall.Rusage
		pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, &usage)
		if err == syscall.EINTR {
			continue
		}
		if pid <= 0 {
			return ended
		}
		ended[pid] = exitState{status, int64(usage.Maxrss) << 10}
	}
}
