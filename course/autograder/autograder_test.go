package autograder

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/course"
	"evolab/course/class"
	"evolab/course/rubric"
	"evolab/host"
	"evolab/internal/progress"
	"evolab/internal/tooltest"
)

func TestMain(m *testing.M) {
	host.Supervise()
	os.Exit(m.Run())
}

// documented are the fields of results.json with the kinds of their values, from the text of
// https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format alone.
var documented = map[string]string{
	"score": "number", "execution_time": "number", "output": "text", "output_format": "format", "test_output_format": "format", "test_name_format": "format",
	"visibility": "visibility", "stdout_visibility": "visibility", "extra_data": "object", "tests": "list", "leaderboard": "list",

	"tests.score": "number", "tests.max_score": "number", "tests.status": "status", "tests.name": "text", "tests.name_format": "format", "tests.number": "text",
	"tests.output": "text", "tests.output_format": "format", "tests.tags": "list", "tests.visibility": "visibility", "tests.extra_data": "object",

	"leaderboard.name": "text", "leaderboard.value": "number or text", "leaderboard.order": "order",
}

// words are those that a kind allows.
var words = map[string][]string{
	"format": {"text", "html", "simple_format", "md", "ansi"}, "visibility": {"hidden", "after_due_date", "after_published", "visible"},
	"status": {"passed", "failed"}, "order": {"asc", "desc"},
}

// undocumented lists what the format does not know in an object.
func undocumented(at string, object map[string]any) (list []string) {
	for key, value := range object {
		kind, ok := documented[at+key]
		if !ok {
			list = append(list, at+key+" is no field")
			continue
		}
		fits := false
		switch v := value.(type) {
		case float64:
			fits = strings.HasPrefix(kind, "number")
		case string:
			fits = strings.HasSuffix(kind, "text") || slices.Contains(words[kind], v)
		case map[string]any:
			fits = kind == "object"
		case []any:
			fits = kind == "list"
			for _, one := range v {
				if o, ok := one.(map[string]any); ok {
					list = append(list, undocumented(key+".", o)...)
				}
			}
		}
		if !fits {
			list = append(list, at+key+" is no "+kind)
		}
	}
	if at == "" && object["score"] == nil {
		list = append(list, "there is no score")
	}
	return list
}

// The check of the format finds what is wrong with a file.
func TestFormatCheckFinds(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                                             "there is no score",
		`{"score": "4"}`:                                 "score is no number",
		`{"score": 4, "verdict": ""}`:                    "verdict is no field",
		`{"score": 4, "output_format": "xml"}`:           "output_format is no format",
		`{"score": 4, "tests": [{"max": 4}]}`:            "tests.max is no field",
		`{"score": 4, "leaderboard": [{"order": "up"}]}`: "leaderboard.order is no order",
	} {
		var object map[string]any
		if err := json.Unmarshal([]byte(text), &object); err != nil {
			t.Fatal(err)
		}
		if got := undocumented("", object); !slices.Contains(got, want) {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

const courseText = `name: ours-2026
game: littlego
year: 2026
term: Ours
languages:
  - {name: Moves, programs: [agent.moves], run: "cp {source} output.txt"}
  - {name: None, programs: [agent.none], run: "evolab-no-such-tool {source}"}
helpers: [.txt]
move_time: 5
plan_time: 1
grading:
  - name: all
    opponents:
      - {name: dice, agent: random, games: 2, points: [{per_rate: 3, fixed: 1}]}
      - {name: eater, agent: greedy, games: 2, points: [{per_rate: 4}]}
`

// grade grades one submission, which holds one file, by courseText.
func grade(t *testing.T, name, text string) *class.Class {
	t.Helper()
	y, err := course.Parse("course.yaml", []byte(courseText))
	if err != nil {
		t.Fatal(err)
	}
	r, err := rubric.Of(y, "")
	if err != nil {
		t.Fatal(err)
	}
	g, err := agent.FindGame(r.Game)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for _, dir := range []string{"submission", "neighbour"} { // what lies beside it does not count
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	names := r.Files()
	programs := agent.Unannounced()
	programs.Names = &names
	c, err := class.Grade(t.Context(), class.Options{
		Folder: filepath.Join(root, "submission"), One: true, Out: filepath.Join(root, "results"), Grading: rubric.Grading{Rubric: r, Game: g, Seed: 1, Scale: 1},
		Workers: 1, Programs: programs, Pool: arena.Cores{Workers: 1}, Progress: progress.None{},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Marks) != 1 {
		t.Fatalf("%d submissions", len(c.Marks))
	}
	return c
}

// held is a machine that enforces one thing and not the other.
var held = host.Confinement{Level: host.Limited, Detail: "a test", Guarantees: []host.Guarantee{
	{What: "time", Holds: true, By: "a clock"}, {What: "files <b>of others</b>", By: "no namespaces"},
}}

func TestResults(t *testing.T) {
	t.Parallel()
	tooltest.Need(t, "cp")
	for _, test := range []struct {
		name, file, text string
		verdict          course.Verdict
		output           string // against each opponent
		leaderboard      int
	}{
		{"always passes", "agent.moves", "PASS\n", course.Correct, "2 games: ", 2},
		{"writes nonsense", "agent.moves", "<script>\n", course.MalformedOutput, "2 games: 0 wins, 0 draws, 2 losses.", 2},
		{"no program", "notes.txt", "", course.NoProgram, "Not played: no-program: ", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := grade(t, test.file, test.text)
			r, err := ResultsOf(c, held)
			if err != nil {
				t.Fatal(err)
			}
			text, err := r.Encode()
			if err != nil {
				t.Fatal(err)
			}
			var object map[string]any
			if err := json.Unmarshal(text, &object); err != nil {
				t.Fatal(err)
			}
			if wrong := undocumented("", object); len(wrong) > 0 {
				t.Errorf("%v in\n%s", wrong, text)
			}
			if r.Extra.Verdict != test.verdict || len(r.Tests) != 2 || r.Tests[0].Name != "dice" || r.Tests[1].Max != 4 || len(r.Leaderboard) != test.leaderboard {
				t.Errorf("%s", text)
			}
			if sum := r.Tests[0].Score + r.Tests[1].Score; sum != r.Score {
				t.Errorf("the tests have %g points, all have %g", sum, r.Score)
			}
			for _, one := range r.Tests {
				if !strings.HasPrefix(one.Output, test.output) {
					t.Errorf("%s: %q", one.Name, one.Output)
				}
			}
			for _, want := range []string{"<b>" + string(test.verdict) + "</b>", "level limits (a test)", "<li>files &lt;b&gt;of others&lt;/b&gt;: no namespaces"} {
				if !strings.Contains(r.Output, want) {
					t.Errorf("no %q in\n%s", want, r.Output)
				}
			}
			for _, never := range []string{"<script", "<style", "<html", "href="} {
				if strings.Contains(r.Output, never) {
					t.Errorf("%q in\n%s", never, r.Output)
				}
			}
			if strings.Join(r.Extra.Unconfined, "") != "files <b>of others</b>: no namespaces" {
				t.Errorf("unconfined: %q", r.Extra.Unconfined)
			}
		})
	}
}

// Nobody gets points, or loses any, for what the machine lacks.
func TestNoResultsForTheMachinesFault(t *testing.T) {
	t.Parallel()
	_, err := ResultsOf(grade(t, "agent.none", ""), held)
	var blameless *ErrBlameless
	if !errors.As(err, &blameless) || blameless.Verdict != course.NoTool {
		t.Fatal(err)
	}
}

// setup.sh installs what the course's languages need, and fails if that is not there in
// the end.
func TestSetup(t *testing.T) {
	t.Parallel()
	tooltest.Need(t, "bash")
	y, err := rubric.Find("usc-2023")
	if err != nil {
		t.Fatal(err)
	}
	text, err := script(setupText, toolsOf(&y.Year))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(setupFile, string(text))
	write(runFile, "")
	write(programFile, "#!/bin/sh\necho evolve \"$@\"\n")
	write("apt-get", "#!/bin/sh\necho apt-get \"$@\"\ncase \"$*\" in *python2) exit 100;; esac\n")
	tools := []string{"python3", "g++", "javac", "java"}
	for _, tool := range tools {
		write(tool, "#!/bin/sh\n")
	}
	for _, tool := range []string{"dirname", "chmod"} {
		path, err := exec.LookPath(tool)
		if err != nil {
			t.Skip(err)
		}
		if err := os.Symlink(path, filepath.Join(dir, tool)); err != nil {
			t.Fatal(err)
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	run := func() (string, error) {
		c := exec.Command(bash, filepath.Join(dir, setupFile))
		c.Env = []string{"PATH=" + dir}
		out, err := c.CombinedOutput()
		return string(out), err
	}
	out, err := run()
	if want := "apt-get update\napt-get install -y --no-install-recommends python3 g++ default-jdk-headless\n"; err != nil || !strings.HasPrefix(out, want) || !strings.Contains(out, "has no python2") || !strings.HasSuffix(out, "evolve doctor --system\n") {
		t.Errorf("%v\n%s", err, out)
	}
	if err := os.Remove(filepath.Join(dir, "g++")); err != nil {
		t.Fatal(err)
	}
	if out, err := run(); err == nil || !strings.Contains(out, "there is no g++, which the course needs") {
		t.Errorf("%v\n%s", err, out)
	}
}

// What Gradescope's machines cannot run is refused.
func TestProgramIsChecked(t *testing.T) {
	t.Parallel()
	script := filepath.Join(t.TempDir(), "evolve")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{
		script:          "expected: evolve, built for linux/amd64",
		script + "none": "no such file",
		tool:            "is not evolve, but cmd/go",
	} {
		if err := checkProgram(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module evolab\n", "main.go": "package main\nfunc main() {}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for system, want := range map[string]string{"linux/amd64": "", runtime.GOOS + "/arm64": "Gradescope's machines are linux/amd64"} {
		goos, arch, _ := strings.Cut(system, "/")
		c := exec.Command("go", "build", "-o", "program", ".")
		c.Dir, c.Env = dir, append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+arch, "GOFLAGS=-trimpath")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		err := checkProgram(filepath.Join(dir, "program"))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", system, err)
		}
	}
}
