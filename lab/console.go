package lab

import (
	"io"
	"os"
	"strings"
	"sync"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"evolab/internal/untrusted"
)

// console writes messages. On a terminal its last lines may be a picture of the
// work in progress: text is written above it, and the picture is redrawn below.
// It may be used by several goroutines.
//
// The cursor rests where the picture begins. A terminal that rewraps its lines
// when it is resized moves both together, so that erasing from the cursor down
// always removes the whole picture.
type console struct {
	out   io.Writer
	text  screened                   // filters all but the picture
	size  func() (width, height int) // nil: not a terminal, or no pictures are wanted
	quiet bool                       // no progress at all
	crew  func() string              // nil: nobody plays elsewhere

	mu     sync.Mutex
	lines  []string // of the picture
	drawn  bool
	closed bool
	midway bool // the last text did not end its line: there is no room for a picture
}

func newConsole(w io.Writer) *console {
	c := &console{out: w, text: screened{out: w}}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		c.size = func() (int, int) { return sizeOf(f) }
	}
	return c
}

// sizeOf returns a terminal's current size, or a usual one.
func sizeOf(f *os.File) (width, height int) {
	if w, h, err := term.GetSize(int(f.Fd())); err == nil && w > 1 && h > 1 {
		return w, h
	}
	return 80, 24
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	if c, ok := stream.(*console); ok {
		return c.size != nil
	}
	f, ok := fileOf(stream)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Write writes text above the picture.
func (c *console) Write(p []byte) (int, error) { return c.above(&c.text, p) }

// beside wraps another stream so that it does not write into the picture, if both
// are on a terminal.
func (c *console) beside(w io.Writer) io.Writer {
	if c.size == nil || !isTerminal(w) {
		return w
	}
	return above{c, w}
}

// above is another stream that writes above the picture.
type above struct {
	console *console
	out     io.Writer
}

func (a above) Write(p []byte) (int, error) { return a.console.above(a.out, p) }

func (c *console) above(w io.Writer, p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write(c.erasure())
	n, err := w.Write(p)
	if len(p) > 0 {
		c.midway = p[len(p)-1] != '\n'
	}
	c.write(c.drawing())
	return n, err
}

// show replaces the picture; no lines remove it. Lines are cut to the terminal's
// current width.
func (c *console) show(lines []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = lines
	c.write(c.erasure() + c.drawing())
}

// close removes the picture for good.
func (c *console) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = nil
	c.write(c.erasure())
	c.closed = true
}

// write writes the picture. A terminal that is gone is no error.
func (c *console) write(text string) {
	if text != "" {
		_, _ = io.WriteString(c.out, text)
	}
}

// erasure removes the picture from the terminal. It blanks the first cell, because
// tmux keeps a copy of what is erased from the top left corner.
func (c *console) erasure() string {
	if !c.drawn {
		return ""
	}
	c.drawn = false
	return "\r " + ansi.EraseScreenBelow + "\r"
}

// drawing shows the picture and moves the cursor to its beginning.
func (c *console) drawing() string {
	if c.size == nil || c.closed || c.midway || len(c.lines) == 0 {
		return ""
	}
	width, height := c.size()
	lines := make([]string, min(len(c.lines), height-1))
	for i := range lines {
		lines[i] = cut(c.lines[i], width)
	}
	text := strings.Join(lines, "\n") + "\r"
	if n := len(lines) - 1; n > 0 {
		text += ansi.CursorUp(n)
	}
	c.drawn = true
	return text
}

// cut shortens a line to fit a terminal. The last column stays free, because some
// terminals wrap as soon as it is filled.
func cut(line string, width int) string {
	line = strings.Map(func(r rune) rune {
		if untrusted.Obeyed(r) || unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, line)
	return ansi.Truncate(line, width-1, "…")
}
