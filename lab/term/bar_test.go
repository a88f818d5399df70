package term

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// The line of progress leaves out what there is no room for.
func TestProgressLine(t *testing.T) {
	usual := count{text: "generation 3/60", unit: "game", total: 9000, done: 1204}
	with := func(change func(p *count)) count {
		p := usual
		change(&p)
		return p
	}
	for _, test := range []struct {
		p     count
		width int
		spent time.Duration
		want  string
	}{
		{usual, 79, 4 * time.Second, "generation 3/60  [===                     ]  1204/9000 games, 301/s, 26 s left"},
		{usual, 70, 4 * time.Second, "generation 3/60  [=           ]  1204/9000 games, 301/s, 26 s left"},
		{usual, 59, 4 * time.Second, "generation 3/60  1204/9000 games, 301/s, 26 s left"},
		{usual, 40, 4 * time.Second, "generation 3/60  1204/9000, 26 s left"},
		{usual, 30, 4 * time.Second, "generat…  1204/9000, 26 s left"},
		{usual, 20, 4 * time.Second, "1204/9000, 26 s left"},
		// Nothing is known yet, or nothing but the time.
		{with(func(p *count) { p.done = 0 }), 79, 50 * time.Second, "generation 3/60  [                        ]  0/9000 games, 50 s"},
		{with(func(p *count) { p.done = 5 }), 79, time.Millisecond, "generation 3/60  [                        ]  5/9000 games, 0 s"},
		{with(func(p *count) { p.total, p.done = 0, 0 }), 79, 130 * time.Second, "generation 3/60  2 min"},
		{with(func(p *count) { p.total, p.done, p.unit = 0, 7, "position" }), 79, time.Second, "generation 3/60  7 positions, 7.0/s, 1 s"},
		// Slow work is counted in minutes, or not at all: never 0 an hour.
		{with(func(p *count) { p.done = 3 }), 70, 90 * time.Second, "generation 3/60  [            ]  3/9000 games, 2/min, 74 h 58 min left"},
		{with(func(p *count) { p.done = 1; p.total = 2 }), 79, time.Hour, "generation 3/60  [============            ]  1/2 games, 60 min left"},
		{with(func(p *count) { p.unlike = true }), 79, 4 * time.Second, "generation 3/60  [===                     ]  1204/9000 games, 301/s, 4 s"},
		// Whoever plays the games knows better.
		{with(func(p *count) { p.expected, p.told = 50*time.Second, time.Now() }), 79, 4 * time.Second, "generation 3/60  [===                     ]  1204/9000 games, 301/s, 46 s left"},
		{with(func(p *count) { p.expected, p.told = 50*time.Second, time.Now() }), 79, 60 * time.Second, "generation 3/60  [===                     ]  1204/9000 games, 20/s, 0 s left"},
		// What was done before says nothing about the speed, and too much is not more than all.
		{with(func(p *count) { p.before = 1200 }), 79, 4 * time.Second, "generation 3/60  [=           ]  1204/9000 games, 1.0/s, 2 h 9 min left"},
		{with(func(p *count) { p.done = 9100 }), 79, 4 * time.Second, "generation 3/60  [========================]  9100/9000 games, 2275/s, 0 s left"},
	} {
		test.p.began = time.Now()
		got := test.p.line(test.width, test.p.began.Add(test.spent))
		if got != test.want {
			t.Errorf("width %d:\n%s, want\n%s", test.width, got, test.want)
		}
		if n := ansi.StringWidth(got); n > test.width && test.width >= 20 {
			t.Errorf("%q takes %d of %d cells", got, n, test.width)
		}
	}
}

// Without a terminal there is a line now and then, less and less often.
func TestPlainProgress(t *testing.T) {
	var out bytes.Buffer
	b := NewBar(&out, 3000, "game")
	b.Describe("round 2")
	b.Add(100)
	if out.Len() > 0 {
		t.Errorf("at once %q", &out)
	}
	b.count.began = b.count.began.Add(-10 * time.Minute)
	b.next = time.Now()
	if !b.Due() {
		t.Error("nothing is due")
	}
	b.Detail("hand leads with 60 %\n")
	b.Add(900)
	b.Add(1)
	b.next = time.Now()
	b.Add(1999) // the result follows
	b.next = b.count.began.Add(10*time.Minute + 100*time.Second)
	b.Close()
	if got, want := out.String(), "round 2: 1000 of 3000 games, about 20 min left\nhand leads with 60 %\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if wait := time.Until(b.next).Round(time.Second); wait != 100*time.Second {
		t.Errorf("the next line comes after %v", wait)
	}
}

// stamped keeps when each line was written.
type stamped struct {
	began time.Time
	lines []string
	at    []time.Duration
}

func (s *stamped) Write(line []byte) (int, error) {
	s.lines, s.at = append(s.lines, strings.TrimSuffix(string(line), "\n")), append(s.at, time.Since(s.began))
	return len(line), nil
}

// Without a terminal the first line comes within FirstPlain and others at least PlainEvery
// after another, however fast the generations are; of each that took as long there is a
// line.
func TestPlainLinesKeepTheirDistance(t *testing.T) {
	for _, every := range []time.Duration{50 * time.Millisecond, 3 * time.Second, 4700 * time.Millisecond, 11 * time.Second, 61 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			out := &stamped{began: time.Now()}
			b := NewBar(out, 1_000_000, "game")
			defer b.Close()
			generations := 0
			for ; time.Since(out.began) < 5*time.Minute; generations++ {
				time.Sleep(every)
				b.Add(1)
				b.Log(fmt.Sprintf("generation %d", generations), false)
			}
			b.Log("the last", true)
			last := len(out.at) - 1
			shown := 0
			for i, at := range out.at {
				switch {
				case i == 0 && at > FirstPlain:
					t.Errorf("%v: the first line comes after %v", every, at)
				case i > 0 && i < last && at-out.at[i-1] < PlainEvery:
					t.Errorf("%v: %q comes %v after %q", every, out.lines[i], at-out.at[i-1], out.lines[i-1])
				case i > 0 && at-out.at[i-1] > time.Minute:
					t.Errorf("%v: %v without a line", every, at-out.at[i-1])
				}
				if strings.HasPrefix(out.lines[i], "generation") {
					shown++
				}
			}
			if every > PlainEvery && shown < generations-1 { // the last one may give way to what follows
				t.Errorf("%v: %d of %d generations are shown: %q", every, shown, generations, out.lines)
			}
			if got := out.lines[last]; got != "the last" {
				t.Errorf("%v: %q at the end", every, got)
			}
		})
	}
}

// A bar on a terminal moves while nothing is counted, and goes away.
func TestLiveBar(t *testing.T) {
	c, f := fakeConsole(80)
	b := NewBar(c, 0, "")
	b.Describe("thinking")
	for seen := false; !seen; time.Sleep(time.Millisecond) {
		c.mu.Lock()
		seen = strings.Contains(strings.Join(f.rows(), "\n"), "thinking  ")
		c.mu.Unlock()
	}
	b.Keep(strings.Repeat("long ", 50))
	b.Close()
	b.Close()
	if rows := f.rows(); len(rows) != 1 || ansi.StringWidth(rows[0]) != 79 {
		t.Errorf("%q", rows)
	}
}

// Work that ends before the bar moves by itself is seen, and each of its parts.
func TestShortWorkIsSeen(t *testing.T) {
	c, f := fakeConsole(80)
	b := NewBar(c, 600, "game")
	seen := func() string {
		c.mu.Lock()
		defer c.mu.Unlock()
		return strings.Join(f.rows(), "\n")
	}
	b.Add(1)
	if rows := seen(); !strings.Contains(rows, "1/600 games") {
		t.Errorf("the first game: %q", rows)
	}
	b.Describe("round 2")
	if rows := seen(); !strings.Contains(rows, "round 2  [") {
		t.Errorf("another part: %q", rows)
	}
	b.Close()
	b.Describe("round 3")
	b.Add(1)
	if rows := seen(); rows != "" {
		t.Errorf("after its end: %q", rows)
	}
}
