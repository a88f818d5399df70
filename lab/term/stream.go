package term

import (
	"bufio"
	"io"
	"os"
	"strings"
	"sync"
	"unicode/utf8"

	xterm "golang.org/x/term"

	"evolab/internal/untrusted"
)

// Output buffers output and writes each line as soon as it is complete.
type Output struct {
	mu    sync.Mutex // a command may read and write at the same time
	w     *bufio.Writer
	below io.Writer // what w writes to in the end
	text  screened  // before w
}

// NewOutput returns a buffer before w. below is the stream that w writes to in the end:
// a terminal, if it is one.
func NewOutput(w, below io.Writer) *Output {
	f := &Output{w: bufio.NewWriter(w), below: below}
	f.text.out = f.w
	return f
}

func (f *Output) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.text.Write(p)
	if err == nil && len(p) > 0 && p[len(p)-1] == '\n' {
		err = f.w.Flush()
	}
	return n, err
}

// Control writes a control sequence to a terminal.
func (f *Output) Control(sequence string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, _ = f.w.WriteString(sequence) // Flush meets the same error
}

// Flush writes all text, complete lines or not.
func (f *Output) Flush() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.text.flush(); err != nil {
		return err
	}
	return f.w.Flush()
}

// Input is an input that flushes the output before it waits: a prompt does not
// end in a newline. It leaves out the byte order mark with which some editors and shells
// begin a text.
type Input struct {
	in    io.Reader
	out   *Output
	begun bool
	head  []byte // the first bytes, once they are known to be no mark
}

// NewInput returns an input with its output.
func NewInput(in io.Reader, out *Output) *Input { return &Input{in: in, out: out} }

func (p *Input) Read(b []byte) (int, error) {
	if err := p.out.Flush(); err != nil {
		return 0, err
	}
	if !p.begun {
		p.begun = true
		if err := p.readHead(); err != nil && len(p.head) == 0 {
			return 0, err
		}
	}
	if len(p.head) > 0 {
		n := copy(b, p.head)
		p.head = p.head[n:]
		return n, nil
	}
	return p.in.Read(b)
}

// readHead reads as little as tells whether a byte order mark is there.
func (p *Input) readHead() (err error) {
	const mark = "\ufeff"
	for err == nil && len(p.head) < len(mark) && strings.HasPrefix(mark, string(p.head)) {
		var n int
		more := make([]byte, len(mark)-len(p.head))
		n, err = p.in.Read(more)
		p.head = append(p.head, more[:n]...)
	}
	if string(p.head) == mark {
		p.head = nil
	}
	return err
}

// FileOf returns the file below an Input or Output, if there is one.
func FileOf(stream any) (*os.File, bool) {
	switch s := stream.(type) {
	case *Input:
		stream = s.in
	case *Output:
		stream = s.below
	}
	f, ok := stream.(*os.File)
	return f, ok
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	if c, ok := stream.(*Console); ok {
		return c.Live()
	}
	f, ok := FileOf(stream)
	return ok && xterm.IsTerminal(int(f.Fd()))
}

// Width returns the width of the terminal below a stream, or a usual one.
func Width(stream any) int {
	f, ok := FileOf(stream)
	if !ok {
		return usualWidth
	}
	width, _ := sizeOf(f)
	return width
}

// The size of a terminal that does not say its own.
const (
	usualWidth  = 80
	usualHeight = 24
)

// sizeOf returns a terminal's current size, or a usual one.
func sizeOf(f *os.File) (width, height int) {
	if w, h, err := xterm.GetSize(int(f.Fd())); err == nil && w > 1 && h > 1 {
		return w, h
	}
	return usualWidth, usualHeight
}

// screened is a stream that writes the text of others, too.
type screened struct {
	out io.Writer

	mu   sync.Mutex
	rest []byte // the beginning of an incomplete character
}

func (u *screened) Write(p []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	text := append(u.rest, p...)
	whole := len(text) - unfinished(text)
	u.rest = append([]byte(nil), text[whole:]...)
	if _, err := io.WriteString(u.out, untrusted.Text(string(text[:whole]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// flush writes what did not become a character.
func (u *screened) flush() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	_, err := io.WriteString(u.out, untrusted.Text(string(u.rest)))
	u.rest = nil
	return err
}

// unfinished returns how many bytes at the end begin a character, or a line end.
func unfinished(text []byte) int {
	for n := 1; n <= min(utf8.UTFMax-1, len(text)); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) || n == 1 && tail[0] == '\r' {
				return n
			}
			return 0
		}
	}
	return 0
}
