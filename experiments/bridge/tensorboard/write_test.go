package tensorboard

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/protowire"

	"evolab/experiments/bridge"
	"evolab/experiments/bridge/bridgetest"
	"evolab/experiments/run"
)

// The CRC-32C of "123456789" is 0xe3069283; the mask rotates and adds.
func TestMasked(t *testing.T) {
	if got, want := masked([]byte("123456789")), uint32(0xc78ab0e5); got != want {
		t.Errorf("%x, want %x", got, want)
	}
}

func TestHistogram(t *testing.T) {
	for _, test := range []struct {
		values []float64
		rows   int
	}{
		{nil, 0}, {[]float64{2, 2, 2}, 1}, {[]float64{-1, 0, 0.5, 1}, 30}, {[]float64{1, math.Nextafter(1, 2)}, 1},
		{[]float64{-math.MaxFloat64, math.MaxFloat64}, 1},
	} {
		rows := histogram(test.values)
		counted := 0.0
		for i := 0; i < len(rows); i += 3 {
			counted += rows[i+2]
			if !(rows[i] < rows[i+1]) {
				t.Errorf("%v: bucket %v", test.values, rows[i:i+3])
			}
		}
		if len(rows) != 3*test.rows || counted != float64(len(test.values)) {
			t.Errorf("%v: %v", test.values, rows)
		}
	}
}

// A file holds every number of metrics.jsonl, as a float32.
func TestWrite(t *testing.T) {
	r := bridgetest.Run(t, t.TempDir(), "one")
	out := t.TempDir()
	path, err := Write(out, r)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Write(out, r)
	if list, _ := os.ReadDir(filepath.Join(out, "one")); err != nil || again != path || len(list) != 1 {
		t.Errorf("%v, %v and %v", err, again, list)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float32{}
	events := records(t, file)
	for _, e := range events[1:] {
		step := int(fields(t, e)[2][0].number)
		for _, v := range fields(t, fields(t, e)[5][0].bytes)[1] {
			parts := fields(t, v.bytes)
			if x, ok := parts[2]; ok {
				got[fmt.Sprintf("%s@%d", parts[1][0].bytes, step)] = math.Float32frombits(uint32(x[0].number))
			} else if n := len(fields(t, parts[8][0].bytes)[4][0].bytes); n%(3*8) != 0 {
				t.Errorf("%s: a histogram of %d bytes", parts[1][0].bytes, n)
			}
		}
	}
	if diff := cmp.Diff(scalars(t, r), got); diff != "" {
		t.Error(diff)
	}
}

// What is new of a run that has gone on is appended to the file, which TensorBoard keeps
// open. A file that is not the beginning of the new one is replaced.
func TestAppend(t *testing.T) {
	r, out := bridgetest.Run(t, t.TempDir(), "one"), t.TempDir()
	write := func() (text []byte, file os.FileInfo) {
		t.Helper()
		now, err := run.Read(nil, r.Folder)
		if err != nil {
			t.Fatal(err)
		}
		path, err := Write(out, now)
		if err != nil {
			t.Fatal(err)
		}
		if text, err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
		if file, err = os.Stat(path); err != nil {
			t.Fatal(err)
		}
		return text, file
	}
	end := bridgetest.Unfinish(t, r)
	bridgetest.Checkpoint(t, r, 0)
	first, before := write()
	end()
	for range 2 {
		text, now := write()
		if n := len(records(t, text)); n != 3 || !bytes.HasPrefix(text, first) || !os.SameFile(before, now) {
			t.Errorf("%d records, %d and %d bytes, the same file: %t", n, len(first), len(text), os.SameFile(before, now))
		}
	}
	path, err := Write(out, r)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("of another version"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, _ := write(); len(records(t, text)) != 3 {
		t.Error("the file was not replaced")
	}
}

func scalars(t *testing.T, r *run.Run) map[string]float32 {
	list := map[string]float32{}
	points, err := bridge.Points(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range points {
		for _, s := range p.Scalars {
			list[fmt.Sprintf("%s@%d", s.Name, p.Generation)] = float32(s.Value)
		}
	}
	return list
}

// records splits a file and compares the checksums.
func records(t *testing.T, file []byte) (list [][]byte) {
	t.Helper()
	for len(file) > 0 {
		n := binary.LittleEndian.Uint64(file)
		if binary.LittleEndian.Uint32(file[8:]) != masked(file[:8]) || binary.LittleEndian.Uint32(file[12+n:]) != masked(file[12:12+n]) {
			t.Fatal("a wrong checksum")
		}
		list, file = append(list, file[12:12+n]), file[16+n:]
	}
	return list
}

type field struct {
	number uint64
	bytes  []byte
}

// fields decodes a protocol buffer.
func fields(t *testing.T, b []byte) map[protowire.Number][]field {
	t.Helper()
	found := map[protowire.Number][]field{}
	for len(b) > 0 {
		id, kind, n := protowire.ConsumeTag(b)
		b = b[max(0, n):]
		var f field
		switch kind {
		case protowire.VarintType:
			f.number, n = protowire.ConsumeVarint(b)
		case protowire.Fixed32Type:
			var x uint32
			x, n = protowire.ConsumeFixed32(b)
			f.number = uint64(x)
		case protowire.Fixed64Type:
			f.number, n = protowire.ConsumeFixed64(b)
		default:
			f.bytes, n = protowire.ConsumeBytes(b)
		}
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		found[id] = append(found[id], f)
		b = b[n:]
	}
	return found
}
