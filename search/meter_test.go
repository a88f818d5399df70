package search

import (
	"testing"
	"time"
)

// A meter counts on from one search to the next, and looks at its clock only
// now and then.
func TestMeter(t *testing.T) {
	now, looks := time.Duration(0), 0
	m := NewMeter(func() time.Duration { looks++; return now })
	m.Begin(100, Limits{Nodes: 10})
	if m.Over(110) || !m.Over(111) || !m.Over(1) || !m.Out {
		t.Error("10 nodes more are not kept")
	}
	if m.Begin(111, Limits{}); m.Out || m.Over(1<<40) || looks != 0 {
		t.Error("a search without limits ends, or looks at the clock")
	}
	m.Begin(1000, Limits{Time: time.Second})
	for n := uint64(1001); n < 1001+2*lookInterval; n++ {
		if m.Over(n) {
			t.Fatalf("over after %d nodes", n)
		}
	}
	if looks != 3 {
		t.Errorf("the clock was looked at %d times in %d nodes", looks, 2*lookInterval)
	}
	if now = time.Second; m.Over(1002) || !m.Over(1001+2*lookInterval) {
		t.Error("the time is up, and that is not seen at the next look")
	}
	stop := false
	m.Watch = func() bool { return stop }
	m.Begin(5000, Limits{})
	if m.Over(5000) {
		t.Error("nobody has said stop")
	}
	if stop = true; m.Over(5001) || !m.Over(5000+lookInterval) {
		t.Error("the watch is asked at the next look")
	}
}
