package doctor

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"evolab/course"
	"evolab/game"
	"evolab/host"
	"evolab/internal/longtest"
	"evolab/internal/tooltest"
)

func TestMain(m *testing.M) {
	host.Supervise()
	tooltest.StraightenPython()
	os.Setenv("GORACE", "atexit_sleep_ms=0") // for supervisors, which -race would let sleep a second at their end
	os.Exit(m.Run())
}

// agents unpacks the tiny agents and returns their folder.
func agents(t *testing.T) string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/agents.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := txtar.Write(archive, dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// find is the course of a game.
func find(game string) *course.Course {
	c, err := course.Find(game)
	if err != nil {
		panic(err)
	}
	return c
}

// quick is the course with one game.
func quick() Options {
	c := find("littlego")
	c.Exam.Games = c.Exam.Games[:1]
	return Options{Course: c, Year: c.Years[0], Budget: time.Hour}
}

// about is quick with the first ply, and with the plies and the game that lines of
// a report are about.
func about(lines ...string) Options {
	o := quick()
	mentioned := func(name string) bool {
		return slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, name) })
	}
	first := 1
	if mentioned("not found a legal move") {
		first = maxUnanswered
	}
	plies := o.Course.Exam.Plies[:first:first]
	for _, p := range o.Course.Exam.Plies[first:] {
		if mentioned(p.Name) {
			plies = append(plies, p)
		}
	}
	if o.Course.Exam.Plies = plies; !mentioned("game") {
		o.Course.Exam.Games = nil
	}
	return o
}

// passes answers every ply without running the program.
func passes(*folder, context.Context, []byte, host.Limits) (host.Answer, error) {
	return host.Answer{Output: []byte("PASS\n"), CPU: 1}, nil
}

func examine(t *testing.T, path string, o Options) Report {
	tooltest.Need(t, "python3", "g++")
	t.Helper()
	r, err := Examine(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A program that takes long for a move is not left without a verdict: its games
// are cut.
func TestASlowProgramGetsAVerdict(t *testing.T) {
	o := quick()
	o.Course.Exam.Plies = o.Course.Exam.Plies[:2]
	o.Budget = 0
	clock := time.Unix(0, 0)
	o.now = func() time.Time { // each look at it takes a while: the machine is busy
		clock = clock.Add(defaultWall / 8)
		return clock
	}
	r := examine(t, filepath.Join("testdata", "good-python"), o)
	if r.Verdict != Accept || r.Unchecked > 0 || r.Cut != 1 || !has(r, "ok game against random, moving first: stopped as planned, ") ||
		!strings.HasPrefix(r.Summary(), "a grader would accept this agent (1 of 1 game was played in part: --budget ") {
		t.Errorf("%s\n%s", r.Summary(), lines(r))
	}
}

// A program that overruns a clock that is shorter than the graders' gets a
// longer one before it is said to have lost.
func TestAShortClockIsNoReason(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("it measures time; run with -long")
	}
	path := filepath.Join(agents(t), "plods", "homework.py")
	o := Options{Course: find("checkers"), Budget: time.Hour, Year: course.Year{Move: time.Second, Whole: time.Second}}
	o.Course.Exam.Plies, o.Course.Exam.Games = o.Course.Exam.Plies[:2], nil
	r := examine(t, path, o)
	if r.Verdict != Accept || !has(r, "ok newline at the end of input.txt: E b6 a5") || !has(r, "warning time of a move: newline at the end of input.txt: 0.") {
		t.Errorf("a position:\n%s", lines(r))
	}
	o.Course = find("checkers")
	o.Course.Exam.Plies, o.Course.Exam.Games = nil, o.Course.Exam.Games[:1]
	o.Year.Whole = 200 * time.Millisecond
	r = examine(t, path, o)
	if !has(r, "fail game against random, moving first: ply 3: E b6 a5 is not legal") || !has(r, "warning time of a move: game against random, moving first, ply 1: ") {
		t.Errorf("a game:\n%s", lines(r))
	}
}

// has looks for a line such as "fail ko, as White: 1,1 is not legal", of which
// the end may be missing.
func has(r Report, line string) bool {
	for _, c := range r.Checks {
		if strings.HasPrefix(string(c.Status)+" "+c.Name+": "+c.Text, line) {
			return true
		}
	}
	return false
}

func lines(r Report) string {
	var b strings.Builder
	for _, c := range r.Checks {
		b.WriteString(string(c.Status) + " " + c.Name + ": " + c.Text + "\n")
	}
	return b.String() + string(r.Verdict)
}

// A good agent in each language passes all checks.
func TestGoodAgents(t *testing.T) {
	for _, name := range []string{"good-python", "good-cpp", "good-java"} {
		t.Run(name, func(t *testing.T) {
			if name == "good-java" && !longtest.Enabled() {
				t.Skip("each start of Java takes long; run with -long")
			}
			t.Parallel()
			o := quick()
			if name == "good-java" { // each start takes long
				o = about()
			}
			r := examine(t, filepath.Join("testdata", name), o)
			if r.Verdict != Accept || r.Unchecked > 0 || r.Summary() != "a grader would accept this agent" {
				t.Errorf("%s\n%s", r.Summary(), lines(r))
			}
			for _, c := range r.Checks {
				if c.Status != OK {
					t.Errorf("%+v", c)
				}
			}
		})
	}
}

// Each fault is found, and told in words. Without -long, those are left out that
// others are like, or that take a whole game.
func TestFaultyAgents(t *testing.T) {
	rest := []string{"chatters", "exits-3", "lower-case", "two", "weights", "wrong-name"}
	dir := agents(t)
	codes := map[string]course.Verdict{
		"passes": course.Correct, "retakes": course.IllegalMove, "prints-only": course.NoOutput, "wrong-name": course.WrongName, "crashes": course.Crash,
		"syntax": course.SyntaxError, "walrus": course.SyntaxError, "lower-case": course.MalformedOutput, "steers": course.Crash, "lacks": course.MissingModule,
		"in-init": course.NoOutput, "in-capitals": course.NoOutput, "backslash": course.NoOutput, "swallows": course.MissingFile, "old-state": course.Correct,
		"cpp-error": course.CompileError, "cpp-newer": course.CompileError,
	}
	for name, want := range map[string][]string{
		"passes": {"accept", "warning first move, as Black: PASS ends the game at once, and loses it",
			"warning game against random, moving first: ply 1: PASS ends the game", "ok no placement left: PASS"},
		"retakes": {"reject", "fail ko, as White: 1,1 is not legal: it takes back a ko at once",
			"ok first move, as Black: 1,1", "fail no placement left: 0,2 is not legal: the stone would have no liberty"},
		"prints-only": {"reject", "fail first move, as Black: it ends without writing output.txt; it printed \"2,2\", which belongs in output.txt"},
		"chatters":    {"accept", `warning standard output: first move, as Black: it prints "thinking about it"`},
		"wrong-name":  {"reject", "fail name: agent.py: a Python agent has to be called my_player3.py", "ok no placement left: PASS"},
		"crashes":     {"reject", "fail after a PASS (equal boards): it crashes with ValueError: the opponent did not move, in line 3 of my_player3.py", "ok no placement left"},
		"syntax":      {"reject", "fail python: Python 3."},
		"numpy":       {"accept", "warning imports: not in the standard library: numpy (line 2)"},
		"exits-3":     {"accept", "warning exit code: first move, as Black: exit code 1 after the answer was written: no idea"},
		"daemon":      {"accept", "warning processes left running: first move, as Black: still running after its end: sleep"},
		"untidy":      {"accept", "warning output.txt: first move, as Black: the host takes it for PASS, but write just that"},
		"lower-case":  {"reject", `fail first move, as Black: output.txt: found "pass" (expected: row,column as in 2,3, or PASS)`},
		"steers":      {"reject", "fail first move, as Black: it fails: \\u001b[2J\\u0007cleared"},
		"cache":       {"accept", "warning files written: besides output.txt it writes moves.bin: graders know only .py, .cpp, .java, .h, .hpp, .json, .txt files"},
		"weights":     {"accept", "warning other files: the assignment names .py, .cpp, .java, .h, .hpp, .json, .txt files; a grader may leave out: notes.md", "ok no placement left: PASS"},
		"module":      {"accept", "ok other files: helper files that come along: moves.py", "ok imports: the standard library and files beside it", "ok no placement left: PASS"},
		"lacks":       {"reject", "fail first move, as Black: it imports moves, which is neither handed in nor installed"},
		"remembers":   {"accept", "warning no placement left: asked in the middle of a game, without the ply.txt that it writes from ply to ply", "warning game against random, moving first: ply 1: PASS"},
		"stale":       {"accept", "warning helper files of an old game: first move, as Black, in the folder of an old game, where some hosts begin the next one: it crashes with AssertionError: not the game of plies.txt", "ok no placement left: PASS"},
		"old-state": {"accept", "warning no placement left: asked in the middle of a game, without the data/ply.txt that it writes from ply to ply",
			"ok files written: besides output.txt: data/ply.txt"},
		"old-playdata": {"accept", "warning first move, as Black: PASS ends the game", "ok no placement left: PASS"},
		"newline": {"accept", "warning newline at the end of input.txt: with the newline that some hosts write, and gradings do not: it crashes with AssertionError",
			"ok no placement left: PASS"},
		"in-init":     {"reject", "fail first move, as Black: it ends without writing output.txt (it wrote init/output.txt)", "ok files written: init/output.txt"},
		"in-capitals": {"reject", "fail first move, as Black: it ends without writing output.txt (it wrote Output.txt)", "ok files written: Output.txt"},
		"backslash":   {"reject", `fail first move, as Black: it ends without writing output.txt (it wrote src\output.txt)`, `ok files written: src\output.txt`},
		"swallows": {"reject", `fail first move, as Black: it opens C:\Users\ann\hw2\input.txt, a path that only its author's machine has; then it crashes with IndexError`,
			"ok files written: none"},
		"cpp-error": {"reject", "fail build: g++ -std=c++11 -O2 fails: my_player11.cpp:1:"},
		"cpp-newer": {"reject", "fail build: g++ -std=c++11 -O2 fails: my_player11.cpp:2:"},
		"hoards":    {"accept", "ok memory: 2"},
		"two":       {"accept", "warning name: my_player3.py is examined here, but my_player.java lies beside it"},
	} {
		t.Run(name, func(t *testing.T) {
			if slices.Contains(rest, name) && !longtest.Enabled() {
				t.Skip("run with -long")
			}
			t.Parallel()
			r := examine(t, filepath.Join(dir, name), about(want...))
			if code := codes[name]; r.Code != code && (r.Verdict == Reject || code != "") {
				t.Errorf("code %s, want %s", r.Code, code)
			}
			if string(r.Verdict) != want[0] {
				t.Errorf("%s, want %s", r.Verdict, want[0])
			}
			for _, line := range want[1:] {
				if !has(r, line) {
					t.Errorf("no line %q", line)
				}
			}
			if t.Failed() {
				t.Log(lines(r))
			}
		})
	}
}

// Each game begins in a folder of its own, as in a grading, whatever the last one has left.
func TestGamesDoNotShareAFolder(t *testing.T) {
	c := find("littlego")
	c.Exam.Plies, c.Exam.Games = c.Exam.Plies[:1], []course.Game{{Opponent: "random", Side: game.Second}, {Opponent: "greedy", Side: game.Second}}
	r := examine(t, filepath.Join(agents(t), "old-games"), Options{Course: c, Year: c.Years[0], Budget: time.Hour})
	if r.Verdict != Accept || r.Played != 2 {
		t.Errorf("%s", lines(r))
	}
}

// A program loses a game in which it waits for longer than a host allows, as in a grading.
func TestWaitingLoses(t *testing.T) {
	c := find("littlego")
	c.Exam.Plies, c.Exam.Games = c.Exam.Plies[:1], []course.Game{{Opponent: "random", Side: game.Second}}
	o := Options{Course: c, Year: c.Years[0], Budget: time.Hour}
	o.ask = func(_ *folder, _ context.Context, _ []byte, limits host.Limits) (host.Answer, error) {
		const wait = 12 * time.Second
		if limits.Wait < wait {
			return host.Answer{Idle: limits.Wait + time.Millisecond}, &host.Failure{Reason: host.Time, Detail: "killed after 30.0 s of wall time (0.010 s of CPU used)"}
		}
		return host.Answer{Output: []byte("PASS\n"), CPU: 1, Idle: wait}, nil
	}
	r := examine(t, filepath.Join("testdata", "good-python"), o)
	if want := "fail game against random, moving second: ply 6: it waited for 30.0 s in this game, of 30 s allowed"; r.Code != course.WallLimit || !has(r, want) {
		t.Errorf("%s, want %s", lines(r), want)
	}
}

// Advice about output.txt is about what was written, by whichever route: Halma has many to
// the same square.
func TestAnyRouteIsTaken(t *testing.T) {
	const position = "BB...BB........./B..BBB........../BBBBB.........../BBB.B.........../BB............../................/................/................/" +
		"................/...............W/..............WW/................/............WW.W/...........WWWWW/...........W.WWW/...........WW.WW b"
	for output, want := range map[string]string{
		"J 3,1 5,3\nJ 5,3 3,3\n":      "ok output.txt: one line",
		"J 3,1 5,3\r\nJ 5,3  3,3\r\n": "warning output.txt: detour: the host takes it for J 3,1 5,3;J 5,3 3,3, but write just that",
		"J 3,1 3,3":                   "ok output.txt: one line",
	} {
		o := Options{Course: find("halma"), Budget: time.Hour}
		o.Year = o.Course.Newest()
		o.Course.Exam.Plies, o.Course.Exam.Games = []course.Ply{{Name: "detour", Position: position}}, nil
		o.ask = func(*folder, context.Context, []byte, host.Limits) (host.Answer, error) {
			return host.Answer{Output: []byte(output), CPU: 1}, nil
		}
		if r := examine(t, filepath.Join(agents(t), "plods", "homework.py"), o); r.Verdict != Accept || !has(r, want) {
			t.Errorf("%q: %s, want %s", output, lines(r), want)
		}
	}
}

// Python 3.7 is the newest in the text of 2023 alone.
func TestPythonOfTheYear(t *testing.T) {
	dir := agents(t)
	for _, c := range []struct {
		name, want string
		year       int
		verdict    Verdict
	}{
		{"walrus", "ok python: Python 3", 2021, Accept},
		{"walrus", "fail python 3.7: graders have Python 3.7 at most, which refuses the source: line 1:", 2023, Reject},
		{"newer", "ok python: Python 3", 2021, Accept},
		{"newer", "warning python 3.7: not in Python 3.7, the newest that graders have: list[...] as a type (line 2), math.prod (line 3)", 2023, Accept},
	} {
		o := about()
		var err error
		if o.Year, err = o.Course.FindYear(c.year); err != nil {
			t.Fatal(err)
		}
		o.ask = passes
		if r := examine(t, filepath.Join(dir, c.name), o); r.Verdict != c.verdict || !has(r, c.want) {
			t.Errorf("%s in %d: %s, want %s\n%s", c.name, c.year, r.Verdict, c.want, lines(r))
		}
	}
}

// A failure comes with the files of its ply.
func TestAFailureShowsItsFiles(t *testing.T) {
	r := examine(t, filepath.Join(agents(t), "retakes"), about("ko, as White"))
	for _, c := range r.Checks {
		if c.Name == "ko, as White" {
			if want := "2\n01200\n12020\n"; !strings.HasPrefix(c.Input, want) || c.Output != "1,1" {
				t.Errorf("input %q (want %q...), output %q", c.Input, want, c.Output)
			}
			return
		}
	}
	t.Error("no ko was played")
}

func TestTime(t *testing.T) {
	dir := agents(t)
	o := quick()
	o.Course.Exam.Plies, o.Course.Exam.Games = o.Course.Exam.Plies[:1], nil
	o.Year = course.Year{Year: 2030, Move: time.Second, Rehearsal: []course.Stage{{CPU: time.Second, Opponents: []course.Opponent{{Games: 10}}}}}
	o.ask = func(*folder, context.Context, []byte, host.Limits) (host.Answer, error) {
		return host.Answer{Output: []byte("PASS\n"), CPU: 850 * time.Millisecond}, nil
	}
	r := examine(t, filepath.Join(dir, "passes"), o)
	if !has(r, "warning time of a move: the longest took 0.85 s of CPU of the 1 s allowed") {
		t.Errorf("close to the limit:\n%s", lines(r))
	}
	if !has(r, "fail time of a game: about ") {
		t.Errorf("over the limit of all games:\n%s", lines(r))
	}

	o = quick()
	o.Year, o.Budget = course.Year{Move: 200 * time.Millisecond}, 300*time.Millisecond
	r = examine(t, filepath.Join(dir, "too-slow"), o)
	if r.Verdict != Reject || r.Unchecked == 0 {
		t.Errorf("%s", lines(r))
	}
	for _, line := range []string{
		"fail first move, as Black: it used ",
		"warning last move of White (ply 24): not checked: the 0.3 s for plies and games are used up (--budget gives more)",
		"warning game against random, moving first: not checked",
	} {
		if !has(r, line) {
			t.Errorf("no line %q in\n%s", line, lines(r))
		}
	}
}

// What does not fit into a budget is named, with a budget that is enough.
func TestABudgetThatIsTooShort(t *testing.T) {
	o := quick()
	o.Course.Exam.Plies = o.Course.Exam.Plies[:4]
	o.Year, o.Budget = course.Year{Move: 10 * time.Second}, 50*time.Millisecond
	const ply = 20 * time.Millisecond
	clock := time.Unix(0, 0)
	o.now = func() time.Time { return clock }
	o.ask = func(*folder, context.Context, []byte, host.Limits) (host.Answer, error) {
		clock = clock.Add(ply)
		return host.Answer{Output: []byte("PASS\n"), CPU: ply, Memory: 1 << 20}, nil
	}
	r := examine(t, filepath.Join("testdata", "good-python"), o)
	if want := "incomplete: nothing that was checked would make a grader reject this agent, but the time was up before, or during: " +
		"after a PASS (equal boards); game against random, moving first; helper files of an old game (no game was played: --budget 10 plays all)"; r.Verdict != Incomplete || r.Summary() != want || r.Unchecked != 3 {
		t.Errorf("%s, %d not checked: %s, want\n%s\n%s", r.Verdict, r.Unchecked, r.Summary(), want, lines(r))
	}
}

// Without a compiler nothing can be said, and that is said.
func TestMissingTools(t *testing.T) {
	t.Setenv("PATH", "")
	for name, tool := range map[string]string{"good-python": "python: this machine has no Python 3", "good-cpp": "build: this machine has no g++", "good-java": "build: this machine has no javac"} {
		r, err := Examine(t.Context(), filepath.Join("testdata", name), quick())
		if err != nil || r.Verdict != Unknown || !has(r, "warning "+tool+": no ply could be played") {
			t.Errorf("%s: %v\n%s", name, err, lines(r))
		}
	}
}

// What a single file's folder holds is not handed in, unless the source names it.
func TestASingleFile(t *testing.T) {
	dir := agents(t)
	o := about()
	o.ask = passes
	r := examine(t, filepath.Join(dir, "weights", "my_player3.py"), o)
	if r.Verdict != Accept || !has(r, "ok other files: helper files that come along: weights.txt") {
		t.Error(lines(r))
	}
	r = examine(t, filepath.Join(dir, "two", "my_player3.py"), o)
	if !has(r, "ok name: my_player3.py") || !has(r, "ok other files: none that the source names") {
		t.Error(lines(r))
	}
}

// The assignments of Checkers and Halma take a second program, calibrate.
func TestTheSecondProgram(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"homework.py", "homework3.py", "calibrate.py", "README.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("pass\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range course.All() {
		c.Exam.Plies, c.Exam.Games = nil, nil
		program := filepath.Join(dir, c.Files.AcceptedName("x.py"))
		if err := os.WriteFile(program, []byte("print('calibrate.py', 'README.txt')\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		want := "ok other files: helper files that come along: README.txt, calibrate.py (calibrate.py is the assignment's second program, which is not examined)"
		if c.Files.Second == "" {
			want = "ok other files: helper files that come along: README.txt, calibrate.py"
		}
		if r := examine(t, program, Options{Course: &c, Year: c.Years[0], Budget: time.Second}); !has(r, want) {
			t.Errorf("%s: no line %q in\n%s", c.Game, want, lines(r))
		}
	}
}

func TestAnExecutable(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\necho PASS >output.txt\n"
	if err := os.WriteFile(filepath.Join(dir, "my_player"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, filepath.Join(dir, "my_player")} {
		r := examine(t, path, about("no placement left"))
		if r.Verdict != Reject || !has(r, "fail name: my_player is a built program: graders take the source") || !has(r, "ok no placement left: PASS") {
			t.Errorf("%s:\n%s", path, lines(r))
		}
	}
}

func TestEncodings(t *testing.T) {
	const source = "open('output.txt', 'w').write('PASS')\n"
	for text, want := range map[string]string{
		source:                                   "ok encoding: UTF-8",
		strings.ReplaceAll(source, "\n", "\r\n"): "warning encoding: lines end as on Windows (CRLF)",
		"\ufeff" + source:                        "warning encoding: the source begins with a byte order mark",
		"# caf\xe9\n" + source:                   "warning encoding: the source is not UTF-8",
		"# -*- coding: latin-1 -*- caf\xe9\n" + source: "warning encoding: the source is not UTF-8",
		"\xff\xfeo\x00p\x00":                           "fail python: my_player3.py is UTF-16",
		"# \x00\n" + source:                            "fail python: line 1 of my_player3.py holds a NUL byte",
	} {
		path := filepath.Join(t.TempDir(), "my_player3.py")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		o := about()
		o.ask = passes
		r := examine(t, path, o)
		if !has(r, want) || !has(r, "warning permissions: my_player3.py can be read by its owner only (mode 0600)") {
			t.Errorf("%q: no line %q in\n%s", text, want, lines(r))
		}
	}
}

func TestNoProgram(t *testing.T) {
	dir, newest := agents(t), find("littlego").Newest()
	for path, want := range map[string]string{
		"nowhere":            "no such file",
		"nothing":            "holds no program (expected: my_player3.py or my_player11.cpp or my_player.java or my_player.cpp or my_player.py, else one source file (",
		"one-down":           "; below it: HW2/my_player3.py (name its folder)",
		"two-down":           "; below it: CSCI-561/hw2/agent.py (name its folder)",
		"sources":            "holds several programs: a.py, b.py",
		"nothing/readme.txt": "is not a program (expected: a source, a folder that holds one, or an executable file)",
	} {
		path = filepath.Join(dir, path)
		if err := Recognise(path, &newest); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}

// Nothing is left of an examination, and nothing was written beside the program.
func TestNothingIsLeftBehind(t *testing.T) {
	scratch, dir := t.TempDir(), agents(t)
	t.Setenv("TMPDIR", scratch)
	examine(t, filepath.Join(dir, "cache"), about("game"))
	for folder, want := range map[string]int{scratch: 0, filepath.Join(dir, "cache"): 1} {
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) != want {
			t.Errorf("%s: %v, %v", folder, entries, err)
		}
	}
}

// What the machine spoils is made again, and is never held against the program.
func TestABusyMachineIsNoFaultOfTheProgram(t *testing.T) {
	for _, c := range []struct {
		about   string
		from    int // the first of the plies that get no core, counted from 1
		times   int
		voids   []string
		verdict Verdict
	}{
		{"a position, once", 2, 1, nil, Accept},
		{"a position, twice", 2, 2, nil, Accept},
		{"a position, always", 2, 3, []string{"newline at the end of input.txt"}, Incomplete},
		{"a game, once", 3, 1, nil, Accept},
		{"a game, always", 3, 3, []string{"game against random, moving first", "helper files of an old game"}, Incomplete},
		{"everything", 1, 1000, nil, Unknown},
	} {
		t.Run(c.about, func(t *testing.T) {
			t.Parallel()
			o := quick()
			o.Course.Exam.Plies = o.Course.Exam.Plies[:2]
			ply := 0
			var killed *folder
			o.ask = func(f *folder, _ context.Context, _ []byte, _ host.Limits) (host.Answer, error) {
				if f == killed {
					t.Error("asked again where it was killed")
				}
				if ply++; ply >= c.from && ply < c.from+c.times {
					killed = f
					return host.Answer{}, &host.Failure{Reason: host.Void, Detail: "killed after 25.0 s"}
				}
				return host.Answer{Output: []byte("PASS\n"), CPU: 1}, nil
			}
			r := examine(t, filepath.Join("testdata", "good-python"), o)
			if r.Verdict != c.verdict || strings.Contains(r.Summary(), "would reject") {
				t.Errorf("%s: %s", r.Verdict, r.Summary())
			}
			if c.verdict == Incomplete && (!slices.Equal(r.Voids, c.voids) || !strings.Contains(r.Summary(), c.voids[0])) {
				t.Errorf("%q: %s", r.Voids, r.Summary())
			}
			if t.Failed() {
				t.Log(lines(r))
			}
		})
	}
}

// An examination that others wait for gives up a ply that takes too long, although the
// limits still allow it: nothing is said against the program. Exceeding a limit is.
func TestPatience(t *testing.T) {
	t.Parallel()
	source := func(text string) string {
		path := filepath.Join(t.TempDir(), "my_player3.py")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, one := range map[string]struct{ source, want string }{
		"loops":  {"while True: pass", "warning first move, as Black: not checked: no answer after"},
		"sleeps": {"import time\ntime.sleep(60)", "warning first move, as Black: not checked: no answer after"},
		"plays":  {"open('output.txt', 'w').write('2,2')", "ok first move, as Black: 2,2"},
	} {
		o := about("first move, as Black")
		o.Year.Move, o.Patience = 20*time.Second, time.Second
		r := examine(t, source(one.source), o)
		if !has(r, one.want) || r.Verdict == Reject {
			t.Errorf("%s: %s\n%s", name, r.Verdict, lines(r))
		}
	}
	o := about("first move, as Black")
	o.Year.Move, o.Patience = 500*time.Millisecond, time.Second
	if r := examine(t, source("while True: pass"), o); r.Verdict != Reject {
		t.Errorf("%s\n%s", r.Verdict, lines(r))
	}
}

// A machine that lacks something while Python is asked about the source ends the
// examination with an error.
func TestMachineFailsWhileASourceIsRead(t *testing.T) {
	tooltest.Need(t, "python3")
	path := filepath.Join(t.TempDir(), "my_player3.py")
	if err := os.WriteFile(path, []byte("import sys\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"copy", "none"} { // the first time, which Python there is gets known
		e, err := newExam(path, quick())
		if err != nil {
			t.Fatal(err)
		}
		defer e.close()
		if err := e.program.CopyTo(e.copy, nil); err != nil {
			t.Fatal(err)
		}
		e.copy = filepath.Join(e.scratch, folder)
		if f := e.checkPython(t.Context()); (f.status == OK) != (folder == "copy") || (e.err == nil) != (folder == "copy") {
			t.Errorf("%s: %+v, %v", folder, f, e.err)
		}
	}
}
