package host

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What ends a ply under a wall limit of one second, and whose fault that is.
func TestOver(t *testing.T) {
	const limit = time.Second
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	for _, c := range []struct {
		about          string
		spell          timeSpent
		reason, detail string
	}{
		{"in time", timeSpent{ms(900), ms(100), 0, true}, "", ""},
		{"a sleeper", timeSpent{ms(1100), ms(10), 0, true}, Time, "killed after 1.1 s of wall time (0.010 s of CPU used)"},
		{"starved, but in time without its waits", timeSpent{ms(1800), ms(750), ms(900), true}, "", ""},
		{"starved, and still too slow", timeSpent{ms(2000), ms(100), ms(900), true}, Time,
			"killed after 2.0 s of wall time (0.100 s of CPU used, 0.9 s spent waiting for a core)"},
		{"starved for longer than the limit", timeSpent{ms(1300), ms(100), ms(1050), true}, Void, "1.1 s spent waiting for a core): it got too little"},
		{"starved for long, but it computes: it will use up its CPU time", timeSpent{ms(4500), ms(750), ms(3750), true}, "", ""},
		{"starved for too long, although it computes", timeSpent{ms(4900), ms(750), ms(4100), true}, Void, "4.1 s spent waiting for a core): it got too little"},
		{"starved for long, and too slow even so", timeSpent{ms(2400), ms(50), ms(1200), true}, Time, "killed after 2.4 s"},
		{"nobody knows", timeSpent{wall: ms(1100), cpu: ms(10)}, Void, "killed after 1.1 s of wall time (0.010 s of CPU used); this system does not report"},
		{"nobody knows, but it is in time", timeSpent{wall: ms(900), cpu: ms(10)}, "", ""},
	} {
		f := c.spell.overLimit(limit)
		if c.reason == "" {
			if f != nil {
				t.Errorf("%s: %v", c.about, f)
			}
			continue
		}
		if f == nil || f.Reason != c.reason || !strings.Contains(f.Detail, c.detail) {
			t.Errorf("%s: %v, want %s: %s", c.about, f, c.reason, c.detail)
		}
		if f := c.spell.overLimit(0); f != nil {
			t.Errorf("%s: without a limit %v", c.about, f)
		}
	}
}

// Only what is nobody's fault is repeated, twice.
func TestAgain(t *testing.T) {
	for _, c := range []struct {
		ends  []string // reasons; "" is an answer
		tries int
		void  bool
	}{
		{[]string{""}, 1, false},
		{[]string{Time, ""}, 1, false},
		{[]string{Void, ""}, 2, false},
		{[]string{Void, Void, Crash, ""}, 3, false},
		{[]string{Void, Void, Void, ""}, 3, true},
	} {
		tries := 0
		err := RetryVoid(func() error {
			tries++
			if reason := c.ends[tries-1]; reason != "" {
				return fmt.Errorf("wrapped: %w", &Failure{Reason: reason})
			}
			return nil
		})
		if tries != c.tries || IsVoid(err) != c.void || (err == nil) != (c.ends[tries-1] == "") {
			t.Errorf("%q: %d tries, %v", c.ends, tries, err)
		}
	}
}

// A record says by its detail which limit a program exceeded.
func TestExceeded(t *testing.T) {
	for detail, want := range map[string]Resource{
		"used 10.012 s of CPU of 10.000 s allowed":                    CPU,
		timeSpent{wall: 7e9}.describe():                               Wall,
		(timeSpent{wall: 40e9, measured: true}).overWait(30e9).Detail: Wall,
		"it waited for 31.0 s in this game, of 30 s allowed":          Wall,
		"used more than the 2.00 GB of memory allowed":                Memory,
		"used 25.00 GB of memory of 2.00 GB allowed":                  Memory,
		"keeps 300 MB in files of 256 MB allowed":                     Disk,
		"keeps more than 10,000 files":                                Disk,
		"ran 600 processes and threads at a time of 512 allowed":      Processes,
		"the program ended with exit status 127: used 1 s of CPU":     "",
	} {
		if got := Exceeded(detail); got != want {
			t.Errorf("%q: %q, want %q", detail, got, want)
		}
	}
}
