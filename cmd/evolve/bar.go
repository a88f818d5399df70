package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// bar shows the progress of work, with the same line in all commands: on a
// terminal a live one, which is redrawn while nothing happens too; elsewhere a
// plain one now and then. It may be used by several goroutines.
type bar struct {
	console *console // nil where nobody watches
	out     io.Writer
	stop    func()
	silent  bool // no plain lines: something else says as much

	mu      sync.Mutex
	count   progress
	more    []string // lines below
	closed  bool
	updated time.Time
	next    time.Time // when the next plain line is due
}

// Live lines are drawn every redrawEvery, what is below them is worked out
// every detailEvery, and plain lines come after plainEvery, less and less often.
const (
	redrawEvery  = 200 * time.Millisecond
	detailEvery  = 500 * time.Millisecond
	plainEvery   = 10 * time.Second
	plainSeldom  = 5 * time.Minute
	plainPortion = 6
)

// newBar begins to show work of so many units; 0 if nobody knows how many.
func newBar(w io.Writer, total int, unit string) *bar {
	now := time.Now()
	b := &bar{out: w, count: progress{total: total, unit: unit, began: now}, next: now.Add(plainEvery), stop: func() {}}
	if c, ok := w.(*console); ok && c.size != nil {
		b.console = c
		b.animate()
	}
	return b
}

// animate redraws the bar until it is closed.
func (b *bar) animate() {
	ticks := time.NewTicker(redrawEvery)
	done := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case now := <-ticks.C:
				b.mu.Lock()
				b.draw(now)
				b.mu.Unlock()
			}
		}
	}()
	b.stop = sync.OnceFunc(func() {
		ticks.Stop()
		close(done)
		<-ended
		b.mu.Lock()
		defer b.mu.Unlock()
		b.closed = true
		b.console.show(nil)
	})
}

// draw shows the bar on the terminal, unless it was closed.
func (b *bar) draw(now time.Time) {
	if b.closed {
		return
	}
	width, _ := b.console.size()
	b.console.show(append([]string{b.count.line(width-1, now)}, b.more...))
}

// add counts n more units of work.
func (b *bar) add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	begins := b.count.done == b.count.before
	b.count.done += n
	now := time.Now()
	if begins && b.console != nil { // short work is seen, too
		b.draw(now)
	}
	if b.console != nil || b.silent || b.count.done >= b.count.total || now.Before(b.next) { // the result follows the last unit
		return
	}
	fmt.Fprintln(b.out, b.count.plain(now))
	for _, line := range b.more {
		fmt.Fprintln(b.out, line)
	}
	b.next = now.Add(min(plainSeldom, max(plainEvery, now.Sub(b.count.began)/plainPortion)))
}

// skip counts work that was done earlier: it says nothing about the speed.
func (b *bar) skip(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count.done += n
	b.count.before += n
}

// keep writes a line that stays above the bar; on a terminal it is cut.
func (b *bar) keep(line string) {
	if b.console != nil {
		b.console.keep(line)
		return
	}
	fmt.Fprintln(b.out, line)
}

// grow changes the number of all units of work.
func (b *bar) grow(total int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count.total = total
}

// describe sets the text before the bar.
func (b *bar) describe(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count.text = text
	if b.console != nil && b.count.done > b.count.before {
		b.draw(time.Now())
	}
}

// live reports whether the bar is shown on a terminal.
func (b *bar) live() bool { return b.console != nil }

// due reports whether it is time for new detail.
func (b *bar) due() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	if b.console == nil {
		return !now.Before(b.next)
	}
	return now.Sub(b.updated) >= detailEvery
}

// detail sets the lines below the bar.
func (b *bar) detail(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.more = strings.Split(strings.TrimRight(text, "\n"), "\n")
	b.updated = time.Now()
}

// close ends the bar and removes it from the terminal.
func (b *bar) close() { b.stop() }
