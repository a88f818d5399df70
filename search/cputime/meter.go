package cputime

import (
	"context"
	"sync/atomic"
	"time"
)

// Meter adds up the CPU time of the goroutines that work on one thing of several in
// the process. They find it in their context; the garbage collector's time is nobody's.
// Where a system has no clock for a thread, it counts the whole process.
type Meter struct {
	used  atomic.Int64
	began time.Duration // of the process, without clocks for threads
}

// NewMeter starts a meter.
func NewMeter() *Meter { return &Meter{began: Process()} }

// Add adds time that was used elsewhere, such as in another process.
func (m *Meter) Add(d time.Duration) { m.used.Add(int64(d)) }

// Used is the time of the goroutines that have stopped, and what was added.
func (m *Meter) Used() time.Duration {
	used := time.Duration(m.used.Load())
	if !PerThread {
		used += Process() - m.began
	}
	return used
}

type meterKey struct{}

// With returns a context whose goroutines count for the meter.
func With(ctx context.Context, m *Meter) context.Context {
	return context.WithValue(ctx, meterKey{}, m)
}

// Count counts the calling goroutine for the context's meter, if it has one, until
// stop is called.
func Count(ctx context.Context) (stop func()) {
	m, _ := ctx.Value(meterKey{}).(*Meter)
	if m == nil || !PerThread {
		return func() {}
	}
	watch := Start()
	return func() {
		m.Add(watch.Used())
		watch.Stop()
	}
}
