//go:build unix

package class

import "strings"

// marker is in a file of a neighbour and in the grader's environment: no submission
// may find it.
const marker = "what nobody but its owner may read"

// answer plays a move of the small agent in my_player3.py after an attack.
const answer = "\nby_files(read_weights())\n"

// briefly answers at the beginning of a game alone.
const briefly = `
if sum(c != "0" for row in open("input.txt").read().split()[6:] for c in row) < 2:
    by_files(read_weights())
else:
    raise SystemExit(os.path.exists("output.txt") and os.remove("output.txt"))
`

// attacks are beginnings of programs that do harm and then play on. Where an attack
// succeeds, they answer with a move off the board: the gradebook shows it.
var attacks = map[string]string{
	"writes into its neighbours": `
import glob, os
open("output.txt", "w").write("9,9")
for path in glob.glob("../*/*") + glob.glob("../*") + ["/etc/passwd", "/proc/1/mem", "/tmp/../../etc/x"]:
    if not os.path.abspath(path).startswith(os.getcwd()):
        try:
            open(path, "a").write("harm")
            os.chmod(path, 0)
        except OSError:
            continue
        if not path.startswith("/tmp") and "/tmp/" not in os.path.abspath(path):
            raise SystemExit(0)
`,
	"leaves processes": `
import os, subprocess
for i in range(8):
    subprocess.Popen(["sleep", "LEFT"], start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
`,
	"fills the disk": `
for i in range(100000):
    open("fill%d" % i, "wb").write(bytes(1 << 20))
`,
	"forks": `
import os
for i in range(100000):
    if os.fork() == 0:
        os.execvp("sleep", ["sleep", "LEFT"])
`,
	"spies": `
import glob, os
open("output.txt", "w").write("9,9")
for top in ["/proc", "..", "/tmp", "/var/tmp", "/home", "/root", "/work"]:
    for folder, folders, names in os.walk(top):
        if folder.count("/") > 5:
            folders[:] = []
        folders[:] = [f for f in folders if f not in ("task", "net", "sys", "irq", "bus", "driver", "usr", "lib", "lib64", "etc", ".pyenv")]
        for name in names:
            if top == "/proc" and name not in ("environ", "cmdline", "mountinfo", "maps"):
                continue
            path = os.path.join(folder, name)
            try:
                if path.endswith("my_player3.py") or os.path.getsize(path) > 1 << 20:
                    continue
                if b"what nobody but its" in open(path, "rb").read(1 << 20):
                    raise SystemExit(0)
            except OSError:
                pass
`,
	"writes itself anew": `
with open("my_player3.py", "a") as f:
    f.write("# again\n")
`,
}

// failures are programs that cannot be graded, or lose by their own doing.
var failures = map[string]string{
	"my_player3.py that thinks for ever": "while True: pass\n",
	"my_player3.py that sleeps":          "import time\nwhile True: time.sleep(1)\n",
	"my_player3.py that dies":            "import sys\nsys.stderr.write('\\x1b[31m<script>alert(1)</script>' * 1000)\nraise SystemExit(3)\n",
	"my_player3.py that babbles":         "open('output.txt', 'w').write('<script>\\x1b[2J' * 100000)\n",
	"my_player3.py with a hole":          "def f(:\n",
	"my_player3.py without text":         "",
	"my_player3.py that plays on stones": "rows = open('input.txt').read().split()[6:11]\n" +
		"taken = [(r, c) for r in range(5) for c in range(5) if rows[r][c] != '0'] + [(2, 2)]\n" +
		"open('output.txt', 'w').write('%d,%d' % taken[0])\n",
	"my_player11.cpp that compiles for ever": "#if __INCLUDE_LEVEL__ < 150\n#include \"my_player11.cpp\"\n#include \"my_player11.cpp\"\n#endif\nint main() {}\n",
	"my_player11.cpp that prints a GB":       "#if __INCLUDE_LEVEL__ < 150\n#include \"my_player11.cpp\"\n#error " + strings.Repeat("x", 20_000) + "\n#include \"my_player11.cpp\"\n#endif\n",
}
