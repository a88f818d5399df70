package artemis

import (
	"testing"
	"time"
)

// A server that is away is waited for during five minutes, a second first and a
// quarter of a minute later; a minute of it costs six or seven attempts.
func TestWaitingForAServer(t *testing.T) {
	var r Retry
	var total time.Duration
	minute, attempts := 0, 0
	for {
		pause, again := r.Away()
		if !again {
			break
		}
		if total += pause; total <= time.Minute {
			minute++
		}
		attempts++
	}
	if total < 4*time.Minute || total > mostAway || minute < 5 || minute > 8 {
		t.Errorf("%d attempts in %v, %d in the first minute", attempts, total, minute)
	}
	r.Played()
	if pause, again := r.Away(); pause != time.Second || !again {
		t.Errorf("after a game: %v, %v", pause, again)
	}
}

// Games that go wrong are another matter: three in a row, and no more.
func TestGamesThatGoWrong(t *testing.T) {
	var r Retry
	for range 2 {
		for range mostBroken {
			if _, again := r.Broken(); !again {
				t.Fatal("given up too early")
			}
		}
		if _, again := r.Broken(); again {
			t.Fatal("a fourth one")
		}
		r.Played()
	}
}
