package cage

import (
	"encoding/binary"
	"fmt"
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// clockReading is what the clocks showed at some moment.
type clockReading struct {
	groups, event, thread time.Duration
}

// Counts reports whether the CPU time of a ply is counted, not just sampled.
func (b *Box) Counts() bool { return b.Exact() || b.clock != nil }

// Exact reports whether that count is complete. A perf event ends at the exec of a
// file that the program cannot read. The program cannot make such files, but may be
// shown some.
func (b *Box) Exact() bool { return b.options.Groups != nil }

func (b *Box) readClocks() (m clockReading, err error) {
	if g := b.options.Groups; g != nil {
		m.groups = g.usage()
		return m, nil
	}
	if b.clock == nil {
		return m, nil
	}
	err = b.thread.do(func() error {
		var t unix.Timespec
		if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) == nil {
			m.thread = time.Duration(t.Nano())
		}
		var data [8]byte // the time so far, including that of the thread itself
		if _, err := b.clock.event.Read(data[:]); err != nil {
			return fmt.Errorf("perf event: %w", err)
		}
		m.event = time.Duration(binary.NativeEndian.Uint64(data[:]))
		return nil
	})
	return m, err
}

// CPU returns the CPU time that the ply has used so far, false if nothing counts it.
func (b *Box) CPU() (time.Duration, bool) {
	now, err := b.readClocks()
	switch {
	case err != nil:
	case b.options.Groups != nil:
		return now.groups - b.start.groups, true
	case b.clock != nil:
		return max(0, now.event-b.start.event-(now.thread-b.start.thread)-b.FirstProcessCPU()), true
	}
	return 0, false
}

// FirstProcessCPU returns the CPU time of the first process, which is not the
// program's.
func (b *Box) FirstProcessCPU() time.Duration { return time.Duration(b.plan.result.firstCPU.Nano()) }

// clock counts the CPU time of a thread and of all its later descendants, even of
// those that nobody waits for.
type clock struct{ event *os.File }

func newClock() (*clock, error) {
	attr := unix.PerfEventAttr{
		Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_TASK_CLOCK,
		Bits: unix.PerfBitInherit | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}
	attr.Size = uint32(unsafe.Sizeof(attr))
	fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("perf event: %w", err)
	}
	return &clock{os.NewFile(uintptr(fd), "perf")}, nil
}
