package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// bar is a line of progress; it is only there on a terminal.
type bar struct{ line *progressbar.ProgressBar }

func newBar(w io.Writer, total int, unit string) *bar {
	if !isTerminal(w) {
		return &bar{}
	}
	return &bar{progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(20),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString(unit),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(200*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)}
}

// isTerminal tells whether somebody watches.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func (b *bar) add(n int) {
	if b.line != nil {
		// The bar only fails when the terminal is gone, which ends nothing.
		_ = b.line.Add(n)
	}
}

func (b *bar) describe(text string) {
	if b.line != nil {
		b.line.Describe(text)
	}
}

// clear takes the bar off the terminal, for a line of text in its place.
func (b *bar) clear() {
	if b.line != nil {
		_ = b.line.Clear()
	}
}

func (b *bar) close() {
	if b.line != nil {
		_ = b.line.Exit()
	}
}
