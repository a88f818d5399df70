package files

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// Lock is held by one process at a time; the system takes it away from one that
// ends, however it ends. While it is held, the file's time of change is a
// heartbeat for those who see the file from another machine.
type Lock struct {
	flock *flock.Flock
	stop  chan struct{}
	done  chan struct{}
}

const (
	// Beat is the time from one heartbeat to the next.
	Beat = 2 * time.Second
	// lockPatience outlasts those who only look whether a lock is held.
	lockPatience = time.Second
	lockRetry    = 20 * time.Millisecond
)

// TakeLock makes the file if there is none. It returns ErrLocked, wrapped, when
// another process has the lock.
func TakeLock(path string) (*Lock, error) {
	ctx, cancel := context.WithTimeout(context.Background(), lockPatience)
	defer cancel()
	l := &Lock{flock: flock.New(path, flock.SetPermissions(0o644)), stop: make(chan struct{}), done: make(chan struct{})}
	locked, err := l.flock.TryLockContext(ctx, lockRetry)
	if errors.Is(err, context.DeadlineExceeded) || err == nil && !locked {
		err = ErrLocked
	}
	if err != nil {
		return nil, fmt.Errorf("files: lock %q: %w", path, err)
	}
	go l.beat(path)
	return l, nil
}

func (l *Lock) beat(path string) {
	defer close(l.done)
	tick := time.NewTicker(Beat)
	defer tick.Stop()
	for {
		// A heart that cannot be heard is no reason to stop working.
		_ = os.Chtimes(path, time.Time{}, time.Now())
		select {
		case <-l.stop:
			return
		case <-tick.C:
		}
	}
}

// Close gives the lock back and leaves the file: removing it would let two
// others in.
func (l *Lock) Close() error {
	close(l.stop)
	<-l.done
	if err := l.flock.Close(); err != nil {
		return fmt.Errorf("files: %w", err)
	}
	return nil
}

// Held reports whether a process of this machine has the lock, and when the last
// heartbeat was; the zero time without a lock file.
func Held(path string) (held bool, beat time.Time) {
	info, err := os.Stat(path)
	if err != nil {
		return false, time.Time{}
	}
	l := flock.New(path)
	free, err := l.TryRLock()
	if free {
		err = l.Close()
	}
	return err == nil && !free, info.ModTime()
}
