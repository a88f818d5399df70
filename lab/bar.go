package lab

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// bar shows the progress of work: on a terminal as a live line, which is redrawn
// all the time, elsewhere as a plain line now and then. It may be used by several
// goroutines.
type bar struct {
	console *console // nil: no terminal
	out     io.Writer
	stop    func()
	silent  bool // no plain lines: other output says as much

	mu      sync.Mutex
	count   progress
	more    []string // lines below
	closed  bool
	updated time.Time
	next    time.Time // when the next plain line is due
}

// The lines below the bar are updated every detailEvery. Plain lines begin after
// plainEvery and come less and less often.
const (
	detailEvery = 500 * time.Millisecond
	plainEvery  = 10 * time.Second
)

// newBar begins to show work of total units; 0: unknown.
func newBar(w io.Writer, total int, unit string) *bar {
	now := time.Now()
	b := &bar{out: w, count: progress{total: total, unit: unit, began: now}, next: now.Add(plainEvery), stop: func() {}}
	if c, ok := w.(*console); ok {
		if c.quiet {
			b.out, b.silent = io.Discard, true
		}
		if b.count.crew = c.crew; c.size != nil {
			b.console = c
			b.animate()
		}
	}
	return b
}

// animate redraws the bar until it is closed.
func (b *bar) animate() {
	ticks := time.NewTicker(200 * time.Millisecond)
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
	if begins && b.console != nil { // so that short work is seen, too
		b.draw(now)
	}
	if b.console != nil || b.silent || b.count.done >= b.count.total || now.Before(b.next) { // the result follows the last unit
		return
	}
	fmt.Fprintln(b.out, b.count.plain(now))
	for _, line := range b.more {
		fmt.Fprintln(b.out, line)
	}
	b.next = now.Add(min(5*time.Minute, max(plainEvery, now.Sub(b.count.began)/6)))
}

// skip counts work that was done earlier and does not count for the speed.
func (b *bar) skip(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count.done += n
	b.count.before += n
}

// unlike says that the work so far, and until like is called, is of another kind
// than the rest: its speed does not tell how long the rest takes.
func (b *bar) unlike() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count.unlike, b.count.before, b.count.began = true, b.count.done, time.Now()
}

// like says that the work since unlike is of the kind of the rest.
func (b *bar) like() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count.unlike = false
}

// rest is how long the rest takes.
func (b *bar) rest() (time.Duration, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.count.rest(time.Now())
}

// keep writes a line that stays above the bar; a terminal's width limits it.
func (b *bar) keep(line string) {
	if b.console != nil {
		width, _ := b.console.size()
		line = cut(line, width)
	}
	fmt.Fprintln(b.out, line)
}

// grow changes the total.
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

// due reports whether it is time for new details.
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
