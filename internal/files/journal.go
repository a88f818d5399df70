package files

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// Journal is a file of lines that only grows. What was appended is there after
// a kill, and after a power loss but for the last half second. One process at a
// time has it.
type Journal struct {
	file *os.File
	lock *flock.Flock
	stop chan struct{}
	done chan struct{}

	mu    sync.Mutex
	dirty bool
	err   error // of a write or a sync; it ends the journal
}

// syncEvery is how long a line may wait for the disk. The sync itself takes
// time, so it is less than the half second that is promised.
const syncEvery = 300 * time.Millisecond

// ErrLocked is the error of a journal that another process has.
var ErrLocked = errors.New("another process is writing to it")

// OpenJournal opens a journal or begins one, and returns the lines that it
// holds, without their ends. A torn end is cut off: a line without an end, or
// lines that are not whole. One that is not whole before a good one is an error,
// and so is a file without any good line: it may be somebody's own.
func OpenJournal(path string, whole func(line []byte) bool) (*Journal, [][]byte, error) {
	// The lock has a file of its own: some systems lock what others may read.
	lock := flock.New(path + ".lock")
	locked, err := lock.TryLock()
	if err == nil && !locked {
		err = ErrLocked
	}
	if err != nil {
		return nil, nil, fmt.Errorf("files: journal %q: %w", path, err)
	}
	j := &Journal{lock: lock, stop: make(chan struct{}), done: make(chan struct{})}
	lines, err := j.open(path, whole)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("files: journal %q: %w", path, err), j.unlock())
	}
	go j.syncNowAndThen()
	return j, lines, nil
}

func (j *Journal) open(path string, whole func([]byte) bool) ([][]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	lines, good, err := wholeLines(data, whole)
	if err != nil {
		return nil, err
	}
	if j.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
		return nil, err
	}
	if good < len(data) {
		if err = j.file.Truncate(int64(good)); err == nil {
			err = j.file.Sync()
		}
		if err != nil {
			return nil, errors.Join(err, j.file.Close())
		}
	}
	return lines, nil
}

// wholeLines splits a journal and returns how many of its bytes are good.
func wholeLines(data []byte, whole func([]byte) bool) (lines [][]byte, good int, err error) {
	for n := 1; good < len(data); n++ {
		end := bytes.IndexByte(data[good:], '\n')
		if end < 0 {
			break
		}
		line := data[good : good+end]
		if !whole(line) {
			for later := range bytes.Lines(data[good+end+1:]) {
				if whole(bytes.TrimSuffix(later, []byte("\n"))) {
					return nil, 0, fmt.Errorf("line %d is damaged, and there are good lines after it", n)
				}
			}
			break
		}
		lines = append(lines, line)
		good += end + 1
	}
	if good == 0 && len(bytes.Trim(data, "\x00")) > 0 { // zeros are what a power loss leaves
		return nil, 0, errors.New("its first line is none of such a journal; the file is left as it is")
	}
	return lines, good, nil
}

// Append adds a line, which must not hold a line break. It may be called by
// several goroutines.
func (j *Journal) Append(line []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return j.err
	}
	// One write for the line and its end: a kill leaves both or neither.
	if _, err := j.file.Write(append(line[:len(line):len(line)], '\n')); err != nil {
		j.err = fmt.Errorf("files: journal: %w", err)
	}
	j.dirty = true
	return j.err
}

func (j *Journal) syncNowAndThen() {
	defer close(j.done)
	tick := time.NewTicker(syncEvery)
	defer tick.Stop()
	for {
		select {
		case <-j.stop:
			return
		case <-tick.C:
			j.sync()
		}
	}
}

// sync waits for the disk, while others may append.
func (j *Journal) sync() {
	j.mu.Lock()
	dirty := j.dirty
	j.dirty = false
	j.mu.Unlock()
	if !dirty {
		return
	}
	if err := j.file.Sync(); err != nil {
		j.mu.Lock()
		j.err = errors.Join(j.err, fmt.Errorf("files: journal: %w", err))
		j.mu.Unlock()
	}
}

// Close waits until everything is on the disk, and returns the first error that
// the journal met.
func (j *Journal) Close() error {
	close(j.stop)
	<-j.done
	j.sync()
	return errors.Join(j.err, j.file.Close(), j.unlock())
}

// unlock leaves the lock's file: removing it would let two others in.
func (j *Journal) unlock() error { return j.lock.Unlock() }
