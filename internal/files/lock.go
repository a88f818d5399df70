package files

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// Lock is held by one process at a time; the system releases it when the process ends.
// While it is held, the file's modification time is a heartbeat for other machines.
type Lock struct {
	flock *flock.Flock
	stop  chan struct{}
	done  chan struct{}
}

// Beat is the time from one heartbeat to the next.
const Beat = 2 * time.Second

// TakeLock takes a lock and creates its file. It returns ErrLocked, wrapped, if
// another process has the lock.
func TakeLock(path string) (*Lock, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second) // Held locks for a moment
	defer cancel()
	l, err := WaitLock(ctx, path)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("lock %q: %w", path, ErrLocked)
	}
	return l, err
}

// WaitLock is TakeLock that waits for others until the context ends.
func WaitLock(ctx context.Context, path string) (*Lock, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("lock: %w", irregular(path, info.Mode()))
	}
	l := &Lock{flock: flock.New(path, flock.SetPermissions(0o644)), stop: make(chan struct{}), done: make(chan struct{})}
	if _, err := l.flock.TryLockContext(ctx, 20*time.Millisecond); err != nil {
		return nil, fmt.Errorf("lock %q: %w", path, err)
	}
	go l.beat(path)
	return l, nil
}

func (l *Lock) beat(path string) {
	defer close(l.done)
	tick := time.NewTicker(Beat)
	defer tick.Stop()
	for {
		// A missing heartbeat is no reason to stop working.
		_ = os.Chtimes(path, time.Time{}, time.Now())
		select {
		case <-l.stop:
			return
		case <-tick.C:
		}
	}
}

// Close releases the lock and keeps the file: without it two others could take it.
func (l *Lock) Close() error {
	close(l.stop)
	<-l.done
	return l.flock.Close()
}

// Held reports whether a process of this machine has the lock, and the time of the last
// heartbeat; the zero time without a lock file.
func Held(path string) (held bool, beat time.Time) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() { // who opens a pipe may wait for ever
		return false, time.Time{}
	}
	l := flock.New(path)
	free, err := l.TryRLock()
	if free {
		err = l.Close()
	}
	return err == nil && !free, info.ModTime()
}
