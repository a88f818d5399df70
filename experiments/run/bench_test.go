package run

import (
	"testing"
)

// BenchmarkSummarize is what making the index anew costs for a run.
func BenchmarkSummarize(b *testing.B) {
	folder := newRun(b, b.TempDir(), "a")
	for b.Loop() {
		if _, err := newRow(Summarize(folder), ""); err != nil {
			b.Fatal(err)
		}
	}
}
