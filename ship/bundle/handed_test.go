package bundle_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"evolab/internal/tooltest"
)

// handed is a program as it is handed in, with the smallest budget that it has
// to keep on an idle machine.
type handed struct {
	game, lang string
	smallest   time.Duration // of CPU for a move
	short      int           // own moves of the short test; 0: it takes the compiler too long
	quick      bool          // played with without -long too
}

var allHanded = []handed{
	{"littlego", "cpp", 10 * time.Millisecond, 12, true},
	{"littlego", "python", 100 * time.Millisecond, 4, false},
	{"checkers", "cpp", 10 * time.Millisecond, 0, false},
	{"checkers", "python", 100 * time.Millisecond, 4, false},
	{"halma", "cpp", 10 * time.Millisecond, 0, false},
	{"halma", "python", 100 * time.Millisecond, 4, false},
	{"littlego", "java", 300 * time.Millisecond, 4, false},
	{"checkers", "java", 300 * time.Millisecond, 4, false},
	{"halma", "java", 300 * time.Millisecond, 4, false},
}

// interpreter is the Python that python3 is: that may be a script which takes
// more time to find it than the program has.
func interpreter(t *testing.T) string {
	t.Helper()
	tooltest.Need(t, "python3")
	path, err := python()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// python asks once.
var python = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	return strings.TrimSpace(string(out)), err
})

// make writes and builds the program, with its book where there is one, and
// returns its folder and the command that starts it.
func (h *handed) make(t *testing.T, flags ...string) (dir, command string) {
	t.Helper()
	dir, command = h.makeUntimed(t, flags...)
	if h.game == "littlego" {
		command += fmt.Sprintf(" -time %g", h.smallest.Seconds())
	}
	return dir, command
}

// makeUntimed is make for a program that takes its usual time.
func (h *handed) makeUntimed(t *testing.T, flags ...string) (dir, command string) {
	t.Helper()
	dir, list := handedIn(t, order(t, findGame(t, h.game), h.lang))
	command = "./player"
	switch h.lang {
	case "python":
		// The budget is for an interpreter whose bare start costs about 9 ms: -S
		// leaves out what the packages of this machine add to that.
		command = interpreter(t) + " -S " + list[0].Name
	case "java":
		build(t, dir, list[0].Name, "player.jar")
		command = "java -cp player.jar " + class(list[0].Name)
	default:
		build(t, dir, list[0].Name, "player", flags...)
	}
	return dir, command
}

// sooner are the words of a command whose interpreter need not compile the program
// at each start: for answers whose time does not matter.
func (h *handed) sooner(t *testing.T, dir, command string) []string {
	t.Helper()
	words := strings.Fields(command)
	if h.lang == "python" {
		build(t, dir, words[2], "player.pyc")
		words[2] = "player.pyc"
	}
	return words
}

// least measures the smallest budget that the program has to keep at the moment: on
// slow machines, and where others work on it, what does no more than the program has
// to do is charged for more, and a whole move is allowed as much more. The slowest of
// a few counts.
func (h *handed) least(t *testing.T, dir, command string) func(t *testing.T) time.Duration {
	// An interpreter compiles a program at each start, and the tenth of a second is for
	// one that does so in 40 ms.
	words, starts, parts := strings.Fields(command), 5, 2.5
	switch h.lang {
	case "python":
		const script = "import sys; compile(open(sys.argv[1]).read(), sys.argv[1], 'exec')"
		words = []string{words[0], words[1], "-c", script, words[2]}
	case "java":
		// Loads the classes, and has nothing to answer.
		words, parts = append(words[:4:4], "probe"), 3
	default:
		words, starts, parts = []string{idler(t)}, 10, 2
	}
	return func(t *testing.T) time.Duration {
		t.Helper()
		var slowest time.Duration
		for range starts {
			c := exec.CommandContext(t.Context(), words[0], words[1:]...)
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			slowest = max(slowest, c.ProcessState.UserTime()+c.ProcessState.SystemTime())
		}
		return max(h.smallest, time.Duration(parts*float64(slowest)))
	}
}

// idler builds a program that ends once it has seen itself use 4 ms: less than half of
// the smallest budget of C++, and more than a program in C++ plans to use of it.
func idler(t *testing.T) string {
	t.Helper()
	const source = `#include <ctime>
#include <iostream>
int main() {
	while (std::clock() < CLOCKS_PER_SEC / 250) {}
	std::cout << "done" << std::endl;
}
`
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "idler.cpp"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	build(t, dir, "idler.cpp", "idler")
	return filepath.Join(dir, "idler")
}
