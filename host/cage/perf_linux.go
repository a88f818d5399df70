package cage

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// clock counts the CPU time of a thread and of all its later descendants, even of
// those that nobody waits for.
type clock struct{ event *os.File }

// newClock makes a clock for the calling thread.
func newClock() (*clock, error) {
	attr := unix.PerfEventAttr{
		Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_TASK_CLOCK,
		Bits: unix.PerfBitInherit | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}
	attr.Size = uint32(unsafe.Sizeof(attr))
	fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("cage: perf event: %w", err)
	}
	return &clock{os.NewFile(uintptr(fd), "perf")}, nil
}
