package course_test

import (
	"testing"

	"evolab/course"
	"evolab/game"
	"evolab/host/compile"
)

// What a game's record says of a loss gives one verdict, with its particulars.
func TestCauseOfLoss(t *testing.T) {
	const ended = "there is no output.txt, the program ended with "
	for _, c := range []struct {
		reason, detail, stderr string
		verdict                course.Verdict
		text                   string
	}{
		{"normal", "", "", "", ""},
		{"illegal", "4,4 in x", "", course.IllegalMove, "4,4 in x"},
		{"malformed", `output.txt: found "pass" (expected: row,column as in 2,3, or PASS)`, "", course.MalformedOutput, `output.txt: found "pass" (expected: row,column as in 2,3, or PASS)`},
		{"malformed", "output.txt: found an empty line (expected: row,column as in 2,3, or PASS)", "", course.NoOutput, "it leaves output.txt empty"},
		{"malformed", "output.txt: line 1: found an empty line (expected: E c3 b4, or J f6 d4 for each jump)", "Traceback (most recent call last):\nIndexError: list index out of range\n", course.Crash, "it crashes with IndexError: list index out of range"},

		{"time", "used 10.012 s of CPU of 10.000 s allowed", "", course.TimeLimit, "it used 10.01 s of CPU, more than the 10 s allowed"},
		{"time", "used 2.504 s of CPU of 2.500 s allowed", "", course.TimeLimit, "it used 2.504 s of CPU, more than the 2.5 s allowed"},
		{"time", "used 1.2s of CPU for a move", "", course.TimeLimit, "it used 1.2s of CPU for a move"},
		{"time", "killed after 25.0 s of wall time (0.010 s of CPU used)", "", course.WallLimit, "it gave no answer within 25 s, in which it used 0.01 s of CPU: it sleeps, or waits for input or for another process"},
		{"time", "killed after 25.0 s of wall time (9.910 s of CPU used, 0.1 s spent waiting for a core)", "", course.WallLimit, "it gave no answer within 25 s, in which it used 9.91 s of CPU"},
		{"time", "it has waited for 301.0 s in its games, of 300 s allowed", "", course.WallLimit, "it has waited for 301.0 s in its games, of 300 s allowed"},
		{"crash", "used more than the 2.00 GB of memory allowed", "", course.MemoryLimit, "it used more than the 2.00 GB of memory allowed"},
		{"crash", "used 25.00 GB of memory of 2.00 GB allowed", "", course.MemoryLimit, "it used 25.00 GB of memory of 2.00 GB allowed"},
		{"crash", "keeps 300 MB in files of 256 MB allowed", "", course.OutputLimit, "it keeps 300 MB in files of 256 MB allowed"},
		{"crash", "ran 600 processes and threads at a time of 512 allowed", "", course.Crash, "it ran 600 processes and threads at a time of 512 allowed"},

		{"no-output", ended + "exit status 0", "", course.NoOutput, "it ends without writing output.txt"},
		{"no-output", ended + "exit status 0: loading", "loading\n", course.NoOutput, "it ends without writing output.txt"},
		{"no-output", "output.txt is a folder, the program ended with exit status 0", "", course.NoOutput, "output.txt is a folder, the program ended with exit status 0"},
		{"no-output", ended + "exit status 3", "", course.NoOutput, "it ends with exit status 3, without writing output.txt"},
		{"no-output", `there is no output.txt (it wrote src\output.txt, the program), the program ended with exit status 0: x`, "x\n", course.NoOutput, `it ends without writing output.txt (it wrote src\output.txt, the program)`},
		{"no-output", "there is no output.txt (it wrote init/output.txt), the program ended with exit status 3", "", course.NoOutput, "it ends with exit status 3, without writing output.txt (it wrote init/output.txt)"},
		{"no-output", ended + "exit status 1: RecursionError: maximum recursion depth exceeded", "Traceback\nRecursionError: maximum recursion depth exceeded\n", course.Crash, "it crashes with RecursionError: maximum recursion depth exceeded"},
		{"malformed", "output.txt: found an empty line", "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check\nAborted\n", course.Crash, "it crashes with signal SIGABRT (aborted): an uncaught exception, std::out_of_range: vector::_M_range_check"},
		{"malformed", "output.txt: found an empty line", "Floating point exception (core dumped)\n", course.Crash, "it crashes with signal SIGFPE (floating point exception: usually a whole number divided by zero, or % by zero)"},
		{"no-output", ended + "exit status 139: Segmentation fault", "Segmentation fault\n", course.Crash, "it crashes with signal SIGSEGV (segmentation fault: usually an index out of range, a null pointer, or recursion that never ends)"},
		{"no-output", ended + "signal: segmentation fault (core dumped)", "", course.Crash, "it crashes with signal SIGSEGV (segmentation fault: usually an index out of range, a null pointer, or recursion that never ends)"},
		{"no-output", ended + "exit status 136", "Floating point exception\n", course.Crash, "it crashes with signal SIGFPE (floating point exception: usually a whole number divided by zero, or % by zero)"},
		{"no-output", ended + "exit status 137", "", course.Crash, "it crashes with signal SIGKILL (killed: something else ended it, or it did so itself: usually it took too much memory)"},
		{"no-output", ended + "exit status 134", "my_player11: my_player11.cpp:7: int main(): Assertion `n < 25' failed.\nAborted\n", course.Crash, "it crashes with signal SIGABRT (aborted): my_player11.cpp:7: int main(): Assertion `n < 25' failed."},
		{"no-output", ended + "exit status 134", "double free or corruption (out)\nAborted\n", course.Crash, "it crashes with signal SIGABRT (aborted): memory was overwritten, or freed twice: double free or corruption (out)"},
		{"no-output", ended + "exit status 134", "terminate called after throwing an instance of 'int'\nAborted\n", course.Crash, "it crashes with signal SIGABRT (aborted): an uncaught exception, int"},
		{"no-output", ended + "signal: aborted: y", "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check\n", course.Crash, "it crashes with signal SIGABRT (aborted): an uncaught exception, std::out_of_range: vector::_M_range_check"},
		{"no-output", ended + "exit status 134", "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\nAborted\n", course.MemoryLimit, "std::bad_alloc"},
		{"no-output", ended + "signal: file size limit exceeded", "", course.OutputLimit, "it writes a larger file than it may (signal SIGXFSZ)"},

		{"no-output", ended + "exit status 1", "Traceback\nModuleNotFoundError: No module named 'numpy'\n", course.MissingModule, "it imports numpy, which is neither handed in nor installed"},
		{"no-output", ended + "exit status 1", "ImportError: No module named numpy\n", course.MissingModule, "it imports numpy, which is neither handed in nor installed"},
		{"no-output", ended + "exit status 1", "FileNotFoundError: [Errno 2] No such file or directory: 'weights.json'\n", course.MissingFile, "it opens weights.json, which was not handed in"},
		{"no-output", ended + "exit status 1", "FileNotFoundError: [Errno 2] No such file or directory: '/Users/kim/weights.json'\n", course.MissingFile, "it opens /Users/kim/weights.json, a path that only its author's machine has"},
		{"no-output", ended + "exit status 1", `FileNotFoundError: [Errno 2] No such file or directory: 'C:\\Users\\kim\\w.json'` + "\n", course.MissingFile, `it opens C:\Users\kim\w.json, a path that only its author's machine has`},
		{"no-output", ended + "exit status 1", "  File \"moves.py\", line 3\nSyntaxError: invalid syntax\n", course.SyntaxError, "SyntaxError: invalid syntax, in line 3 of moves.py"},
		{"no-output", ended + "exit status 1", "SyntaxError: Non-UTF-8 code starting with '\\xe9' in file moves.py on line 2\n", course.Encoding, "SyntaxError: Non-UTF-8 code starting with '\\xe9' in file moves.py on line 2"},
		{"no-output", ended + "exit status 1", "Traceback\nMemoryError\n", course.MemoryLimit, "MemoryError"},
		{"no-output", ended + "exit status 1", "OSError: [Errno 28] No space left on device\n", course.OutputLimit, "OSError: [Errno 28] No space left on device"},
		{"no-output", ended + "exit status 1: \tat my_player.main(my_player.java:3)", "Exception in thread \"main\" java.lang.NoClassDefFoundError: Board\n\tat my_player.main(my_player.java:3)\nCaused by: java.lang.ClassNotFoundException: Board\n", course.MissingModule, "it needs the class Board, which is not there"},
		{"no-output", ended + "exit status 1", "Exception in thread \"main\" java.io.FileNotFoundException: weights.json (No such file or directory)\n\tat java.base/x\n", course.MissingFile, "it opens weights.json, which was not handed in"},
		{"no-output", ended + "exit status 1", "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 5\n\tat my_player.main(my_player.java:3)\n", course.Crash, "it crashes with java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 5, in line 3 of my_player.java"},
		{"no-output", ended + "exit status 1", "\tat my_player.search(my_player.java:9)\n\tat my_player.search(my_player.java:9)\n", course.Crash, "it crashes with an exception in so many calls that its name is lost: most likely a StackOverflowError, by recursion that never ends, in line 9 of my_player.java"},
		// What it could not open explains why it has no answer later.
		{"no-output", ended + "exit status 1: \tat my_player.main(my_player.java:11)", "java.io.FileNotFoundException: C:\\Users\\ann\\input.txt (No such file or directory)\n\tat java.base/java.io.FileInputStream.open0(Native Method)\n\tat my_player.main(my_player.java:6)\nException in thread \"main\" java.lang.NullPointerException\n\tat my_player.main(my_player.java:11)\n",
			course.MissingFile, `it opens C:\Users\ann\input.txt, a path that only its author's machine has; then it crashes with java.lang.NullPointerException, in line 11 of my_player.java`},
		{"no-output", ended + "exit status 1: IndexError: list index out of range", "[Errno 2] No such file or directory: '/Users/ann/input.txt'\nTraceback (most recent call last):\nIndexError: list index out of range\n", course.MissingFile, "it opens /Users/ann/input.txt, a path that only its author's machine has; then it crashes with IndexError: list index out of range"},
		{"no-output", ended + "exit status 0: x", "FileNotFoundError: [Errno 2] No such file or directory: '/Users/ann/input.txt'\n", course.MissingFile, "it opens /Users/ann/input.txt, a path that only its author's machine has; then it ends without writing output.txt"},
		{"malformed", "output.txt: found an empty line", "[Errno 2] No such file or directory: '/Users/ann/input.txt'\nIndexError: x\n", course.MissingFile, "it opens /Users/ann/input.txt, a path that only its author's machine has; then it crashes with IndexError: x"},
		{"no-output", ended + "signal: segmentation fault", "cannot open D:\\hw\\input.txt\n", course.MissingFile, `it opens D:\hw\input.txt, a path that only its author's machine has`},
		{"no-output", ended + "exit status 1: x", "C:/Users/Ann Lee/hw 2/input.txt: No such file or directory\n", course.MissingFile, "it opens C:/Users/Ann Lee/hw 2/input.txt, a path that only its author's machine has"},
		{"no-output", ended + "exit status 1: x", "Could not read \"/home/ann/weights\": using none\nIndexError: x\n", course.MissingFile, "it opens /home/ann/weights, a path that only its author's machine has; then it crashes with IndexError: x"},
		{"no-output", ended + "exit status 1: x", "Error opening file: C:\\\\hw\\\\w.json.\nException in thread \"main\" java.lang.NullPointerException\n", course.MissingFile, `it opens C:\hw\w.json, a path that only its author's machine has; then it crashes with java.lang.NullPointerException`},
		{"no-output", ended + "signal: aborted", "terminate called after throwing an instance of 'std::filesystem::__cxx11::filesystem_error'\n  what():  filesystem error: cannot get file size: No such file or directory [/Users/ann/w.bin]\n", course.MissingFile,
			"it opens /Users/ann/w.bin, a path that only its author's machine has"},
		// Neither what the machine itself has nor what was opened is missing.
		{"no-output", ended + "exit status 1", "read /home/ann/input.txt\nImportError: cannot import name 'x' from 'y' (/home/lab/lib/y.py)\n", course.Crash, "it crashes with ImportError: cannot import name 'x' from 'y' (/home/lab/lib/y.py)"},
		{"no-output", ended + "exit status 1", "cannot open /player/w.json\nIndexError: x\n", course.Crash, "it crashes with IndexError: x"},
		{"illegal", "2,2 in x", "[Errno 2] No such file or directory: '/Users/ann/input.txt'\n", course.IllegalMove, "2,2 in x; and it opens /Users/ann/input.txt, a path that only its author's machine has"},
		{"illegal", "2,2 in x", "[Errno 2] No such file or directory: 'playdata.txt'\n", course.IllegalMove, "2,2 in x"},
		{"no-output", ended + "exit status 1", "[Errno 2] No such file or directory: 'weights.json'\nIndexError: x\n", course.Crash, "it crashes with IndexError: x; and it opens weights.json, which was not handed in"},
		{"no-output", ended + "exit status 1", "FileNotFoundError: [Errno 2] No such file or directory: '/player/weights.json'\n", course.MissingFile, "it opens weights.json, which was not handed in"},
		{"no-output", ended + "exit status 1", "FileNotFoundError: [Errno 2] No such file or directory: '/tmp/evolab-host-12/program/a/w.json'\n", course.MissingFile, "it opens a/w.json, which was not handed in"},
		{"no-output", ended + "exit status 1", "PermissionError: [Errno 13] Permission denied: '/Users/ann/w.json'\n", course.MissingFile, "it opens /Users/ann/w.json, a path that only its author's machine has"},
		{"no-output", ended + "exit status 1", "PermissionError: [Errno 13] Permission denied: 'w.json'\n", course.Crash, "it crashes with PermissionError: [Errno 13] Permission denied: 'w.json'"},
		{"no-output", ended + "exit status 1: no moves", "no moves\n", course.Crash, "it fails: no moves"},
		{"no-output", ended + "exit status 1", "Error: Could not find or load main class my_player\nCaused by: java.lang.ClassNotFoundException: my_player\n", course.Crash, "it fails: Error: Could not find or load main class my_player"},
	} {
		got := course.CauseOfLoss(c.reason, c.detail, c.stderr)
		if c.verdict == "" {
			if got != nil {
				t.Errorf("%s: %+v", c.reason, got)
			}
			continue
		}
		if got == nil || got.Verdict != c.verdict || got.Text != c.text {
			t.Errorf("%s, %q, %q:\n%+v, want\n%s: %s", c.reason, c.detail, c.stderr, got, c.verdict, c.text)
		}
	}
}

// What a compiler or an interpreter says gives a verdict as well.
func TestCauseOfBuild(t *testing.T) {
	for _, c := range []struct {
		name, source string
		language     compile.Language
		lines        []string
		verdict      course.Verdict
	}{
		{"my_player3.py", "def f(:", compile.Python, []string{"my_player3.py:1: error: invalid syntax"}, course.SyntaxError},
		{"my_player3.py", "\xff\xfed\x00", compile.Python, []string{"my_player3.py:1: error: (unicode error)"}, course.Encoding},
		{"my_player3.py", "x\n# caf\xe9\n", compile.Python, []string{"my_player3.py:0: error: (unicode error) 'utf-8' codec can't decode byte 0xe9"}, course.Encoding},
		{"my_player11.cpp", "// caf\xe9\n", compile.Cpp, []string{"my_player11.cpp:3:1: error: 'x' was not declared"}, course.CompileError},
		{"my_player11.cpp", "", compile.Cpp, []string{"(.text+0x9): undefined reference to `helper()'"}, course.CompileError},
		{"my_player11.cpp", "", compile.Cpp, []string{"my_player11.cpp:1:10: fatal error: board.h: No such file or directory"}, course.MissingFile},
		{"my_player.java", "", compile.Java, []string{"my_player.java:1: error: package org.json does not exist"}, course.MissingModule},
		{"my_player.java", "", compile.Java, []string{"my_player.java:1: error: class player is public, should be declared in a file named player.java"}, course.CompileError},
	} {
		p := &compile.Program{Name: c.name, Language: c.language, Text: []byte(c.source)}
		tool := "g++"
		if c.language == compile.Python {
			tool = "Python 3.11.7"
		}
		if got := course.CauseOfBuild(&compile.Failed{Tool: tool, Lines: c.lines, Ended: true}, p); got.Verdict != c.verdict || got.Text == "" {
			t.Errorf("%s, %q: %+v, want %s", c.name, c.lines, got, c.verdict)
		}
	}
}

// Each verdict has a sentence, with the side where only one fails.
func TestSentences(t *testing.T) {
	if got := course.Crash.As(game.Second, [2]string{"black", "white"}); got != "crash-as-white" || got.Sentence() != "it crashes, as White only" {
		t.Errorf("%s: %s", got, got.Sentence())
	}
	if course.Correct.Sentence() == "" || course.Verdict("odd").Sentence() != "" {
		t.Error("sentences")
	}
}
