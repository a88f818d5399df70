//go:build unix

package class

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/arena"
	"evolab/course/rubric"
	"evolab/course/starter"
	"evolab/internal/longtest"
	"evolab/internal/progress"
	"evolab/internal/quantity"
	"evolab/internal/tooltest"
	"evolab/ship/bundle"
)

// A class of forty is graded the same, byte for byte, with three kills on the way; what
// submissions do harms nobody, and what cannot be graded says why.
func TestForty(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("it takes long; TestFew is a small one")
	}
	tooltest.Need(t, "python3", "g++", "javac", "java")
	y := newYard(t, fmt.Sprint(86_000_000+os.Getpid()))
	y.forty()
	out := y.alike(ordered{Games: 4}, 12, 60, 300)
	y.statuses(out, map[Status]int{Rehearsal: 34, Ungraded: 6})
}

// The same with a few, and few games.
func TestFew(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("it takes seconds; run with -long")
	}
	t.Parallel()
	tooltest.Need(t, "python3")
	y := newYard(t, fmt.Sprint(86_000_000+os.Getpid()))
	y.attacker("it leaves, \"processes\"", "leaves processes", briefly)
	y.attacker("it spies", "spies", briefly)
	y.failing("<script>", "my_player3.py that dies")
	y.put("secret", "diary.txt", marker)
	y.alike(ordered{Games: 2, Opponents: 1, Examined: true}, 6)
}

// statuses counts the rows of the gradebook.
func (y *yard) statuses(out string, want map[Status]int) {
	y.Helper()
	rows, err := csv.NewReader(strings.NewReader(read(y.T, out, GradebookFile))).ReadAll()
	if err != nil {
		y.Fatal(err)
	}
	got := map[Status]int{}
	for _, row := range rows[1:] {
		got[Status(row[1])]++
	}
	if !maps.Equal(got, want) {
		y.Errorf("%v, want %v", got, want)
	}
}

// ordered is a grading by a process of its own, which can be killed.
type ordered struct {
	Folder, Out string
	Opponents   int // of the rubric; 0: all
	Games       int
	Examined    bool // examinations are there already
}

// orderName is the variable of the environment with a process's order.
const orderName = "EVOLAB_TEST_CLASS"

// obey carries out the order of a process that was started to grade a class.
func obey(text string) error {
	var o ordered
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	r, err := rubric.Find("usc-2023")
	if err != nil {
		return err
	}
	if o.Opponents > 0 {
		r.Stages = r.Stages[:1]
		r.Stages[0].Opponents = r.Stages[0].Opponents[:o.Opponents]
	}
	g, err := agent.FindGame(r.Game)
	if err != nil {
		return err
	}
	_, err = Grade(context.Background(), Options{
		Folder: o.Folder, Out: o.Out, Grading: rubric.Grading{Rubric: r, Game: g, Seed: 1, Scale: 1, Games: o.Games},
		Resume: true, AsIs: true, Workers: 2, Programs: agent.Unannounced(), Pool: arena.Cores{Workers: 2}, Progress: printed{},
		Expect: func(left, all int, time time.Duration) { fmt.Println(left, "of", all, "games, expected to take", time) },
	})
	return err
}

// printed prints what begins, for people who run the tests.
type printed struct{ progress.None }

func (printed) Begin(what string, n int, unit string) { fmt.Println(what, n, quantity.Noun(n, unit)) }

// start begins a grading in a process.
func (o ordered) start(t *testing.T) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), orderName+"="+string(text), "EVOLAB_SECRET="+marker)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// progress is how many examinations and games a results folder holds.
func (o ordered) progress() int {
	exams, _ := os.ReadDir(filepath.Join(o.Out, examFolder))
	games, _ := os.ReadFile(filepath.Join(o.Out, JournalFile))
	return len(exams) + bytes.Count(games, []byte("\n"))
}

// killed lets a grading begin, and kills it once it has got so far.
func (o ordered) killed(t *testing.T, after int) {
	t.Helper()
	cmd := o.start(t)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for o.progress() < after {
		select {
		case err := <-ended:
			t.Fatalf("it ended before it could be killed: %v", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
}

// undisturbed grades to the end.
func (o ordered) undisturbed(t *testing.T) {
	t.Helper()
	began := time.Now()
	cmd := o.start(t)
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%v, %v of CPU", time.Since(began).Round(time.Second), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
}

// alike grades a class undisturbed, and again with kills, and wants the same table. It
// returns the results of the second.
func (y *yard) alike(o ordered, kills ...int) string {
	y.Helper()
	before := state(y.T, y.dir)
	o.Folder, o.Out = y.dir, filepath.Join(y.TempDir(), "killed")
	if o.Examined {
		examined(y.T, o.Folder, o.Out)
	}
	for _, after := range kills {
		o.killed(y.T, after)
	}
	o.undisturbed(y.T)
	second := o.Out
	o.Out = filepath.Join(y.TempDir(), "whole")
	if o.Examined {
		examined(y.T, o.Folder, o.Out)
	}
	o.undisturbed(y.T)
	if a, b := read(y.T, o.Out, GradebookFile), read(y.T, second, GradebookFile); a != b {
		y.Errorf("undisturbed:\n%s\nkilled %d times:\n%s", a, len(kills), b)
	}
	if a, b := games(y.T, o.Out), games(y.T, second); a != b {
		y.Errorf("undisturbed:\n%s\nkilled %d times:\n%s", a, len(kills), b)
	}
	if after := state(y.T, y.dir); before != after {
		y.Errorf("submissions have changed:\n%s\nwere\n%s", after, before)
	}
	y.gone()
	y.quiet(second)
	return second
}

// yard is a class's folder that is being filled.
type yard struct {
	*testing.T
	dir    string
	left   string            // what processes that are left behind sleep, in seconds
	source map[string]string // of shipped programs, by language
	small  map[string][]byte // files of the small agents, by language and name
	count  int
}

func newYard(t *testing.T, left string) *yard {
	y := &yard{T: t, dir: filepath.Join(t.TempDir(), "class"), left: left, source: map[string]string{}, small: map[string][]byte{}}
	for _, language := range starter.Languages() {
		list, err := starter.Files(language, "littlego", "")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range list {
			y.small[language+"/"+filepath.Base(f.Name)] = f.Data
		}
	}
	return y
}

// put writes a file of a submission.
func (y *yard) put(name, file, text string) {
	y.Helper()
	dir := filepath.Join(y.dir, name)
	if file == "" {
		dir, file = y.dir, name
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		y.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
		y.Fatal(err)
	}
}

// asks are where shipped programs limit a ply's nodes in place of its time, which they
// do without a folder.
var asks = map[string]struct {
	pattern *regexp.Regexp
	with    string
}{
	"python": {regexp.MustCompile(`if d\.memory_\.nodes > 0:\n(\s+value0_ = .*\n\s+value1_ = )d\.memory_\.nodes`), "if True:\n${1}%d"},
	"cpp":    {regexp.MustCompile(`if \(desk_rehearsal\(d\)\) \{\n(\s+\{\n.*\n\s+const uint64_t value1_ = )d->memory_\.nodes`), "if (true) {\n${1}%d"},
}

// shipped is the lab's own agent, limited by nodes.
func (y *yard) shipped(name, language string, nodes int) {
	y.Helper()
	file := map[string]string{"python": "my_player3.py", "cpp": "my_player11.cpp"}[language]
	if y.source[language] == "" {
		y.source[language] = y.ship(language)
	}
	ask := asks[language]
	if n := len(ask.pattern.FindAllString(y.source[language], -1)); n != 1 {
		y.Fatalf("shipped %s sets its limit at %d places, want 1", language, n)
	}
	y.put(name, file, ask.pattern.ReplaceAllString(y.source[language], fmt.Sprintf(ask.with, nodes)))
}

func (y *yard) ship(language string) string {
	y.Helper()
	g, err := agent.FindGame("littlego")
	if err != nil {
		y.Fatal(err)
	}
	w, err := frozen.Weights("littlego")
	if err != nil {
		y.Fatal(err)
	}
	n, err := g.Numbers(w)
	if err != nil {
		y.Fatal(err)
	}
	list, err := bundle.Files(&bundle.Order{
		Game: "littlego", Lang: language, Weights: w, Numbers: n, Features: g.Info().Features, Made: "a test", From: "the frozen weights",
	})
	if err != nil {
		y.Fatal(err)
	}
	return string(list[0].Content)
}

// smaller is one of the small agents, with weights of its own.
func (y *yard) smaller(name, language string) {
	y.Helper()
	file := map[string]string{"python": "my_player3.py", "cpp": "my_player11.cpp", "java": "my_player.java"}[language]
	y.put(name, file, string(y.small[language+"/"+file]))
	y.count++
	y.put(name, "weights.json", fmt.Sprintf(`{"stones": %d, "liberties": %d, "atari": -1, "groups": -1, "edge": %d, "centre": 1}`, 1+y.count%5, 3-y.count%4, -y.count))
}

// attacker is a small agent that does harm before it plays, in the way that is given.
func (y *yard) attacker(name, attack, plays string) {
	y.Helper()
	text, ok := attacks[attack]
	if !ok {
		y.Fatalf("no attack %q", attack)
	}
	y.smaller(name, "python")
	agent, _, _ := strings.Cut(string(y.small["python/my_player3.py"]), "\nif __name__")
	y.put(name, "my_player3.py", agent+strings.ReplaceAll(text, "LEFT", y.left)+plays)
}

// failing is a program that does nothing useful.
func (y *yard) failing(name, how string) {
	y.Helper()
	text, ok := failures[how]
	if !ok {
		y.Fatalf("no failure %q", how)
	}
	file, _, _ := strings.Cut(how, " ")
	y.put(name, file, text)
}

// forty fills the class: shipped agents that nodes limit, small ones in three
// languages, and what a teacher would rather not find, under names of all kinds.
func (y *yard) forty() {
	y.Helper()
	for i, name := range []string{"Lovelace, Ada", `O'Hara "Q"`, "<script>alert(1)<script>", "two\nlines", "=1+1"} {
		y.shipped(name, "python", 10<<i)
	}
	for i, name := range []string{"-rf", "index.html", "exec:cmd=true", "$(touch x)", "\u202egnihtyna"} {
		y.shipped(name, "cpp", 50<<i)
	}
	for i, name := range []string{
		"ada", "Ada", "jos\u00e9", "students", "  spaces  ", "%s%d%n", "\xff\xfe", "Ωmega, 零", strings.Repeat("long", 60), "gradebook.csv",
	} {
		y.smaller(name, []string{"python", "cpp", "java"}[i%3])
	}
	for attack := range attacks {
		y.attacker("it "+attack, attack, answer)
	}
	for how := range failures {
		y.failing(how, how)
	}
	y.odd()
}

// odd adds what holds no program, or none that may be taken.
func (y *yard) odd() {
	y.Helper()
	at := func(name string) string { return filepath.Join(y.dir, name) }
	y.put("archive", "all.zip", "PK")
	y.put("large", "my_player3.py", "")
	y.put("leads out", "weights.json", "{}")
	y.smaller("secret", "python")
	y.put("secret", "diary.txt", marker)
	for _, err := range []error{
		os.CopyFS(at("jose\u0301"), os.DirFS(at("jos\u00e9"))), // doubled, and of nearly the same name
		os.Truncate(at("large/my_player3.py"), 1<<30),          // sparse
		os.Symlink("../secret/my_player3.py", at("leads out/my_player3.py")),
		os.Link(at("secret/diary.txt"), at("ada/diary.txt")),
	} {
		if err != nil {
			y.Fatal(err)
		}
	}
}

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

// games are those of a results folder, in order, without what a game took.
func games(t *testing.T, out string) string {
	t.Helper()
	var list []string
	for text := range strings.Lines(read(t, out, JournalFile)) {
		l, err := arena.ParseLine([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if l.Reason == arena.Illegal && strings.Contains(l.First+l.Second, "it ") {
			t.Errorf("an attack has succeeded: %s", text)
		}
		list = append(list, fmt.Sprintln(l.First, l.Second, l.Game, l.Winner, l.Reason, l.Moves))
	}
	slices.Sort(list)
	return strings.Join(list, "")
}

// state is all that can be seen of a folder.
func state(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		sum := [sha256.Size]byte{}
		if info.Mode().IsRegular() && info.Size() < 1<<20 {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum = sha256.Sum256(data)
		}
		fmt.Fprintf(&b, "%q %v %d %v %x\n", path, info.Mode(), info.Size(), info.ModTime(), sum[:4])
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// gone waits until nothing runs that a submission has started.
func (y *yard) gone() {
	y.Helper()
	for until := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		list := y.running()
		if len(list) == 0 {
			return
		}
		if time.Now().After(until) {
			y.Errorf("left running: %q", list)
			return
		}
	}
}

func (y *yard) running() (list []string) {
	paths, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
			continue
		}
		if slices.Contains(strings.Split(string(text), "\x00"), y.left) {
			list = append(list, string(text))
		}
	}
	return list
}

// quiet looks for what no page and no table may hold.
func (y *yard) quiet(out string) {
	y.Helper()
	err := filepath.WalkDir(out, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text := read(y.T, path)
		for _, bad := range []string{"<script", "\x1b", marker} {
			if strings.Contains(ownScript(text), bad) && (bad == marker || strings.HasSuffix(path, ".html")) {
				y.Errorf("%s holds %q", path, bad)
			}
		}
		return nil
	})
	if err != nil {
		y.Error(err)
	}
}
