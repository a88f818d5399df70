package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"evolab/internal/longtest"
)

// at is a look at the threads of a ply, in milliseconds.
type at struct {
	wall, cpu int // of the ply
	tasks     []threadTimes
	want      int // waited by now
}

// thread is one of them: time on a core, waits that are over, turns on a core.
func thread(id, cpu, delay, slices int, ready bool) threadTimes {
	return threadTimes{id, time.Duration(cpu) * time.Millisecond, time.Duration(delay) * time.Millisecond, slices, ready}
}

// A program that lowers its own priority is to blame for its waits.
func TestStandingBackIsNoWaiting(t *testing.T) {
	own, ok := readProcess("/proc", os.Getpid())
	if !ok || own.nice >= 19 {
		t.Skipf("nice %d", own.nice)
	}
	for _, c := range []struct {
		command string
		ready   bool
	}{
		{"while :; do :; done", true},
		{"renice -n 19 -p $$ >/dev/null; while :; do :; done", false},
	} {
		cmd := exec.Command("sh", "-c", c.command)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		p, ok := readProcess("/proc", cmd.Process.Pid)
		for ok && (p.cpu < 3*tick || p.nice == own.nice && !c.ready) {
			time.Sleep(time.Millisecond)
			p, ok = readProcess("/proc", cmd.Process.Pid)
		}
		list := readThreads("/proc", []process{p}, &own)
		if !ok || len(list) != 1 || list[0].ready != c.ready || list[0].cpu == 0 || !c.ready && list[0].delay != 0 {
			t.Errorf("%q: %+v", c.command, list)
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
}

func TestQueue(t *testing.T) {
	for name, looks := range map[string][]at{
		"a program that sleeps waits for nothing": {
			{100, 5, []threadTimes{thread(1, 5, 0, 1, false)}, 0},
			{200, 5, []threadTimes{thread(1, 5, 0, 1, false)}, 0},
		},
		"a core half the time": {
			{100, 50, []threadTimes{thread(1, 50, 50, 9, true)}, 50},
			{200, 100, []threadTimes{thread(1, 100, 100, 19, true)}, 100},
		},
		"a wait counts while it lasts, and once": {
			{100, 90, []threadTimes{thread(1, 90, 10, 2, true)}, 10},
			{200, 90, []threadTimes{thread(1, 90, 10, 2, true)}, 110},
			{300, 90, []threadTimes{thread(1, 90, 10, 2, true)}, 210},
			{400, 100, []threadTimes{thread(1, 100, 295, 3, true)}, 295},
		},
		"a wait that was counted for too long is not taken back": {
			{100, 0, []threadTimes{thread(1, 0, 0, 0, true)}, 0},
			{200, 0, []threadTimes{thread(1, 0, 0, 0, true)}, 100},
			{300, 0, []threadTimes{thread(1, 0, 90, 1, false)}, 100},
		},
		"threads that wait for each other gain nothing": {
			{100, 100, []threadTimes{thread(1, 50, 50, 9, true), thread(2, 50, 50, 9, true), thread(3, 0, 0, 1, false)}, 0},
			{200, 200, []threadTimes{thread(1, 100, 100, 19, true), thread(2, 100, 100, 19, true), thread(3, 0, 0, 1, false)}, 0},
		},
		"nor do two that wait at a time count twice": {
			{100, 10, []threadTimes{thread(1, 5, 90, 9, true), thread(2, 5, 90, 9, true)}, 90},
		},
		"a child that waits counts for its parent": {
			{100, 2, []threadTimes{thread(1, 2, 0, 1, false), thread(2, 0, 98, 1, true)}, 98},
			{200, 3, []threadTimes{thread(1, 2, 0, 1, false), thread(2, 1, 197, 2, true)}, 197},
		},
		"what has ended stays counted": {
			{100, 2, []threadTimes{thread(1, 2, 0, 1, false), thread(2, 0, 90, 1, true)}, 90},
			{200, 12, []threadTimes{thread(1, 2, 0, 1, false)}, 90},
			{300, 12, []threadTimes{thread(1, 2, 0, 1, false), thread(3, 0, 50, 1, true)}, 140},
		},
		"a number that is used again is another thread": {
			{100, 20, []threadTimes{thread(2, 20, 80, 5, true)}, 80},
			{200, 30, []threadTimes{thread(2, 10, 60, 2, true)}, 140},
		},
	} {
		t.Run(name, func(t *testing.T) {
			q := newWaitMeter()
			for _, l := range looks {
				ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
				if got := q.add(ms(l.wall), ms(l.cpu), l.tasks); got != ms(l.want) {
					t.Errorf("after %d ms: %v, want %d ms", l.wall, got, l.want)
				}
			}
		})
	}
}

// crowd keeps a core busy until the test ends, and returns its number. Its processes
// are in sessions of their own, which some kernels give equal shares.
func crowd(t *testing.T) int {
	t.Helper()
	runtime.LockOSThread() // children inherit the cores of this thread
	defer runtime.UnlockOSThread()
	var mine, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &mine); err != nil {
		t.Fatal(err)
	}
	core := 0
	for !mine.IsSet(core) {
		core++
	}
	one.Set(core)
	if err := unix.SchedSetaffinity(0, &one); err != nil {
		t.Fatal(err)
	}
	defer unix.SchedSetaffinity(0, &mine)
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	for range 12 {
		c := exec.CommandContext(ctx, "sh", "-c", "while :; do :; done")
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { stop(); _ = c.Wait() })
	}
	return core
}

// crowdedMark makes the test's own program a player that sits on a core, works,
// waits until others have had the core for some time, sleeps and answers:
// "0 150ms 600ms 1s".
const crowdedMark = "EVOLAB_TEST_CROWDED"

// sitDown turns this process into the crowded program, if it was started as that.
func sitDown() {
	var core int
	var effort, delay, rest string
	if n, _ := fmt.Sscan(os.Getenv(crowdedMark), &core, &effort, &delay, &rest); n < 4 {
		return
	}
	began := time.Now()
	sleep, _ := time.ParseDuration(rest)
	waits, _ := time.ParseDuration(delay)
	work, _ := time.ParseDuration(effort)
	runtime.LockOSThread()
	var one unix.CPUSet
	one.Set(core)
	_ = unix.SchedSetaffinity(0, &one)
	var used unix.Timespec
	for time.Duration(used.Nano()) < work || time.Since(began)-time.Duration(used.Nano()) < waits {
		_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used)
	}
	time.Sleep(sleep)
	_ = os.WriteFile("output.txt", []byte("PASS\n"), 0o644)
	os.Exit(0)
}

// needDelays skips a test where the kernel does not report how long threads wait for a
// core. With -long, the test fails.
func needDelays(t *testing.T) {
	t.Helper()
	const text = "this system does not report how long threads wait"
	switch {
	case delaysKnown():
	case longtest.Enabled():
		t.Fatal(text)
	default:
		t.Skip(text)
	}
}

// A program that gets no core does not lose by the wall limit; one that sleeps on
// the same crowded core does.
func TestStarvedProgramsDoNotLose(t *testing.T) {
	needDelays(t)
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	core := crowd(t) // for all of them at once
	for _, c := range []struct {
		about  string
		player string // what it does; see crowdedMark
		wall   time.Duration
		reason string // "" if it answers
	}{
		// It sleeps less than the limit, and has waited for the rest of it before that.
		{"in time but for the waits", "0ms 600ms 500ms", time.Second, ""},
		{"no core for longer than the limit", "2s 0s 0s", time.Second, Void},
		{"a sleeper", "0s 0s 60s", time.Second, Time},
	} {
		t.Run(c.about, func(t *testing.T) {
			// With -race the program would sleep for a second at its end.
			t.Parallel()
			s := opened(t, fmt.Sprintf(`GORACE=atexit_sleep_ms=0 %s="%d %s" "%s"`, crowdedMark, core, c.player, me))
			began := time.Now()
			var answer Answer
			ask := func(wall time.Duration) (err error) {
				answer, err = s.Ask(t.Context(), nil, Limits{CPU: 10 * time.Second, Wall: wall})
				return err
			}
			err := ask(c.wall)
			if c.reason == Time && IsVoid(err) { // others may need the core as well
				err = unlessStarved(2*c.wall, ask)
			}
			took := time.Since(began)
			var f *Failure
			switch {
			case c.reason != "":
				wantFailure(t, err, c.reason, "killed after")
			case err == nil && (string(answer.Output) != "PASS\n" || took < c.wall):
				t.Errorf("%q after %v, under a limit of %v", answer.Output, took, c.wall)
			case err != nil && !(errors.As(err, &f) && f.Reason == Void): // others may need the core as well
				t.Errorf("after %v: %v", took, err)
			}
			t.Logf("%v, %v of CPU: %v", took, answer.CPU, err)
		})
	}
}

// What a program waits for something else than a core is counted, and has a limit of its
// own below that of the wall time; a program that computes does not come near it.
func TestWaitsAreLimited(t *testing.T) {
	needDelays(t)
	const little, much = 300 * time.Millisecond, time.Minute
	for _, c := range []struct {
		about, command string
		wait           time.Duration
		reason         string        // "" if it answers
		least, most    time.Duration // of waiting
	}{
		{"a sleeper", "sleep 30", little, Time, little, 10 * time.Second},
		{"a sleeper, not for too long", "sleep 0.4; echo PASS > output.txt", much, "", 100 * time.Millisecond, 800 * time.Millisecond},
		{"one that computes", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo PASS > output.txt", much, "", 0, 250 * time.Millisecond},
	} {
		t.Run(c.about, func(t *testing.T) {
			s := opened(t, c.command)
			answer, err := s.Ask(t.Context(), nil, Limits{CPU: 20 * time.Second, Wall: 50 * time.Second, Wait: c.wait})
			if c.reason != "" {
				wantFailure(t, err, c.reason, "waiting for something, of 0.3 s allowed")
			} else if err != nil {
				t.Error(err)
			}
			most := c.most + answer.CPU/2 // a busy machine lets it wait for its start and end
			if answer.Idle < c.least || answer.Idle > most {
				t.Errorf("it waited for %v, want %v to %v", answer.Idle, c.least, most)
			}
		})
	}
}
