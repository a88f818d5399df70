package lines

import (
	"bytes"
	"slices"
	"testing"
)

func TestCut(t *testing.T) {
	for _, c := range []struct {
		data, line, rest string
		there            bool
	}{
		{"", "", "", false}, {"\n", "", "", true}, {"a b \t\r\nc\n", "a b", "c\n", true}, {"a\r", "a", "", true}, {" ", "", "", true},
	} {
		line, rest, there := Cut([]byte(c.data))
		if string(line) != c.line || string(rest) != c.rest || there != c.there {
			t.Errorf("%q: %q, %q, %v", c.data, line, rest, there)
		}
	}
}

func TestUnmarked(t *testing.T) {
	for data, want := range map[string]string{
		"": "", "a": "a", "\ufeff": "", "\ufeffa\n": "a\n", "\ufeff\ufeffa": "\ufeffa", "a\ufeff": "a\ufeff", "\xef\xbb": "\xef\xbb",
	} {
		if got := string(Unmarked([]byte(data))); got != want {
			t.Errorf("%q: %q", data, got)
		}
	}
}

func TestWord(t *testing.T) {
	for line, want := range map[string][2]string{"": {"", ""}, " \ta b": {"a", " b"}, "a": {"a", ""}, " ": {"", ""}} {
		if word, rest := Word([]byte(line)); string(word) != want[0] || string(rest) != want[1] {
			t.Errorf("%q: %q, %q", line, word, rest)
		}
	}
}

func TestQuote(t *testing.T) {
	for line, want := range map[string]string{"": "an empty line", "a\x00": `"a\x00"`, "012345678901234567890": `"01234567890123456789"... (21 bytes)`} {
		if got := Quote([]byte(line)); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}

// The lines of any data add up to it, blanks and ends aside, and each one is
// shorter than what was left.
func FuzzCut(f *testing.F) {
	f.Add([]byte("a \r\n\n b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var all []byte
		rest := data
		for {
			line, after, there := Cut(rest)
			if !there {
				break
			}
			if len(after) >= len(rest) {
				t.Fatalf("%q leaves %q", rest, after)
			}
			all, rest = append(all, line...), after
		}
		// Byte by byte: lines can join the halves of what was no UTF-8.
		strip := func(b []byte) []byte {
			return slices.DeleteFunc(slices.Clone(b), func(c byte) bool { return c == '\n' || IsBlank(c) })
		}
		if !bytes.Equal(strip(all), strip(data)) {
			t.Errorf("%q has the lines %q", data, all)
		}
	})
}
