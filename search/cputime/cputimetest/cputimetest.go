// Package cputimetest has benchmarks report CPU time. Whatever else a machine does changes
// the time on a clock several times over, and this hardly.
package cputimetest

import (
	"testing"
	"time"

	"evolab/search/cputime"
)

// Stopwatch is the CPU time of a benchmark, that of the garbage collector included.
type Stopwatch struct{ began time.Duration }

// Start is called before b.Loop. At its end the benchmark reports cpu-ns/op.
func Start(b *testing.B) Stopwatch {
	s := Stopwatch{cputime.Process()}
	b.Cleanup(func() { b.ReportMetric(s.Seconds()*1e9/float64(b.N), "cpu-ns/op") })
	return s
}

// Seconds is the CPU time so far.
func (s Stopwatch) Seconds() float64 { return (cputime.Process() - s.began).Seconds() }
