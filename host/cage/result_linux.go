package cage

import (
	"fmt"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// result is on a page that the processes share with the supervisor. The program has
// no access to it: an exec unmaps it.
type result struct {
	failed uintptr // 1 + the number of the call, over all scripts
	errno  uintptr
	ended  uintptr // 1: the status is the program's
	status uint32
	own    unix.Timespec // CPU time of the first process
}

func newResult() (*result, error) {
	page, err := unix.MmapPtr(-1, 0, nil, unsafe.Sizeof(result{}), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANONYMOUS)
	if err != nil {
		return nil, fmt.Errorf("cage: shared page: %w", err)
	}
	return (*result)(page), nil
}

// failure returns why a process could not be set up, or nil.
func (p *plan) failure() error {
	n := int(p.result.failed) - 1
	if n < 0 {
		return nil
	}
	for _, s := range []*script{&p.first, &p.program, &p.rest} {
		if n < len(s.calls) {
			return fmt.Errorf("cage: %s: %w", s.calls[n].what, syscall.Errno(p.result.errno))
		}
		n -= len(s.calls)
	}
	return fmt.Errorf("cage: fork of the program: %w", syscall.Errno(p.result.errno))
}

// free unmaps the page.
func (r *result) free() {
	if r != nil {
		_ = unix.MunmapPtr(unsafe.Pointer(r), unsafe.Sizeof(*r))
	}
}
