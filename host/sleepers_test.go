//go:build unix

package host

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// atWall is the reason for which a sleeper ends here. Where nobody knows that it did
// not wait for a core, it has not lost.
func atWall() string {
	if delaysKnown() {
		return Time
	}
	return Void
}

// unlessStarved retries with more and more wall time while the program gets too
// little of a core to be judged: this machine may be busy.
func unlessStarved(wall time.Duration, try func(wall time.Duration) error) error {
	for ; ; wall *= 2 {
		err := try(wall)
		var f *Failure
		if wall > time.Minute || !delaysKnown() || !errors.As(err, &f) || f.Reason != Void {
			return err
		}
	}
}

func TestSleepersAreKilled(t *testing.T) {
	var s *Session
	started := time.Now()
	err := unlessStarved(500*time.Millisecond, func(wall time.Duration) error {
		s, started = opened(t, beat+"wait; echo PASS > output.txt"), time.Now()
		_, err := s.Ask(t.Context(), nil, Limits{CPU: time.Second, Wall: wall})
		return err
	})
	wantFailure(t, err, atWall(), "of wall time")
	if wall := time.Since(started); wall > 3*time.Minute {
		t.Errorf("took %v", wall)
	}
	wantStillness(t, s)
}

func TestBackgroundProcessesEndWithThePly(t *testing.T) {
	s := opened(t, beat+"sleep 0.1; echo PASS > output.txt")
	started := time.Now()
	if _, err := s.Ask(t.Context(), nil, LimitCPU(time.Second)); err != nil {
		t.Fatal(err)
	}
	if wall := time.Since(started); wall > time.Minute {
		t.Errorf("took %v", wall)
	}
	wantStillness(t, s)
}

func TestAnInterruptedPlyIsNoFailure(t *testing.T) {
	s := opened(t, beat+"wait")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	beats := filepath.Join(s.Dir(), "beats")
	go func() {
		for _, err := os.Stat(beats); err != nil && ctx.Err() == nil; _, err = os.Stat(beats) {
			time.Sleep(10 * time.Millisecond)
		}
		cancel() // it has begun
	}()
	_, err := s.Ask(ctx, nil, Limits{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	wantStillness(t, s)
	if _, err := s.Ask(ctx, nil, Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
