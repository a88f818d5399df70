package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// bar shows the progress of work: a live line on a terminal, else now and then
// a plain line. It may be used by several goroutines.
type bar struct {
	live *progressbar.ProgressBar // nil where nobody watches

	out   io.Writer
	unit  string
	total int
	mu    sync.Mutex
	done  int
	next  time.Time // when the next plain line is due
}

// plainEvery is the time between two plain lines.
const plainEvery = 10 * time.Second

func newBar(w io.Writer, total int, unit string) *bar {
	b := &bar{out: w, unit: unit, total: total, next: time.Now().Add(plainEvery)}
	if !isTerminal(w) {
		return b
	}
	b.live = progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(20),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString(unit),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(200*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)
	return b
}

// isTerminal tells whether a person is at the other end of a stream.
func isTerminal(stream any) bool {
	f, ok := fileOf(stream)
	return ok && term.IsTerminal(int(f.Fd()))
}

// add counts n more units of work.
func (b *bar) add(n int) {
	if b.live != nil {
		// The line only fails when the terminal is gone, which ends nothing.
		_ = b.live.Add(n)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done += n
	if now := time.Now(); now.After(b.next) {
		fmt.Fprintf(b.out, "%d of %d %s\n", b.done, b.total, b.unit)
		b.next = now.Add(plainEvery)
	}
}

// describe sets the text before the bar.
func (b *bar) describe(text string) {
	if b.live != nil {
		b.live.Describe(text)
	}
}

// clear takes the bar off the terminal, for a line of text in its place.
func (b *bar) clear() {
	if b.live != nil {
		_ = b.live.Clear()
	}
}

// close ends the bar.
func (b *bar) close() {
	if b.live != nil {
		_ = b.live.Exit()
	}
}
