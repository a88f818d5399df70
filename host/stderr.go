package host

import (
	"os"
	"strings"
	"sync"
	"time"
)

// stderrKept is how much of the end of standard error is kept, in bytes.
const stderrKept = 2048

// stderrTail collects the end of a program's standard error from a pipe.
type stderrTail struct {
	read, write *os.File
	done        chan struct{}

	mu   sync.Mutex
	kept []byte
}

func newStderrTail() (*stderrTail, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &stderrTail{read: r, write: w, done: make(chan struct{})}, nil
}

// started begins to collect, or cleans up if the process did not start.
func (t *stderrTail) started(err error) error {
	t.write.Close()
	if err != nil {
		t.read.Close()
		return err
	}
	go t.collect()
	return nil
}

func (t *stderrTail) collect() {
	defer close(t.done)
	var buffer [1 << 16]byte
	for {
		n, err := t.read.Read(buffer[:])
		t.keep(buffer[:n])
		if err != nil {
			return
		}
	}
}

func (t *stderrTail) keep(more []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, more[max(0, len(more)-stderrKept):]...)
	if over := len(t.kept) - stderrKept; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
}

// text stops collecting and returns what was kept. The program has ended, but a
// process that it left running may still hold the pipe, and must not delay the ply.
func (t *stderrTail) text() string {
	const patience = 200 * time.Millisecond
	select {
	case <-t.done:
	case <-time.After(patience):
	}
	t.read.Close()
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.kept), "\uFFFD")
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}
