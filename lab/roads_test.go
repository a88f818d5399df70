package lab

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/internal/longtest"
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
small="generations=1 ga.population=6 ga.elites=1 fitness.pairs=6 validation.games=20 validation.candidate_games=20 test.games=2"
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
"evolve sweep "*) exec "$name" "$@" $small sampling.population=4 ga.population=4 fitness.pairs=4 player.depth=1 training_games=0 sweep.seeds=1 sweep.list=[] 'sweep.grid=["optimizer=random|ga"]' ;;
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
	env         []string
}

func newKit(t *testing.T) *kit {
	t.Helper()
	k := &kit{shrunk: t.TempDir(), bin: t.TempDir(), env: []string{"GOFLAGS=-trimpath"}} // copies share what is compiled
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
		if b.language != "sh" {
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
	c.Env = append(os.Environ(), append(k.env, "HOME="+t.TempDir(), "PATH="+strings.Join([]string{k.shrunk, k.bin, os.Getenv("PATH")}, string(filepath.ListSeparator)))...)
	began := time.Now()
	out, err := c.CombinedOutput()
	printed := strings.Split(string(out), mark+"\n")
	if err != nil {
		t.Errorf("%s: block %d: %v\n%s", d.path, len(printed), err, out)
		return
	}
	t.Logf("%5.1f s: %s", time.Since(began).Seconds(), d.path)
	for i, b := range ran {
		if missing := b.missingFrom(printed[i]); missing != "" {
			t.Errorf("%s shows\n%s\nwhere its commands print\n%s", d.path, missing, printed[i])
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
			if strings.HasPrefix(d.path, "examples/") {
				dir = filepath.Join(dir, filepath.Dir(d.path))
			}
			k.walk(t, d, dir)
		})
	}
}

// TestProjectsRun types the README of a new project, for each game and each user. An own
// agent is tuned where its games are short.
func TestProjectsRun(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("minutes")
	}
	k := newKit(t)
	for _, g := range agent.Games() {
		for _, user := range []string{"student", "staff", "tuner"} {
			name := g.Info().Name
			t.Run(user+"/"+name, func(t *testing.T) {
				t.Parallel()
				dir := filepath.Join(t.TempDir(), "project")
				args := []string{"init", dir, "--for", user, "--game", name}
				if user == "student" && slices.Contains([]string{"littlego", "tictactoe"}, name) {
					args = append(args, "--agent", "python")
				}
				if out, err := exec.Command(filepath.Join(k.bin, "evolve"), args...).CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				text, err := os.ReadFile(filepath.Join(dir, "README.md"))
				if err != nil {
					t.Fatal(err)
				}
				d := parseDocument(user+"'s README for "+name, string(text))
				if len(d.blocks) == 0 {
					t.Errorf("no blocks:\n%s", text)
				}
				k.walk(t, d, dir)
			})
		}
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
