package host

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
)

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

// allBut lists all processes that a folder like /proc shows, except one.
func allBut(dir string, one int) []process {
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

// below keeps the descendants of a process.
func below(root int, all []process) []process {
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

// killAll kills everything below this process, and waits until it is gone.
func killAll() {
	self := os.Getpid()
	for {
		killEach(below(self, allBut("/proc", self)))
		if pid, err := syscall.Wait4(-1, nil, 0, nil); err == syscall.ECHILD && pid <= 0 {
			return
		}
		reap()
	}
}

// killEach kills processes, but their whole groups first: nothing else outruns a
// group that keeps forking.
func killEach(list []process) {
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

// state is how a process ended, and the largest resident size, in bytes, of it
// and of those that it waited for.
type state struct {
	status syscall.WaitStatus
	memory int64
}

// reap collects all children that have ended, and returns their states.
func reap() map[int]state {
	ended := map[int]state{}
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
		ended[pid] = state{status, int64(usage.Maxrss) << 10}
	}
}
