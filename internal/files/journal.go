package files

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// Journal is a file of lines that only grows. Lines survive a kill, and a power loss
// half a second later. Only one process at a time can open it. A pipe or a device takes the
// lines as they come, and keeps none.
type Journal struct {
	file *os.File
	lock *flock.Flock // nil: of a stream
	end  func() error // closes the file
	stop chan struct{}
	done chan struct{}

	syncing sync.Mutex // held while lines go to the disk

	mu    sync.Mutex
	dirty bool
	err   error // of a write or a sync; it ends the journal
}

// ErrLocked is the error of a journal that another process has open.
var ErrLocked = errors.New("another process is writing to it")

// OpenJournal opens or creates a journal, and returns its lines without their ends.
// A torn end is cut off: an incomplete line, or lines that are not whole. A line that
// is not whole before a good one is an error, and so is a file without a good line,
// which may be somebody else's.
func OpenJournal(path string, isWhole func(line []byte) bool) (*Journal, [][]byte, error) {
	return openJournal(path, false, isWhole)
}

// OpenOwnJournal is OpenJournal of a file in a folder that is the caller's own: even a torn
// first line is cut off.
func OpenOwnJournal(path string, isWhole func(line []byte) bool) (*Journal, [][]byte, error) {
	return openJournal(path, true, isWhole)
}

func openJournal(path string, own bool, isWhole func(line []byte) bool) (*Journal, [][]byte, error) {
	file, stream, err := Destination(path)
	if err != nil {
		return nil, nil, fmt.Errorf("journal %q: %w", path, err)
	}
	j := &Journal{stop: make(chan struct{}), done: make(chan struct{})}
	var lines [][]byte
	if stream {
		j.file, j.end, err = openStream(path)
	} else {
		lines, err = j.openLocked(file, own, isWhole)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("journal %q: %w", path, err)
	}
	go j.syncPeriodically()
	return j, lines, nil
}

func (j *Journal) openLocked(path string, own bool, isWhole func([]byte) bool) ([][]byte, error) {
	// The lock has its own file, because some systems keep others from reading a
	// locked file.
	if info, err := os.Stat(path + ".lock"); err == nil && !info.Mode().IsRegular() {
		return nil, irregular(path+".lock", info.Mode())
	}
	j.lock = flock.New(path + ".lock")
	locked, err := j.lock.TryLock()
	if err == nil && !locked {
		err = ErrLocked
	}
	if err != nil {
		return nil, err
	}
	lines, err := j.open(path, own, isWhole)
	if err != nil {
		return nil, errors.Join(err, j.unlock())
	}
	return lines, nil
}

func (j *Journal) open(path string, own bool, isWhole func([]byte) bool) ([][]byte, error) {
	data, err := Read(path, math.MaxInt64-1)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	begun := data
	if own && bytes.IndexByte(data, '\n') < 0 {
		begun = nil
	}
	lines, good, err := wholeLines(begun, isWhole)
	if err != nil {
		return nil, err
	}
	if j.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
		return nil, err
	}
	j.end = j.file.Close
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
func wholeLines(data []byte, isWhole func([]byte) bool) (lines [][]byte, good int, err error) {
	for n := 1; good < len(data); n++ {
		end := bytes.IndexByte(data[good:], '\n')
		if end < 0 {
			break
		}
		line := data[good : good+end]
		if !isWhole(line) {
			for later := range bytes.Lines(data[good+end+1:]) {
				if isWhole(bytes.TrimSuffix(later, []byte("\n"))) {
					return nil, 0, fmt.Errorf("line %d is none of such a journal; the file is left as it is", n)
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

// Append adds a line, which must not contain a line break. It may be called by
// several goroutines.
func (j *Journal) Append(line []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return j.err
	}
	// One write for the line and its end: a kill leaves both or neither.
	line = append(line[:len(line):len(line)], '\n')
	if _, err := j.file.Write(line); err != nil {
		j.err = fmt.Errorf("journal: %w", err)
	}
	j.dirty = true
	return j.err
}

func (j *Journal) syncPeriodically() {
	defer close(j.done)
	tick := time.NewTicker(300 * time.Millisecond) // plus the time of a sync: half a second
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

// sync waits for the disk. Others may append meanwhile, but whoever else syncs waits: what
// it finds done is on the disk.
func (j *Journal) sync() {
	j.syncing.Lock()
	defer j.syncing.Unlock()
	j.mu.Lock()
	dirty := j.dirty
	j.dirty = false
	j.mu.Unlock()
	if !dirty {
		return
	}
	if j.lock == nil {
		return
	}
	if err := j.file.Sync(); err != nil {
		j.mu.Lock()
		j.err = errors.Join(j.err, fmt.Errorf("journal: %w", err))
		j.mu.Unlock()
	}
}

// Flush waits until everything is on the disk.
func (j *Journal) Flush() error {
	j.sync()
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.err
}

// Clear cuts off all lines. Nobody may append meanwhile.
func (j *Journal) Clear() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.lock == nil {
		return nil
	}
	if err := j.file.Truncate(0); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	j.dirty = true
	return nil
}

// Close waits until everything is on the disk, and returns the journal's first error.
func (j *Journal) Close() error {
	close(j.stop)
	<-j.done
	j.sync()
	return errors.Join(j.err, j.end(), j.unlock())
}

// Remove closes the journal and removes it while it is locked: whoever opens it next begins
// another one. Then it removes the lock's file.
func (j *Journal) Remove() error {
	if j.lock == nil {
		return j.Close()
	}
	close(j.stop)
	<-j.done
	return errors.Join(j.err, j.end(), os.Remove(j.file.Name()), j.unlock(), Remove(j.lock.Path()))
}

// unlock keeps the lock's file: without it two others could open the journal.
func (j *Journal) unlock() error {
	if j.lock == nil {
		return nil
	}
	return j.lock.Unlock()
}
