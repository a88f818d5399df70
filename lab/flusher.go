package lab

import (
	"bufio"
	"io"
	"os"
	"sync"
)

// flusher buffers output and writes each line as soon as it is complete.
type flusher struct {
	mu   sync.Mutex // a command may read and write at the same time
	w    *bufio.Writer
	to   io.Writer // what is below w
	text screened  // before w
}

func newFlusher(w io.Writer) *flusher {
	f := &flusher{w: bufio.NewWriter(w)}
	f.text.out = f.w
	return f
}

func (f *flusher) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.text.Write(p)
	if err == nil && len(p) > 0 && p[len(p)-1] == '\n' {
		err = f.w.Flush()
	}
	return n, err
}

// control writes a control sequence to a terminal.
func (f *flusher) control(sequence string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, _ = f.w.WriteString(sequence) // Flush meets the same error
}

func (f *flusher) Flush() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.text.flush(); err != nil {
		return err
	}
	return f.w.Flush()
}

// prompter is an input that flushes the output before it waits: a prompt does not
// end in a newline.
type prompter struct {
	in  io.Reader
	out *flusher
}

func (p prompter) Read(b []byte) (int, error) {
	if err := p.out.Flush(); err != nil {
		return 0, err
	}
	return p.in.Read(b)
}

// fileOf returns the file below an input or output of the app, if there is one.
func fileOf(stream any) (*os.File, bool) {
	switch s := stream.(type) {
	case prompter:
		stream = s.in
	case *flusher:
		stream = s.to
	}
	f, ok := stream.(*os.File)
	return f, ok
}
