package term

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"

	"evolab/internal/quantity"
)

// Bar shows the progress of work: on a terminal as a live line, which is redrawn
// all the time, elsewhere as a plain line now and then. It may be used by several
// goroutines.
type Bar struct {
	console *Console // nil: no terminal
	out     io.Writer
	stop    func()
	silent  bool // no plain lines

	mu      sync.Mutex
	count   count
	details []string // lines below
	closed  bool
	updated time.Time // when the details were last set
	held    string    // the newest line of the log, which waits until it is due; "": none
	due     time.Time // when the log may have a line again
	next    time.Time // when the next plain line is due
}

// The details below a bar are updated every DetailEvery. Without a terminal the first
// line comes within FirstPlain, and others at least PlainEvery after another: the newest
// of the log, and where it has none, the bar's own plain lines, less and less often.
const (
	DetailEvery = 500 * time.Millisecond
	FirstPlain  = 5 * time.Second
	PlainEvery  = 10 * time.Second
)

// NewBar begins to show work of total units; 0: unknown.
func NewBar(w io.Writer, total int, unit string) *Bar {
	const slack = 500 * time.Millisecond // in which the log may have a line
	now := time.Now()
	b := &Bar{out: w, count: count{total: total, unit: unit, began: now}, stop: func() {}}
	b.next = now.Add(FirstPlain - slack)
	b.due = b.next.Add(-slack)
	if c, ok := w.(*Console); ok {
		if c.quiet {
			b.out, b.silent = io.Discard, true
		}
		if b.count.workers = c.workers; c.Live() {
			b.console = c
		}
	}
	switch {
	case b.console != nil:
		b.repeat(b.draw)
	case !b.silent && unit != "":
		b.repeat(b.writePlain)
	}
	return b
}

// Busy shows on a terminal what is being done, until done is called.
func Busy(w io.Writer, what string) (done func()) {
	b := NewBar(w, 0, "")
	b.Describe(what)
	return b.Close
}

// repeat calls show now and then until the bar is closed.
func (b *Bar) repeat(show func(now time.Time)) {
	const redrawEvery = 200 * time.Millisecond
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
				show(now)
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
		if b.console != nil {
			b.console.Show(nil)
		}
	})
}

// draw shows the bar on the terminal, unless it was closed.
func (b *Bar) draw(now time.Time) {
	if b.closed {
		return
	}
	width, _ := b.console.size()
	b.console.Show(append([]string{b.count.line(width-1, now)}, b.details...))
}

// Close ends the bar and removes it from the terminal.
func (b *Bar) Close() { b.stop() }

// Live reports whether the bar is shown on a terminal.
func (b *Bar) Live() bool { return b.console != nil }

// Add counts n more units of work.
func (b *Bar) Add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	begins := b.count.done == b.count.before
	b.count.done += n
	now := time.Now()
	if begins && b.console != nil { // so that short work is seen, too
		b.draw(now)
	}
	b.writePlain(now)
}

// Expect tells the bar how long the rest takes, in place of its own estimate; 0: nobody knows.
func (b *Bar) Expect(left time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count.expected, b.count.told = left, time.Now()
}

// writePlain writes the line of the log that waits, or a plain line, if it is due; after
// the last unit the result follows.
func (b *Bar) writePlain(now time.Time) {
	if b.console != nil || b.silent || b.closed {
		return
	}
	if b.held != "" && !now.Before(b.due) {
		fmt.Fprintln(b.out, b.held)
		b.wrote(now)
		return
	}
	if b.count.total > 0 && b.count.done >= b.count.total || now.Before(b.next) {
		return
	}
	fmt.Fprintln(b.out, b.count.plain(now))
	for _, line := range b.details {
		fmt.Fprintln(b.out, line)
	}
	b.details = nil
	b.wrote(now)
}

func (b *Bar) wrote(now time.Time) {
	const slack, rarest = 2 * time.Second, 5 * time.Minute // the wait for a plain line is between
	b.held, b.due = "", now.Add(PlainEvery)
	b.next = now.Add(min(rarest, max(PlainEvery+slack, now.Sub(b.count.began)/6)))
}

// Log writes a line that stays above the bar. Without a terminal, one that comes too soon
// after another waits, and is left out if the next one comes meanwhile; the last does not
// wait.
func (b *Bar) Log(line string, last bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	if b.console == nil && !last && now.Before(b.due) {
		b.held = line
		return
	}
	b.wrote(now)
	b.Keep(line)
}

// Skip counts work that was done earlier and does not count for the speed.
func (b *Bar) Skip(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count.done += n
	b.count.before += n
}

// Grow changes the total.
func (b *Bar) Grow(total int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count.total = total
}

// Unlike says that the work so far, and until Like is called, is of another kind
// than the rest: its speed does not tell how long the rest takes.
func (b *Bar) Unlike() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count.unlike, b.count.before, b.count.began = true, b.count.done, time.Now()
}

// Like says that the work since Unlike is of the kind of the rest.
func (b *Bar) Like() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count.unlike = false
}

// Rest returns how long the rest takes at the speed so far.
func (b *Bar) Rest() (rest time.Duration, known bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.count.rest(time.Now())
}

// Workers says who plays on other machines; "": nobody.
func (b *Bar) Workers() string {
	if b.count.workers == nil {
		return ""
	}
	return b.count.workers()
}

// Keep writes a line that stays above the bar; a terminal's width limits it.
func (b *Bar) Keep(line string) {
	if b.console != nil {
		width, _ := b.console.size()
		line = cut(line, width)
	}
	fmt.Fprintln(b.out, line)
}

// Describe sets the text before the bar.
func (b *Bar) Describe(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count.text = text
	if b.console != nil && b.count.done > b.count.before {
		b.draw(time.Now())
	}
}

// Due reports whether it is time for new details.
func (b *Bar) Due() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	if b.console == nil {
		return !now.Add(DetailEvery).Before(b.next)
	}
	return now.Sub(b.updated) >= DetailEvery
}

// Detail sets the lines below the bar.
func (b *Bar) Detail(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.details = strings.Split(strings.TrimRight(text, "\n"), "\n")
	b.updated = time.Now()
}

// count counts units of work.
type count struct {
	text   string // describes the work; may be empty
	unit   string // such as game
	total  int    // 0: unknown
	done   int
	before int // part of done that was there at the beginning
	began  time.Time
	// expected, if above 0, is how long the rest took at the moment told.
	expected time.Duration
	told     time.Time
	unlike   bool          // so far the work was of another kind than the rest
	workers  func() string // says who plays on other machines; may be nil
}

// line is the longest form that fits into a width.
func (c *count) line(width int, now time.Time) string {
	tail := strings.Join(c.figures(now, true), ", ")
	if c.total > 0 {
		for _, cells := range []int{24, 12} {
			full := min(cells, cells*c.done/c.total)
			graph := "[" + strings.Repeat("=", full) + strings.Repeat(" ", cells-full) + "]"
			if line := Joined("  ", c.text, graph, tail); ansi.StringWidth(line) <= width {
				return line
			}
		}
	}
	if line := Joined("  ", c.text, tail); ansi.StringWidth(line) <= width {
		return line
	}
	// The count matters more than the end of a long name.
	tail = strings.Join(c.figures(now, false), ", ")
	room := width - ansi.StringWidth(tail) - len("  ")
	if room < 8 { // too short for a name
		return tail
	}
	return Joined("  ", ansi.Truncate(c.text, room, "…"), tail)
}

// plain is the line without a terminal.
func (c *count) plain(now time.Time) string {
	line := quantity.Of(c.done, c.unit)
	if c.total > 0 {
		line = fmt.Sprintf("%d of %s", c.done, quantity.Of(c.total, c.unit))
	}
	if c.text != "" {
		line = c.text + ": " + line
	}
	if left, known := c.left(now); known {
		line += ", about " + Roughly(left) + " left"
	}
	if c.workers != nil {
		line += ", " + c.workers()
	}
	return line
}

// figures lists the count, the speed, and the time left.
func (c *count) figures(now time.Time, full bool) []string {
	var list []string
	count := fmt.Sprintf("%d/%d", c.done, c.total)
	switch {
	case c.total > 0 && full:
		list = append(list, count+" "+quantity.Noun(c.total, c.unit))
	case c.total > 0:
		list = append(list, count)
	case c.done > 0:
		list = append(list, quantity.Of(c.done, c.unit))
	}
	if rate := c.rate(now); full && rate != "" {
		list = append(list, rate)
	}
	if full && c.workers != nil {
		list = append(list, c.workers())
	}
	if left, known := c.left(now); known {
		return append(list, Roughly(left)+" left")
	}
	return append(list, Roughly(now.Sub(c.began)))
}

// settled is how long work must have lasted before its speed is shown.
const settled = time.Second

// rate is the speed in a unit in which it is at least 1; "" if it is unknown.
func (c *count) rate(now time.Time) string {
	spent, n := now.Sub(c.began), float64(c.done-c.before)
	if spent < settled {
		return ""
	}
	switch second := n / spent.Seconds(); {
	case second >= 10:
		return fmt.Sprintf("%.0f/s", second)
	case second >= 1:
		return fmt.Sprintf("%.1f/s", second)
	case 60*second >= 1:
		return fmt.Sprintf("%.0f/min", 60*second)
	}
	return ""
}

// left is how long the rest takes, once the speed has settled.
func (c *count) left(now time.Time) (time.Duration, bool) {
	rest, known := c.rest(now)
	return rest, known && now.Sub(c.began) >= settled
}

// rest is how long the rest takes at the speed so far.
func (c *count) rest(now time.Time) (time.Duration, bool) {
	if c.expected > 0 {
		return max(0, c.expected-now.Sub(c.told)), true
	}
	spent, n := now.Sub(c.began), c.done-c.before
	if c.total == 0 || n <= 0 || c.unlike {
		return 0, false
	}
	return time.Duration(float64(spent) / float64(n) * float64(max(0, c.total-c.done))), true
}

// Roughly formats a time in one unit or two.
func Roughly(d time.Duration) string {
	switch s := int(d.Round(time.Second).Seconds()); {
	case s < 100:
		return fmt.Sprintf("%d s", s)
	case s < 100*60:
		return fmt.Sprintf("%d min", (s+30)/60)
	default:
		return fmt.Sprintf("%d h %d min", s/3600, s/60%60)
	}
}
