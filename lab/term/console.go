// Package term writes to terminals: messages above a live picture of the work in
// progress, text of others that cannot control the terminal, prompts that come before
// their answers. Elsewhere than on a terminal it writes plain lines. It knows no
// domain.
package term

import (
	"io"
	"os"
	"strings"
	"sync"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	xterm "golang.org/x/term"

	"evolab/internal/untrusted"
)

// Console writes messages. On a terminal its last lines may be a picture of the
// work in progress: text is written above it, and the picture is redrawn below.
// It may be used by several goroutines.
//
// The cursor rests where the picture begins. A terminal that rewraps its lines
// when it is resized moves both together, so that erasing from the cursor down
// always removes the whole picture.
type Console struct {
	out     io.Writer
	text    screened                   // filters all but the picture
	size    func() (width, height int) // nil: not a terminal, or no pictures are wanted
	quiet   bool                       // no progress at all
	workers func() string              // says who plays on other machines; nil: nobody

	mu     sync.Mutex
	lines  []string // of the picture
	drawn  bool
	closed bool
	midway bool // the last text did not end its line: there is no room for a picture
}

// NewConsole returns the console of a stream of messages.
func NewConsole(w io.Writer) *Console {
	c := &Console{out: w, text: screened{out: w}}
	if f, ok := w.(*os.File); ok && redraws(f) {
		c.size = func() (int, int) { return sizeOf(f) }
	}
	return c
}

// redraws reports whether a file is a terminal that can move its cursor; Emacs, for one,
// calls its own dumb.
func redraws(f *os.File) bool {
	return xterm.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// Redraws reports whether an output is a terminal that can erase what it shows.
func Redraws(out *Output) bool {
	f, ok := FileOf(out)
	return ok && redraws(f)
}

// Live reports whether the console shows pictures.
func (c *Console) Live() bool { return c.size != nil }

// Quieten keeps the console from showing any progress.
func (c *Console) Quieten() { c.size, c.quiet = nil, true }

// NoPictures makes the console a plain stream of messages.
func (c *Console) NoPictures() { c.size = nil }

// ShowWorkers adds to all progress who plays on other machines.
func (c *Console) ShowWorkers(describe func() string) { c.workers = describe }

// Write writes text above the picture.
func (c *Console) Write(p []byte) (int, error) { return c.above(&c.text, p) }

// Beside wraps another stream so that it does not write into the picture, if both
// are on a terminal.
func (c *Console) Beside(w io.Writer) io.Writer {
	if c.size == nil || !IsTerminal(w) {
		return w
	}
	return above{c, w}
}

// above is another stream that writes above the picture.
type above struct {
	console *Console
	out     io.Writer
}

func (a above) Write(p []byte) (int, error) { return a.console.above(a.out, p) }

func (c *Console) above(w io.Writer, p []byte) (int, error) {
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

// Show replaces the picture; no lines remove it. Lines are cut to the terminal's
// current width.
func (c *Console) Show(lines []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = lines
	c.write(c.erasure() + c.drawing())
}

// Close removes the picture for good.
func (c *Console) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = nil
	c.write(c.erasure())
	c.closed = true
}

// write writes the picture. A terminal that is gone is no error.
func (c *Console) write(text string) {
	if text != "" {
		_, _ = io.WriteString(c.out, text)
	}
}

// erasure removes the picture from the terminal. It blanks the first cell, because
// tmux keeps a copy of what is erased from the top left corner.
func (c *Console) erasure() string {
	if !c.drawn {
		return ""
	}
	c.drawn = false
	return "\r " + ansi.EraseScreenBelow + "\r"
}

// drawing shows the picture and moves the cursor to its beginning.
func (c *Console) drawing() string {
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
