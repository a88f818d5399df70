package seal

import (
	"runtime"
	"testing"
)

// A long run adds thousands of lines to a file. What they leave takes memory by their number,
// not by its square.
func TestManyAddedLines(t *testing.T) {
	const lines, most = 4000, 50 << 20
	k := ledger{files: map[string]state{}, before: map[string]state{}}
	n := Added("lines", 0, []byte("one\n"))
	var begin, end runtime.MemStats
	runtime.ReadMemStats(&begin)
	for i := range lines {
		n.From = int64(i) * n.Bytes
		k.enter(n)
	}
	runtime.ReadMemStats(&end)
	if s := k.files["lines"]; len(s.blocks) != lines || len(k.faults) > 0 {
		t.Fatalf("%d blocks, %v", len(s.blocks), k.faults)
	}
	if took := end.TotalAlloc - begin.TotalAlloc; took > most {
		t.Errorf("%d lines take %d MB", lines, took>>20)
	}
}

// What a file held before a line stays as it was, whatever the line cuts and adds.
func TestStateBefore(t *testing.T) {
	var before state
	for i := range 3 {
		before = before.after(Added("lines", int64(4*i), []byte("one\n")))
	}
	after := before.after(Truncated("lines", 4)).after(Added("lines", 4, []byte("other\n")))
	if before.bytes() != 12 || before.blocks[1].Bytes != 4 || after.bytes() != 10 || len(after.blocks) != 2 {
		t.Errorf("%v, then %v", before, after)
	}
}
