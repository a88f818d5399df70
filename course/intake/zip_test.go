//go:build unix

package intake

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"evolab/course"
)

// manyEntries is a zip of so many empty files, without their contents: a directory alone.
func manyEntries(n int) []byte {
	header := append([]byte("PK\x01\x02"), make([]byte, 43)...)
	header[28], header[46] = 1, 'x'
	text := append([]byte("PK\x03\x04"), make([]byte, 27)...)
	start := len(text)
	text = append(text, bytes.Repeat(header, n)...)
	end := append([]byte("PK\x05\x06"), make([]byte, 18)...)
	binary.LittleEndian.PutUint16(end[8:], uint16(n)) // modulo 65536, which archive/zip accepts
	binary.LittleEndian.PutUint16(end[10:], uint16(n))
	binary.LittleEndian.PutUint32(end[12:], uint32(n*len(header)))
	binary.LittleEndian.PutUint32(end[16:], uint32(start))
	return append(text, end...)
}

// A million empty entries are refused before an object is made of each.
func TestMillionEntries(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.zip")
	if err := os.WriteFile(path, manyEntries(1<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := unpackFile(t.Context(), path, t.TempDir(), &unpacking{bounds: bounds})
	runtime.ReadMemStats(&after)
	var refused *refusal
	if !errors.As(err, &refused) || refused.verdict != course.Refused || refused.text != "it holds more than 2000 files and folders" {
		t.Errorf("%v", err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("it takes %d bytes", used)
	}
}

// Entries are counted as archive/zip lists them: with a comment, after other data, and in
// a directory of the large kind.
func TestCountEntries(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range 70_000 { // more than the small kind can count
		if _, err := w.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("folder/%d", i), Comment: "c", Extra: make([]byte, i%3)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.SetComment("a comment"), w.Close()); err != nil {
		t.Fatal(err)
	}
	small := zipOf(t, map[string]string{"a": "x", "b/c": "y"})
	for _, c := range []struct {
		about, data string
		most, want  int
	}{
		{"two", small, 100, 2},
		{"behind other data", "a program" + small, 100, 2},
		{"one too many", small, 1, 2},
		{"many", b.String(), 1 << 20, 70_000},
		{"many, up to a limit", b.String(), 500, 501},
		{"what looks like an end in the last bytes", small + "PK\x05\x06xx", 100, 2},
		{"cut off", small[:len(small)-1], 100, 0},
		{"no zip", strings.Repeat("x", 100), 100, 0},
		{"nothing", "", 100, 0},
		{"a directory outside", "PK\x05\x06" + strings.Repeat("\xff", 18), 100, 0},
	} {
		if got := countEntries(strings.NewReader(c.data), int64(len(c.data)), c.most); got != c.want {
			t.Errorf("%s: %d, want %d", c.about, got, c.want)
		}
	}
}
