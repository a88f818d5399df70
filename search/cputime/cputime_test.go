package cputime

import (
	"runtime"
	"testing"
	"time"
)

func TestClocksCountWorkAndNotSleep(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for name, clock := range map[string]func() time.Duration{"process": Process, "thread": Thread} {
		before := clock()
		time.Sleep(30 * time.Millisecond)
		if slept := clock() - before; slept > 25*time.Millisecond {
			t.Errorf("%s: sleeping counts %v", name, slept)
		}
		before = clock()
		// On a busy machine a thread may wait long for its turn.
		for end := time.Now().Add(5 * time.Second); clock()-before < 5*time.Millisecond && time.Now().Before(end); {
		}
		if worked := clock() - before; worked < 5*time.Millisecond {
			t.Errorf("%s: work counts %v", name, worked)
		}
	}
}
