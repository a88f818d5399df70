package compile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/internal/tooltest"
)

// The line of source is shown with its number and, where the tool knows it, the place in
// it; what would harm a page or a terminal is not.
func TestExcerpt(t *testing.T) {
	long := strings.Repeat("abcdefgh ", 100)
	for _, c := range []struct{ about, output, want string }{
		{"g++", "a.cpp: In function 'int error()':\na.cpp:8:13: error: 'x' was not declared\n    8 |     return x;\n      |            ^\n", "8 |     return x;\n  |            ^"},
		{"the middle of an underlined part", "a.cpp:12:5: error: no match\n   12 | a = b;\n      | ~~^~~\n", "12 | a = b;\n   |   ^"},
		{"javac", "A.java:8: error: ';' expected\n\treturn 0\n\t        ^\n1 error\n", "8 | →return 0\n  |          ^"},
		{"no place", "a.cpp:2:1: error: x\n    2 | }\n      |\n", "2 | }"},
		{"no line", "a.py:2: error: unexpected EOF\n", ""},
		{"text that is no excerpt", "A.java:8: error: class x is public\nsymbol: x\nlocation: y\n", ""},
		{"a linker", "main.cpp:(.text+0x9): undefined reference to `helper()'\n", ""},
		{"nothing", "", ""},
		{"escapes", "a.py:1: error: x\nx = '\x1b[31m\u202e\x00'\xff\n    ^\n", "1 | x = '?[31m??'\ufffd\n  |     ^"},
		{"a caret beyond the line", "a.py:1: error: x\nx\n" + strings.Repeat(" ", 500) + "^\n", "1 | x\n  |  ^"},
		{"a long line", "a.py:1: error: x\n" + long + "\n  ^\n", "1 | " + long[:100] + "...\n  |   ^"},
		{"the end of a long line", "a.py:1: error: x\n" + long + "\n" + strings.Repeat(" ", 890) + "^\n", "1 | ..." + long[830:899] + "\n  | " + strings.Repeat(" ", 63) + "^"},
	} {
		if got := excerpt(c.output); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.about, got, c.want)
		}
	}
}

// The tools of this machine write what excerpt reads.
func TestToolsShowTheLine(t *testing.T) {
	for _, c := range []struct{ tool, file, source, want string }{
		{"python3", "my_player3.py", "def f():\n    return (1 +* 2)\n", "2 |     return (1 +* 2)\n  |                ^"},
		{"python3", "my_player3.py", "s = '''" + strings.Repeat("x", 5000) + "''' 1\n", ""},
		{"g++", "my_player11.cpp", "int main() {\n\treturn missing;\n}\n", "2 |         return missing;\n  |                ^"},
		{"javac", "my_player.java", "class A {\n    int x = 1\n}\n", "2 |     int x = 1\n  |              ^"},
	} {
		t.Run(c.tool, func(t *testing.T) {
			t.Parallel()
			tooltest.Need(t, c.tool)
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.source), 0o644); err != nil {
				t.Fatal(err)
			}
			p, err := Find(dir, Names{Sources: []string{c.file}})
			if err != nil {
				t.Fatal(err)
			}
			_, err = p.Make(t.Context())
			var failed *Failed
			if !errors.As(err, &failed) || c.want != "" && failed.Source != c.want || len(failed.Source) > 300 {
				t.Errorf("%v\n%s\nwant\n%s", err, failed.Source, c.want)
			}
		})
	}
}
