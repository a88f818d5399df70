package host

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// queue adds up the time in which a ply's program was ready to run but had no core.
// The kernel adds a wait to a thread's run delay only when the wait is over, so a
// thread that is ready and has not run since the last look counts as waiting, too.
//
// Between two looks, at most the time counts in which the program did not run at all.
// So a program gains nothing by threads that wait for a core which another of its
// threads has.
type queue struct {
	threads map[int]waiter
	at, cpu time.Duration // of the last look
	total   time.Duration
}

// waiter is a thread, and how much of its current wait has been counted.
type waiter struct {
	task
	counted time.Duration
}

// task is what /proc says about a thread's waits.
type task struct {
	id     int
	cpu    time.Duration
	delay  time.Duration // waits that are over
	slices int           // how often it got a core
	ready  bool          // it runs or waits for a core
}

func newQueue() *queue { return &queue{threads: map[int]waiter{}} }

// look records the state of all threads at a time since the start, and the CPU time
// that the ply had used by then. It returns how long the ply has waited so far.
func (q *queue) look(at, cpu time.Duration, tasks []task) time.Duration {
	ran, waited := time.Duration(0), time.Duration(0)
	for _, t := range tasks {
		w, known := q.threads[t.id]
		if t.cpu < w.cpu || t.delay < w.delay {
			w, known = waiter{}, false // a new thread has this ID now
		}
		ran += t.cpu - w.cpu
		more := t.delay - w.delay
		if known && t.ready && more == 0 && t.cpu == w.cpu && t.slices == w.slices {
			waited += at - q.at
			w.counted += at - q.at
		} else {
			waited += max(0, more-w.counted)
			w.counted = 0
		}
		w.task = t
		q.threads[t.id] = w
	}
	idle := at - q.at - max(ran, cpu-q.cpu)
	q.total += max(0, min(waited, idle))
	q.at, q.cpu = at, cpu
	return min(q.total, max(0, at-cpu))
}

// delaysKnown reports whether this system says how long threads wait for a core: some
// kernels are built without these statistics, or report zeros.
func delaysKnown() bool {
	t, ok := readTask("/proc/self", 0)
	return ok && t.slices > 0
}

// readTasks lists the threads of processes. Waits do not count for threads that have
// made way for others since the ply was started; see task.of.
func readTasks(proc string, all []process, started *process) []task {
	list := make([]task, 0, len(all))
	for _, p := range all {
		dir := proc + "/" + strconv.Itoa(p.pid)
		if p.threads <= 1 {
			if t, ok := readTask(dir, p.pid); ok {
				list = append(list, t.of(&p, started))
			}
			continue
		}
		entries, _ := os.ReadDir(dir + "/task") // the process may have ended
		for _, e := range entries {
			id, _ := strconv.Atoi(e.Name())
			if t, ok := readTask(dir+"/task/"+e.Name(), id); ok {
				thread, _ := readStat(dir + "/task/" + e.Name())
				list = append(list, t.of(&thread, started))
			}
		}
	}
	return list
}

// of completes a task with the thread's stat.
func (t task) of(stat, started *process) task {
	t.ready = stat.state == 'R'
	// If it has lowered its own priority or changed its scheduling policy, waiting for a
	// core is its own doing.
	if stat.nice > started.nice || stat.policy != started.policy {
		t.ready, t.delay = false, 0
	}
	return t
}

// readTask reads the schedstat of a folder in /proc: time on a core and time spent
// waiting for one, in nanoseconds, and how often it got one.
func readTask(dir string, id int) (task, bool) {
	data, err := os.ReadFile(dir + "/schedstat")
	fields := bytes.Fields(data)
	if err != nil || len(fields) < 3 {
		return task{}, false
	}
	var n [3]int64
	for i := range n {
		if n[i], err = strconv.ParseInt(string(fields[i]), 10, 64); err != nil {
			return task{}, false
		}
	}
	return task{id: id, cpu: time.Duration(n[0]), delay: time.Duration(n[1]), slices: int(n[2])}, true
}
