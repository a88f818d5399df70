//go:build unix

package lab

import (
	"context"
	"flag"
	"fmt"
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
	"evolab/course/starter"
	"evolab/internal/longtest"
	"evolab/internal/tooltest"
)

// toBeRun are the pages that say what to do, line by line; others list the commands of
// long measurements.
var toBeRun = regexp.MustCompile(`^README|^docs/(?:tutorial/|howto/|explanation/determinism)|^examples/`)

// fromCheckout are those that begin in a checkout. The others begin in an empty folder.
var fromCheckout = regexp.MustCompile(`README|developer|install|hand-in|howto/(?:run|play|own-game)`)

// A command in a page that says what to do is in a block of the language sh, which
// is run, or of console: it needs what a test does not have, such as a second machine.
func TestCommandsAreInBlocksThatRun(t *testing.T) {
	command := regexp.MustCompile(`^(?:evolve|go|bin/evolve|bash|\./\w+) `)
	for _, d := range roadPages(t) {
		for _, line := range d.lines() {
			if line.language == "" && command.MatchString(line.text) {
				t.Errorf("%s: %q is in a block without a language", d.path, line.text)
			}
		}
	}
}

// roadPages are the pages of the repository that are run.
func roadPages(t *testing.T) []document {
	t.Helper()
	return slices.DeleteFunc(append(allDocuments(t), readDocument(t, "examples/othello/README.md")), func(d document) bool { return !toBeRun.MatchString(d.path) })
}

// shrink stands before evolve and go in the PATH, so that lines are run as they
// are typed, but experiments become small, clocks short, examinations and gradings end,
// servers stop, and CI's own steps are not run again. Where a page shows what a block
// prints, $whole is set and nothing becomes smaller.
const shrink = `#!/bin/sh
small="generations=1 ga.population=6 ga.elites=1 fitness.pairs=8 validation.games=20 validation.candidate_games=20 test.games=2"
name=$(basename "$0")
PATH=${PATH#*:}
case "$name $*" in
"evolve serve"*) timeout --signal INT 3 evolve "$@"; exit 0 ;;
"go test ./...") exit 0 ;;
esac
test -z "$whole" || exec "$name" "$@"
case "$name $*" in
"evolve run "* | "go run ./cmd/evolve run "*) exec "$name" "$@" $small ;;
"evolve sweep "*--list* | "evolve doctor --"*) exec "$name" "$@" ;;
"evolve sweep "*) exec "$name" "$@" $small sampling.population=4 ga.population=4 ga.tournament=2 fitness.pairs=4 player.depth=1 training_games=0 sweep.seeds=1 sweep.list=[] 'sweep.grid=["optimizer=random|ga"]' ;;
"evolve tournament tournament"*agents=*) exec "$name" "$@" ;;
"evolve tournament tournament"*) exec "$name" "$@" games=2 'agents=[{agent: random}, {agent: greedy}]' ;;
"evolve doctor "*) "$name" "$@" --budget 3 || test $? -eq 1 ;;
"evolve grade submissions "*--games*) exec "$name" "$@" --move-time .2 ;;
"evolve match"*--sprt* | "evolve match frozen:weights=with"*) exec "$name" "$@" --games 20 ;;
"evolve ablate "*) exec "$name" "$@" --games 2 ;;
"evolve match lines:"*) exec "$name" "$@" --games 2 ;;
"evolve report "*--ablation-games*) exec "$name" "$@" ;;
"evolve report "*) exec "$name" "$@" --ablation-games 2 --games 2 ;;
"evolve grade handin "* | "evolve grade submissions"*) timeout --signal INT 5 evolve "$@" || test $? -eq 124 ;;
*) exec "$name" "$@" ;;
esac
`

// kit is what the roads have in common: the programs, and where Go keeps its files.
type kit struct {
	shrunk, bin string
	path        []string // of the programs behind shrunk
	env         []string
	unpacked    bool // a release, by somebody without Go
}

// unpacks begins the block that unpacks a release.
const unpacks = "tar xzf evolab_"

// leaves reports whether a block is for others: those who have Go, or those who have none.
func (k *kit) leaves(b codeBlock) bool {
	if k.unpacked {
		return slices.ContainsFunc(b.lines, func(line string) bool { return strings.HasPrefix(line, "go ") })
	}
	return strings.HasPrefix(b.lines[0], unpacks)
}

func newKit(t *testing.T) *kit {
	t.Helper()
	tooltest.Need(t, "python3", "g++", "javac", "java")
	tooltest.StraightenPython()
	k := &kit{shrunk: t.TempDir(), bin: t.TempDir(), env: []string{"GOFLAGS=-trimpath"}} // copies share what is compiled
	k.path = append([]string{k.bin}, filepath.SplitList(os.Getenv("PATH"))...)
	for _, name := range []string{"evolve", "go"} {
		if err := os.WriteFile(filepath.Join(k.shrunk, name), []byte(shrink), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-o", k.bin, "./cmd/evolve")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	caches, err := exec.Command("go", "env", "GOMODCACHE", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"GOMODCACHE", "GOCACHE"} { // which are below HOME
		k.env = append(k.env, name+"="+strings.Fields(string(caches))[i])
	}
	return k
}

// walk types the blocks of the language sh of a page in their order in one shell, which
// starts in dir, and compares what they print with the blocks of text below them.
func (k *kit) walk(t *testing.T, d document, dir string) {
	t.Helper()
	const mark = "== the block has ended"
	script := []string{"set -e"}
	var ran []codeBlock // what the blocks that are run show
	for i, b := range d.blocks {
		if b.language != "sh" || k.leaves(b) {
			continue
		}
		var shown codeBlock
		if i+1 < len(d.blocks) && d.blocks[i+1].language == "text" {
			shown = d.blocks[i+1]
		}
		ran = append(ran, shown)
		script = append(script, "export whole="+map[bool]string{true: "yes"}[shown.lines != nil])
		for _, line := range b.lines {
			script = append(script, line)
			if strings.HasPrefix(line, "export PATH=") {
				script = append(script, "PATH="+k.shrunk+":$PATH")
			}
		}
		script = append(script, "echo '"+mark+"'")
	}
	if len(ran) == 0 {
		return
	}
	c := shell(t, strings.Join(script, "\n"))
	c.Dir = dir
	path := append([]string{k.shrunk}, k.path...)
	c.Env = append(os.Environ(), append(k.env, "HOME="+t.TempDir(), "PATH="+strings.Join(path, string(filepath.ListSeparator)))...)
	began := time.Now()
	out, err := c.CombinedOutput()
	printed := strings.Split(string(out), mark+"\n")
	if err != nil {
		t.Errorf("%s: block %d: %v\n%s", d.path, len(printed), err, out)
		return
	}
	cpu := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	t.Logf("%5.1f s, %5.1f s of CPU: %s", time.Since(began).Seconds(), cpu.Seconds(), d.path)
	for i, b := range ran {
		if missing := b.missingFrom(printed[i]); missing != "" {
			t.Errorf("%s shows\n%s\nwhere its commands print\n%s", d.path, missing, printed[i])
		}
	}
}

// shell returns a shell that runs a script. Whatever it starts ends with it: in the
// background a process waits for the end of a pipe, which comes with that of the test, and
// before the tests run out of time; if they are killed, the system closes it.
func shell(t *testing.T, script string) *exec.Cmd {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = r.Close(), w.Close() })
	const toEnd = 10 * time.Second
	ends := time.Now().Add(20 * time.Minute)
	if d, ok := t.Deadline(); ok && d.Add(-2*toEnd).Before(ends) {
		ends = d.Add(-2 * toEnd)
	}
	ctx, stop := context.WithDeadline(t.Context(), ends)
	t.Cleanup(stop)
	// It is no child of the shell, whose wait would wait for it.
	c := exec.CommandContext(ctx, "sh", "-c", "( (cat <&3; kill -KILL 0) >/dev/null 2>&1 & )\nexec 3<&-\n"+script)
	c.ExtraFiles, c.SysProcAttr = []*os.File{r}, &syscall.SysProcAttr{Setpgid: true}
	c.Cancel, c.WaitDelay = w.Close, toEnd
	return c
}

// A page that never ends, or leaves programs behind, ends with its test.
func TestShellsEndWithTheTest(t *testing.T) {
	var left string
	t.Run("page", func(t *testing.T) {
		out, err := shell(t, "sleep 600 >/dev/null 2>&1 &\necho $!\nexit 3").CombinedOutput()
		left = strings.TrimSpace(string(out))
		if !strings.Contains(fmt.Sprint(err), "3") || left == "" {
			t.Errorf("%v: %q", err, out)
		}
	})
	for end := time.Now().Add(time.Minute); exec.Command("kill", "-0", left).Run() == nil; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("process %s is left", left)
		}
	}
}

// shownNumber is a number that differs from machine to machine: pages show it with a
// tilde.
var shownNumber = regexp.MustCompile(`~[\d.,]*\d`)

// pattern matches what the first lines of a block of text show, from the start of what
// is printed: the line ... stands for any lines, blanks for any number of them, and ~1.5
// for any number.
func (b codeBlock) pattern(lines int) *regexp.Regexp {
	var p strings.Builder
	p.WriteString(`\A`)
	for _, line := range b.lines[:lines] {
		if strings.TrimSpace(line) == "..." {
			p.WriteString(`(?:.*\n)*?`)
			continue
		}
		words := strings.Fields(line)
		for i, word := range words {
			words[i] = strings.Join(quoted(shownNumber.Split(word, -1)), `[\d.,]*\d`)
		}
		p.WriteString(`[ \t]*` + strings.Join(words, `[ \t]+`) + `[ \t]*\n`)
	}
	if lines == len(b.lines) {
		p.WriteString(`\n*\z`)
	}
	return regexp.MustCompile(p.String())
}

func quoted(texts []string) []string {
	for i, text := range texts {
		texts[i] = regexp.QuoteMeta(text)
	}
	return texts
}

// missingFrom returns the first line of a block of text that is not printed where the
// block shows it.
func (b codeBlock) missingFrom(printed string) string {
	for n := range len(b.lines) {
		if !b.pattern(n + 1).MatchString(printed) {
			return b.lines[n]
		}
	}
	return ""
}

func TestShownIsPrinted(t *testing.T) {
	const printed = "start weights 20 %\n\nopponent   score\nrandom     99.5 [98.2, 99.9]\ntraining: 66000 games in 10.5 s\n"
	for shown, missing := range map[string]string{
		"start weights 20 %\n...":                                                             "",
		"...\nopponent score\nrandom 99.5 [98.2, 99.9]\n...\n":                                "",
		"...\ntraining: 66000 games in ~9 s":                                                  "",
		"start weights 20 %\n\nopponent score\nrandom 99.5 [98.2, 99.9]\ntraining: 66000 ...": "training: 66000 ...",
		"start weights 20 %":                                                                  "start weights 20 %",
		"start weights 21 %\n...":                                                             "start weights 21 %",
		"...\nrandom 99.5\n...":                                                               "random 99.5",
		"opponent score\n...":                                                                 "opponent score",
		"...\ntraining: 66000 games":                                                          "training: 66000 games",
		"...\nopponent score\ntraining: 66000 games in ~9 s":                                  "training: 66000 games in ~9 s",
	} {
		b := parseDocument("", "```text\n"+strings.TrimSuffix(shown, "\n")+"\n```").blocks[0]
		if got := b.missingFrom(printed); got != missing {
			t.Errorf("%q: missing %q, want %q", shown, got, missing)
		}
	}
}

// TestDocumentsRun types the pages that say what to do, each in a new folder.
func TestDocumentsRun(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("minutes; TestDocumentsParse looks at the same lines")
	}
	ci, err := os.ReadFile("../.ci/run")
	if err != nil || !strings.Contains(string(ci), "go test ./...") {
		t.Errorf("CI does not run the README's tests (%v)", err)
	}
	k := newKit(t)
	for _, d := range roadPages(t) {
		t.Run(d.path, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if fromCheckout.MatchString(d.path) {
				dir = filepath.Join(dir, "evolab")
				copyCheckout(t, dir)
			}
			k := *k
			if strings.HasPrefix(d.path, "examples/") {
				work := filepath.Join(filepath.Dir(dir), "go.work") // it shares what is compiled; own-game.md does without
				dir = filepath.Join(dir, filepath.Dir(d.path))
				c := exec.Command("go", "work", "init", filepath.Dir(filepath.Dir(dir)), dir)
				c.Env = append(os.Environ(), "GOWORK="+work)
				if out, err := c.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				k.env = append(slices.Clip(k.env), "GOWORK="+work)
			}
			k.walk(t, d, dir)
		})
	}
}

var everyProject = flag.Bool("every-project", false, "TestProjectsRun types the READMEs of slow games, too, for each user")

// TestProjectsRun types the README of a new project, for each user and each game; without
// -every-project not those that train long. An own agent is tuned where its games are
// short, in each language.
func TestProjectsRun(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("minutes")
	}
	k := newKit(t)
	project := func(about string, args ...string) {
		t.Run(about, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "project")
			if out, err := exec.Command(filepath.Join(k.bin, "evolve"), append([]string{"init", dir}, args...)...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			text, err := os.ReadFile(filepath.Join(dir, "README.md"))
			if err != nil {
				t.Fatal(err)
			}
			d := parseDocument("README of "+about, string(text))
			if len(d.blocks) == 0 {
				t.Errorf("no blocks:\n%s", text)
			}
			k.walk(t, d, dir)
		})
	}
	fastProjects := map[string][]string{"halma": {"staff"}, "checkers": {"student", "staff"}, "konane": {"student", "staff"}}
	for _, g := range agent.Games() {
		users := []string{"student", "staff", "tuner"}
		if fast, ok := fastProjects[g.Info().Name]; ok && !*everyProject {
			users = fast
		}
		for _, user := range users {
			project(user+"/"+g.Info().Name, "--for", user, "--game", g.Info().Name)
		}
	}
	for _, language := range starter.Languages() {
		project("student/littlego/"+language, "--game", "littlego", "--agent", language)
	}
	project("student/tictactoe/python", "--game", "tictactoe", "--agent", "python")
}

var releaseFlag = flag.String("release", "", "archive of the program for this system, as goreleaser makes it, for TestReleaseRuns")

// TestReleaseRuns types README and the tutorials that begin in an empty folder as people
// without Go do: with a release that they unpack, and hardly more than what every system
// has: what runs and compiles the submissions.
func TestReleaseRuns(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("minutes")
	}
	if *releaseFlag == "" {
		t.Fatal("-release names no archive: goreleaser release --snapshot makes it in dist/")
	}
	k := newKit(t)
	tools := t.TempDir()
	for _, name := range append(strings.Fields("sh basename cat cp cut echo env expr grep gzip head kill ls mkdir mv rm sed sleep tail tar test timeout tr wc"), "python3", "g++", "as", "ld") {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(tools, name)); err != nil {
			t.Fatal(err)
		}
	}
	k.path, k.unpacked = []string{tools}, true
	readme := readDocument(t, "README.md")
	unpack := slices.IndexFunc(readme.blocks, func(b codeBlock) bool { return strings.HasPrefix(b.lines[0], unpacks) })
	if unpack < 0 {
		t.Fatalf("README.md does not say how to unpack a release: no block begins with %s", unpacks)
	}
	archive, err := filepath.Abs(*releaseFlag)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range allDocuments(t) {
		if d.path != "README.md" && (!strings.HasPrefix(d.path, "docs/tutorial/") || fromCheckout.MatchString(d.path)) {
			continue
		}
		if d.path != "README.md" {
			d.blocks = append([]codeBlock{readme.blocks[unpack]}, d.blocks...)
		}
		t.Run(d.path, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.Symlink(archive, filepath.Join(dir, filepath.Base(archive))); err != nil {
				t.Fatal(err)
			}
			k.walk(t, d, dir)
		})
	}
}

// copyCheckout copies the source, without what git and runs leave there.
func copyCheckout(t *testing.T, dir string) {
	t.Helper()
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		from, to := filepath.Join("..", e.Name()), filepath.Join(dir, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), ".") || slices.Contains([]string{"runs", "bin", "dist", "completions", "man"}, e.Name()):
		case e.IsDir():
			err = os.CopyFS(to, os.DirFS(from))
		default:
			var data []byte
			if data, err = os.ReadFile(from); err == nil {
				err = os.WriteFile(to, data, 0o644)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
