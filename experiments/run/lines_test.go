package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// lastFirst reads a file's lines backwards.
func lastFirst(t *testing.T, text string) ([]any, error) {
	t.Helper()
	folder := t.TempDir()
	write(t, folder, "lines", text)
	var got []any
	err := tail(folder+"/lines", func(v any) bool {
		got = append(got, v)
		return false
	})
	return got, err
}

func TestTail(t *testing.T) {
	var many, want strings.Builder
	for i := range 20_000 { // several blocks
		fmt.Fprintf(&many, "%d\n", i)
		fmt.Fprintf(&want, "%d ", 19_999-i)
	}
	wide := strings.Repeat("0", 5*tailBytes)
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"torn", "1\n2\n3", "2 1 "},
		{"only torn", "1", ""},
		{"blank lines", "1\n\n2\n", "2 1 "},
		{"many", many.String(), want.String()},
		{"a wide line", "1\n\"" + wide + "\"\n3\n", "3 " + wide + " 1 "},
	} {
		got, err := lastFirst(t, c.text)
		text := ""
		for _, v := range got {
			text += fmt.Sprint(v) + " "
		}
		if err != nil || text != c.want {
			t.Errorf("%s: %.80q, %v", c.name, text, err)
		}
	}
	if _, err := lastFirst(t, "1\n{\n2\n"); err == nil {
		t.Error("a damaged line was read")
	}
	if err := tail("nowhere", func(any) bool { return true }); err != nil {
		t.Error(err)
	}
}

// Backwards or forwards, a file says the same.
func FuzzTail(f *testing.F) {
	f.Add([]byte("1\n{\"a\":2}\n3"))
	f.Add([]byte("\n\nnull\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := lastFirst(t, string(data))
		if err != nil {
			return
		}
		slices.Reverse(got)
		var want []any
		for line := range bytes.Lines(data[:bytes.LastIndexByte(data, '\n')+1]) {
			if line = bytes.TrimRight(line, "\n"); len(line) == 0 {
				continue
			}
			var v any
			if err := json.Unmarshal(line, &v); err != nil {
				t.Fatalf("%q was read", line)
			}
			want = append(want, v)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: %v, want %v", data, got, want)
		}
	})
}
