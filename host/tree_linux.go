package host

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
)

// process is what /proc/PID/stat tells (proc(5)).
type process struct {
	pid, parent int
	group       int
	state       byte
	cpu         time.Duration // its own
	reaped      time.Duration // of children that it waited for
	threads     int
	memory      int64 // resident, in bytes
	nice        int   // how far it stands back for others
	policy      int   // of the scheduler
}

// standsBack reports whether a process gave others more of the cores than it was
// started with: if it waits for one, that is its own doing.
func (p *process) standsBack(started *process) bool {
	return p.nice > started.nice || p.policy != started.policy
}

// tick is the unit of times in /proc on all systems of today.
const tick = 10 * time.Millisecond

// children lists all processes below this one, the ones nobody waited for
// included.
func children(caged bool) []process {
	self := os.Getpid()
	var all []process
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil && pid != self {
			if p, ok := readProcess(pid); ok {
				all = append(all, p)
			}
		}
	}
	if caged {
		return all // nobody else is to be seen
	}
	return below(self, all)
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

func readProcess(pid int) (process, bool) {
	p, ok := readStat("/proc/" + strconv.Itoa(pid))
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
	const pages, last = 21, 38 // counted from the state on
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
		threads: int(number(17)), memory: number(pages) * int64(os.Getpagesize()),
		nice: int(number(16)), policy: int(number(last)),
	}, true
}

// killAll kills everything below this process, and waits until it is gone.
func killAll(caged bool) {
	for {
		if caged {
			_ = syscall.Kill(-1, syscall.SIGKILL) // all but this one, at once
		} else {
			killEach(children(false))
		}
		if pid, err := syscall.Wait4(-1, nil, 0, nil); err == syscall.ECHILD && pid <= 0 {
			return
		}
		reap()
	}
}

// killEach kills processes, and their groups as a whole first: that is the only
// way to be faster than a group that goes on forking.
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

// reap waits for all that has ended, and returns their states.
func reap() map[int]syscall.WaitStatus {
	ended := map[int]syscall.WaitStatus{}
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil)
		if err == syscall.EINTR {
			continue
		}
		if pid <= 0 {
			return ended
		}
		ended[pid] = status
	}
}
