package course

import (
	"strings"
	"testing"
)

// The line in which a program failed is the innermost one of its own files.
func TestOwnLine(t *testing.T) {
	const main = "Traceback (most recent call last):\n  File \"/scratch/1/my_player3.py\", line 9, in <module>\n    answer()\n"
	for _, c := range []struct{ about, stderr, want string }{
		{"nothing", "", ""},
		{"no traceback", "loading weights\n", ""},
		{"the program itself", main + "IndexError: list index out of range\n", "line 9 of my_player3.py"},
		{"a path as it was called", "Traceback (most recent call last):\n  File \"my_player.py\", line 3, in <module>\nIndexError\n", "line 3 of my_player.py"},
		{"a module in a folder", main + "  File \"/scratch/1/engine/search.py\", line 4, in answer\n    board[9]\n    ~~~~~^^^\nIndexError\n", "line 4 of engine/search.py"},
		{"a library", main + "  File \"/usr/lib/python3.11/json/decoder.py\", line 355, in raw_decode\njson.decoder.JSONDecodeError: x\n", "line 9 of my_player3.py"},
		{"an installed module", main + "  File \"/usr/local/lib/python3.11/site-packages/numpy/core.py\", line 7, in f\nValueError\n", "line 9 of my_player3.py"},
		{"frozen modules", main + "  File \"<frozen importlib._bootstrap>\", line 1027, in _find_and_load\nImportError\n", "line 9 of my_player3.py"},
		{"a syntax error in a helper", main + "  File \"/scratch/1/moves.py\", line 1\n    def move(:\n             ^\nSyntaxError: invalid syntax\n", "line 1 of moves.py"},
		{"the end of a long traceback", "    return f(n)\n  File \"/scratch/1/my_player3.py\", line 2, in f\n    return f(n)\n  [Previous line repeated 995 more times]\nRecursionError: x\n", "line 2 of my_player3.py"},
		{"Java", "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 5\n\tat Board.get(Board.java:12)\n\tat my_player.main(my_player.java:3)\n", "line 12 of Board.java"},
		{"a library of Java", "Exception in thread \"main\" java.util.NoSuchElementException\n\tat java.base/java.util.Scanner.next(Scanner.java:1594)\n\tat java.util.Scanner.nextInt(Scanner.java:2258)\n\tat my_player.main(my_player.java:7)\n", "line 7 of my_player.java"},
		{"the cause of an exception", "Exception in thread \"main\" java.lang.RuntimeException: x\n\tat my_player.main(my_player.java:7)\nCaused by: java.lang.NullPointerException\n\tat my_player.read(my_player.java:20)\n\t... 1 more\n", "line 20 of my_player.java"},
		{"the end of a long stack trace", "\tat my_player.search(my_player.java:5)\n\tat my_player.search(my_player.java:5)\n", "line 5 of my_player.java"},
		{"what only looks like one", strings.Repeat("  File \"x\n", 50), ""},
	} {
		if got := ownLine(c.stderr); got != c.want {
			t.Errorf("%s: %q, want %q", c.about, got, c.want)
		}
	}
}
