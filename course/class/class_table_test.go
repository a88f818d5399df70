//go:build unix

package class

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"evolab/agent"
	"evolab/arena"
	"evolab/course"
	"evolab/course/rubric"
	"evolab/course/starter"
	"evolab/host/compile"
	"evolab/internal/longtest"
	"evolab/internal/tooltest"
)

// expectation is what a submission of testdata should get.
type expectation struct {
	name, verdict, points string
	text                  *regexp.Regexp
}

// judgedClass is a class of testdata.
type judgedClass struct {
	file, game, agent string // agent is its file in Python
	rubric            string // whose first opponent plays
}

func littlegoClass() judgedClass {
	return judgedClass{"class.txtar", "littlego", "my_player3.py", "usc-2021"}
}

// submissions are those that are judged, as by -long; "" for all.
var submissions = flag.String("submissions", "", "judge these submissions of the class alone, with four games; a comma between two")

// wholeTest reports whether the games and compilations of the long test are tried.
func wholeTest() bool { return longtest.Enabled() || *submissions != "" }

var expectationLine = regexp.MustCompile(`^([+2 ]) (.+?)\s+([a-z0-9-]+)\s+(\d+)(?:\s+(.*))?$`)

// Each submission of a class with students' mistakes gets the verdict and the points that
// the assignment's text gives it, and a sentence that says why.
func TestTheClassIsJudgedTruthfully(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	if wholeTest() {
		tooltest.Need(t, "g++", "javac", "java")
	}
	judgeClass(t, littlegoClass())
}

// Other games have other names.
func TestTheClassOfCheckersIsJudgedTruthfully(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	judgeClass(t, judgedClass{"checkers.txtar", "checkers", "homework.py", "checkers-2021"})
}

// judgeClass grades a class, and compares each submission's mark with what is expected.
func judgeClass(t *testing.T, class judgedClass) {
	t.Helper()
	list, folder := testClass(t, class)
	out := filepath.Join(t.TempDir(), "results")
	if !wholeTest() {
		examined(t, folder, out)
	}
	o := options(t, folder, out)
	r, err := rubric.Find(class.rubric)
	if err == nil {
		o.Grading.Game, err = agent.FindGame(class.game)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.Stages = r.Stages[:1]
	r.Stages[0].Opponents = r.Stages[0].Opponents[:1]
	r.Move = time.Second
	o.Grading.Rubric = r
	if wholeTest() {
		o.Grading.Games = 4
		o.Workers, o.Pool = 2, arena.Cores{Workers: 2}
	}
	c, err := Grade(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	marks := map[string]*Mark{}
	for _, m := range c.Marks {
		marks[m.Name] = m
	}
	rows := gradebookRows(t, out)
	for _, want := range list {
		m := marks[want.name]
		if m == nil {
			t.Errorf("%s has no mark", want.name)
			continue
		}
		row := rows[want.name]
		if string(m.Cause.Verdict) != want.verdict || row["reason"] != want.verdict || row["points"] != want.points || !want.text.MatchString(m.Cause.Text+strings.Join(m.Notes, "; ")) {
			t.Errorf("%s: %s, %s points (%s)\nwant %s, %s points (%s)", want.name, row["reason"], row["points"], m.Cause.Text+strings.Join(m.Notes, "; "), want.verdict, want.points, want.text)
		}
	}
	for who, twins := range map[string]string{"good": "same", "same": "same-but-hidden", "same-but-hidden": "good"} {
		if m := marks[who]; m != nil && marks[twins] != nil && !slices.Contains(m.Twins, twins) {
			t.Errorf("%s has the same files as %q, but %s, too", who, m.Twins, twins)
		}
	}
	if m := marks["renamed"]; m != nil && len(m.Twins) > 0 {
		t.Errorf("renamed has the same files as %q", m.Twins)
	}
	t.Logf("%d submissions", len(c.Marks))
}

// gradebookRows are the rows of the gradebook, by name and column.
func gradebookRows(t *testing.T, out string) map[string]map[string]string {
	t.Helper()
	table, err := csv.NewReader(strings.NewReader(read(t, out, GradebookFile))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]map[string]string{}
	for _, cells := range table[1:] {
		row := map[string]string{}
		for i, name := range table[0] {
			row[name] = cells[i]
		}
		rows[strings.TrimPrefix(row["name"], "'")] = row
	}
	return rows
}

// testClass makes the folder of the class, of its short part without -long.
func testClass(t *testing.T, class judgedClass) (list []expectation, folder string) {
	t.Helper()
	expected, files := testSources(t, class)
	python2 := hasPython2(t, class)
	taken := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(expected), "\n") {
		m := expectationLine.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("an expectation that cannot be read: %q", line)
		}
		one := expectation{m[2], m[3], m[4], regexp.MustCompile(m[5])}
		if m[1] == "2" && !python2 {
			one = expectation{m[2], string(course.NoTool), "", regexp.MustCompile("this machine has no Python 2")}
		}
		if *submissions != "" && !slices.Contains(strings.Split(*submissions, ","), one.name) {
			continue
		}
		if m[1] != " " || wholeTest() {
			list, taken[one.name] = append(list, one), true
		}
	}
	folder = t.TempDir()
	for name, text := range files {
		if who, _, _ := strings.Cut(name, "/"); !taken[who] && !taken[ownerOf(who)] {
			continue
		}
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return list, folder
}

// hasPython2 reports whether this machine has the interpreter of a course's Python 2.
func hasPython2(t *testing.T, class judgedClass) bool {
	t.Helper()
	r, err := rubric.Find(class.rubric)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, l := range r.Languages {
		if l.Name == "Python 2" {
			name := l.Programs[0]
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	p, err := compile.Find(dir, r.Files())
	if err != nil {
		t.Fatal(err)
	}
	found, err := p.Tools.FindPython(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return found.Path != ""
}

var arrivedName = regexp.MustCompile(`^(.+?_\d+)_(?:\d+_|assignsubmission)`)

// ownerOf is the submission that a file or folder belongs to by the name that a system for
// courses gives it; "" for none.
func ownerOf(entry string) string {
	if m := arrivedName.FindStringSubmatch(entry); m != nil {
		return m[1]
	}
	return ""
}

// tarred is a tar.gz of one file.
func tarred(t *testing.T, name, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(text))})
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err := errors.Join(err, w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// testSources are the files of the class, with what is expected of it.
func testSources(t *testing.T, class judgedClass) (expected string, files map[string]string) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/" + class.file)
	if err != nil {
		t.Fatal(err)
	}
	source := smallAgent(t, class.game, "python", class.agent)
	source, _, _ = strings.Cut(source, "\nif __name__")
	fill := strings.NewReplacer(
		"#AGENT", source+"\nWEIGHTS = ([3, 1, -1, -1, -1, 1] + [0] * len(NAMES))[:len(NAMES)]\n", "#PLAY", "by_files(WEIGHTS)",
		"#STONES", `sum(c != "0" for row in open("input.txt").read().split()[6:] for c in row)`,
	)
	files = map[string]string{}
	for _, f := range archive.Files[1:] {
		files[f.Name] = fill.Replace(string(f.Data))
	}
	if class == littlegoClass() {
		addOddFiles(t, files, fill)
	}
	return string(archive.Files[0].Data), files
}

// smallAgent is a file of the small agents.
func smallAgent(t *testing.T, game, language, name string) string {
	t.Helper()
	list, err := starter.Files(language, game, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if filepath.Base(f.Name) == name {
			return string(f.Data)
		}
	}
	t.Fatalf("no %s of %s", name, language)
	return ""
}

// zipped is a zip of one file.
func zipped(t *testing.T, name, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// addOddFiles adds the submissions that an archive of texts cannot hold, and those made of
// the small agents in C++ and Java.
func addOddFiles(t *testing.T, files map[string]string, fill *strings.Replacer) {
	t.Helper()
	cpp, java, weights := smallAgent(t, "littlego", "cpp", "my_player11.cpp"), smallAgent(t, "littlego", "java", "my_player.java"), `{"stones": 3, "liberties": 1, "atari": -1, "groups": -1, "edge": -1, "centre": 1}`
	files["good-cpp/my_player11.cpp"], files["good-cpp/weights.json"] = cpp, weights
	files["good-java/my_player.java"], files["good-java/weights.json"] = java, weights
	files["header/my_player11.cpp"] = strings.Replace(cpp, "const int size = 5", "#include \"board.h\"\nconst int size = SIZE", 1)
	files["header/board.h"], files["header/weights.json"] = "#define SIZE 5\n", weights
	files["board-java/my_player.java"] = strings.Replace(java, "public static void main(", "static final int ALL = Board.POINTS;\n    public static void main(", 1)
	files["board-java/Board.java"], files["board-java/weights.json"] = "class Board { static final int POINTS = 25; }\n", weights
	files["cpp-98/my_player.cpp"], files["cpp-98/weights.json"] = cpp, weights
	packed := zipped(t, "my_player3.py", files["good/my_player3.py"])
	files["zip-only/hw2.zip"], files["zip-and-source/hw2.zip"] = packed, zipped(t, "my_player3.py", "raise SystemExit(1)\n")
	files["zip-and-source/my_player3.py"] = files["good/my_player3.py"]
	files["tar-only/hw2.tar.gz"], files["empty/.DS_Store"] = tarred(t, "my_player3.py", files["good/my_player3.py"]), ""
	files["kimlee_1235_778_my_player11.cpp"], files["kimlee_1235_779_weights.json"], files["jones_1236_780_hw2.zip"] = cpp, weights, packed
	files["renamed/my_player3.py"] = "# My own work.\n" + strings.ReplaceAll(files["good/my_player3.py"], "WEIGHTS", "w")
	utf16 := "\xff\xfe"
	for _, c := range "print('2,2')\n" {
		utf16 += string(c) + "\x00"
	}
	files["utf-16/my_player3.py"] = utf16
	files["latin-1/my_player3.py"] = fill.Replace("import sys\n# caf\xe9\n#AGENT\n#PLAY\n")
	files["bom/my_player3.py"] = "\ufeff" + fill.Replace("#AGENT\n#PLAY\n")
	files["crlf-source/my_player3.py"] = strings.ReplaceAll(fill.Replace("#AGENT\n#PLAY\n"), "\n", "\r\n")
}
