package term

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Frames shows one text after the other: on a terminal with a delay in place, else one
// below the other.
type Frames struct {
	ctx   context.Context
	out   io.Writer
	delay time.Duration
	live  *Console // nil: below each other
	last  string
}

// NewFrames returns frames on out, which writes to standard output.
func NewFrames(ctx context.Context, out io.Writer, delay time.Duration) *Frames {
	f := &Frames{ctx: ctx, out: out, delay: delay}
	// out is buffered: only the file below it can be a terminal.
	if live := NewConsole(os.Stdout); live.Live() && delay > 0 {
		f.live = live
	}
	return f
}

// Show shows the next text.
func (f *Frames) Show(text string) error {
	if f.live == nil {
		_, err := fmt.Fprintln(f.out, text)
		return err
	}
	f.last = text
	f.live.Show(strings.Split(text, "\n"))
	select {
	case <-f.ctx.Done():
		f.End()
		return f.ctx.Err()
	case <-time.After(f.delay):
		return nil
	}
}

// End keeps the last text on the screen.
func (f *Frames) End() {
	if f.last == "" {
		return
	}
	f.live.Show(nil)
	fmt.Fprintln(f.out, f.last)
	f.last = ""
}
