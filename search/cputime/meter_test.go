package cputime

import (
	"context"
	"sync"
	"testing"
	"time"
)

// Two things at work side by side each count their own time.
func TestMetersTellWorkApart(t *testing.T) {
	if !PerThread {
		t.Skip("this system has no clock for a thread")
	}
	meters := []*Meter{NewMeter(), NewMeter()}
	var all sync.WaitGroup
	for i, m := range meters {
		ctx := With(context.Background(), m)
		for range 2 {
			all.Add(1)
			go func() {
				defer all.Done()
				defer Count(ctx)()
				began := Thread()
				for Thread()-began < time.Duration(1+3*i)*10*time.Millisecond {
				}
			}()
		}
	}
	all.Wait()
	meters[1].Add(time.Second)
	for i, least := range []time.Duration{20 * time.Millisecond, time.Second + 80*time.Millisecond} {
		if got := meters[i].Used(); got < least || got > least+15*time.Millisecond {
			t.Errorf("meter %d: %v, want about %v", i, got, least)
		}
	}
	Count(context.Background())() // nobody measures
}
