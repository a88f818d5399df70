package cage

import (
	"errors"
	"runtime"
)

// thread is a thread of the supervisor that has namespaces of its own. Processes
// started from it begin in them; the supervisor's other threads stay outside.
type thread struct {
	work chan func() error
	done chan error
}

func newThread() *thread {
	t := &thread{make(chan func() error), make(chan error)}
	go func() {
		runtime.LockOSThread() // never unlocked, so that the thread ends, and its namespaces with it
		for f := range t.work {
			t.done <- f()
		}
	}()
	return t
}

// do runs a function on the thread.
func (t *thread) do(f func() error) error {
	if t.work == nil {
		return errors.New("cage: the box is closed")
	}
	t.work <- f
	return <-t.done
}

func (t *thread) close() {
	if t.work != nil {
		close(t.work)
		t.work = nil
	}
}
