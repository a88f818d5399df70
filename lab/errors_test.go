package lab

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// said runs a command line in the current folder and returns its exit code and
// what it writes to standard output and error.
func said(t *testing.T, args ...string) (code int, out, message string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = runLine(context.Background(), args, app{in: strings.NewReader(""), out: &stdout, err: &stderr, figures: []string{}})
	return code, stdout.String(), stderr.String()
}

// badFiles makes a folder of files that nothing can read, beside ones that
// belong to another command, and goes there.
func badFiles(t *testing.T) {
	t.Helper()
	experiments, err := filepath.Abs("../experiments")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"junk": "junk\n", "half.json": `{"a":`, "wrong.json": `{"game": 5}` + "\n", "empty": "",
		"games.jsonl": `{"game":1,"moves":["2,2"],"winner":7}` + "\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, from := range map[string]string{
		"ga.yaml": "ga.yaml", "quick.yaml": "quick.yaml", "sweep.yaml": "sweep.yaml", "tournament.yaml": "tournament.yaml", "suite.txt": "suites/tictactoe-reporting.txt",
	} {
		data, err := os.ReadFile(filepath.Join(experiments, from))
		if err == nil {
			err = os.WriteFile(name, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Bad input gets one line and perhaps a hint, in words that are evolab's own.
func TestBadInputInPlainWords(t *testing.T) {
	badFiles(t)
	for _, c := range []struct{ line, want string }{
		// Files that another command reads.
		{"run tournament.yaml", "tournament.yaml is a tournament\nhint: evolve tournament tournament.yaml plays it"},
		{"run sweep.yaml", "sweep.yaml is a sweep\nhint: evolve sweep sweep.yaml runs all of it"},
		{"run suite.txt", "suite.txt is a suite of positions\nhint: evolve suite --in suite.txt lets an agent play it"},
		{"run games.jsonl", "games.jsonl is a record of games\nhint: evolve show-game games.jsonl shows them"},
		{"tournament ga.yaml", "ga.yaml is an experiment\nhint: evolve run ga.yaml runs it"},
		{"tournament sweep.yaml", "sweep.yaml is a sweep\nhint: evolve sweep"},
		{"tournament suite.txt", "suite.txt is a suite of positions"},
		{"sweep tournament.yaml", "tournament.yaml is a tournament\nhint: evolve tournament"},
		{"config tournament.yaml gmes=3", "override: gmes: unknown key, did you mean games"},
		{"suite --in ga.yaml", "ga.yaml is an experiment\nhint: evolve run"},
		{"show-game ga.yaml", "ga.yaml is an experiment"},
		// Names that are nearly right.
		{"rnu x", `there is no command "evolve rnu", did you mean run?`},
		{"rn x", `there is no command "evolve rn", did you mean rm or run?`},
		{"help rnu", `there is no command "evolve rnu", did you mean run?`},
		{"help nothing", `there is no command "evolve nothing"` + "\n"},
		{"run jnuk", "there is no file and no example \"jnuk\" (allowed: "},
		{"show-game wrogn.json", "wrogn.json: there is no such file or folder, did you mean wrong.json?"},
		{"grade random --rubric=", "--rubric is empty"},
		{"runs --dir nodir", "--dir: nodir: there is no such file or folder" + "\n"},
		{"completion fihs", `there is no command "evolve completion fihs", did you mean fish?`},
		{"konane conect x", `there is no command "evolve konane conect", did you mean connect?`},
		{"run quick.yaml --worker 2", "there is no flag --worker, did you mean --workers?"},
		{"match random greed --game littlego", `no agent "greed", did you mean greedy? (allowed: `},
		{"match random frozen:dept=2 --game littlego", `setting "dept=2", did you mean depth? (allowed: `},
		{"match random greedy --game litlego", `no game "litlego", did you mean littlego? (allowed: `},
		{"match random greedy --game littlego --variant twopass", `variant "twopass", did you mean two-pass? (allowed: `},
		{"grade random --rubric usc-2023-submt", `"usc-2023-submt", did you mean usc-2023-submit? (allowed: `},
		{"runs --sort valdated", `sort by "valdated": neither a fact nor a key of configs, did you mean validated?`},
		{"config --example gs", `"gs", did you mean ga? (allowed: `},
		{"ship frozen --game littlego --lang pyton --out o", `--lang "pyton", did you mean python? (allowed: `},
		{"run quick.yaml game=chekers", `there is no game "chekers", did you mean checkers? (allowed: `},
		{"run quick.yaml sed=1", "unknown key, did you mean seed"},
		// Libraries' phrases.
		{"run nofile.yaml", "there is no file nofile.yaml"},
		{"run folder", "folder: cannot be read: it is a folder"},
		{"run junk", `junk:1:1: text "junk" where keys belong`},
		{"run half.json", "half.json:1:1: not YAML"},
		{"match random frozen:weights=nofile --game littlego", "weights: nofile: there is no such file or folder"},
		{"match random frozen:weights=junk --game littlego", `weights file "junk": line 1: it is not JSON`},
		{"match random exec:dir=nodir,cmd=x --game littlego", "nodir: there is no such file or folder"},
		{"match random greedy --game littlego --openings nofile", "openings: nofile: there is no such file or folder"},
		{"match random greedy --game littlego --openings junk", `opening 1: `},
		{"match random greedy --game littlego --games-out nodir/x", "--games-out: nodir: there is no such file or folder"},
		{"match random greedy --game littlego --games 3", "--games: 3 is odd (allowed: 2..10000000, even)"},
		{"match random greedy --game littlego --games x", `--games: text "x" where a whole number belongs (allowed: `},
		{"match random", "1 argument (expected: 2)"},
		{"match random greedy --games", "--games needs a value"},
		{"match random greedy -q", "there is no flag -q"},
		{"doctor nodir", "nodir: there is no such file or folder"},
		{"doctor junk --game littlego", "junk is not a program"},
		{"ship frozen --game littlego --lang python --out junk", "junk"},
		{"ship junk --game littlego --lang python --out o", `weights file "junk"`},
		{"show-game nofile", "nofile: there is no such file or folder"},
		{"show-game half.json", "it is cut off in the middle"},
		{"show-game wrong.json", `wrong.json, line 1: game record: players "" and ""`},
		{"show-game empty", "empty is empty"},
		{"suite --in nofile", "--in: nofile: there is no such file or folder"},
		{"suite --in junk", "--in junk: line 1: "},
		{"analyze --game littlego --position x --agent frozen", `position "x"`},
		{"perft --game checkers --depth x", `--depth: text "x" where a whole number belongs (allowed: 1..64)`},
		{"stats --wdl a,b,c", `"a" (expected: a count up to`},
		{"check --game nope", `no game "nope" (allowed: `},
		{"show nope", `"nope"`}, {"plot nope", `"nope"`}, {"resume nope", `"nope"`}, {"tag nope x", `"nope"`}, {"freeze nope", `"nope"`},
	} {
		code, out, message := said(t, strings.Fields(c.line)...)
		if code != exitBadInput || !strings.Contains(message, c.want) || out != "" {
			t.Errorf("evolve %s\nexit code %d, output %q, message\n%swant\n%s", c.line, code, out, message, c.want)
		}
		inOwnWords(t, c.line, message)
	}
}

// The parts of one value that stand apart are arguments too many; other match runners take
// them so, and have flags with one dash.
func TestPartsOfAValueAreJoined(t *testing.T) {
	for line, want := range map[string]string{
		"match random greedy --sprt elo0=0 elo1=5":            "--sprt elo0=0,elo1=5",
		"match random greedy --sprt elo0=0, elo1=5, alpha=.1": "--sprt elo0=0,elo1=5,alpha=.1",
		"stats --wdl 10 5 3":                                  "--wdl 10,5,3",
		"stats --pentanomial 1, 2, 3, 4, 5":                   "--pentanomial 1,2,3,4,5",
		"match hand:depth=2 nodes=5 random":                   "hand:depth=2,nodes=5",
		"analyze --agent hand:depth=2 nodes=5":                "--agent hand:depth=2,nodes=5",
		"match random greedy hand":                            "usage: evolve match A B [flags]",
		"match random greedy --games 10 20":                   "usage: evolve match A B [flags]",
		"stats 10 5 3":                                        "usage: evolve stats [flags]",
		"match random greedy -sprt elo0=0,elo1=5":             "there is no flag -s (in -sprt), did you mean --sprt?",
		"match random greedy -workrs 10":                      "there is no flag -w (in -workrs), did you mean --workers?",
	} {
		code, _, message := said(t, strings.Fields(line)...)
		if code != exitBadInput || !strings.Contains(message, want) {
			t.Errorf("evolve %s\nexit code %d, message\n%swant\n%s", line, code, message, want)
		}
		inOwnWords(t, line, message)
	}
}

// Bad input comes with a hint on what to write instead.
func TestBadInputHasAHint(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	refusals := 0
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 2 {
				return true
			}
			if name, ok := call.Fun.(*ast.Ident); !ok || name.Name != "badInput" {
				return true
			}
			refusals++
			if hint, ok := call.Args[1].(*ast.BasicLit); ok && hint.Value == `""` {
				t.Errorf("%s: bad input without a hint", set.Position(n.Pos()))
			}
			return true
		})
	}
	if refusals < 150 {
		t.Errorf("only %d refusals", refusals)
	}
}

// excerpt is what a problem of a config shows of the text. Such problems begin
// with their key, which may be named like a package.
var excerpt = regexp.MustCompile(`(?m)^    .*\n`)

// inOwnWords checks what every message has to keep: one line and perhaps a hint,
// without names of packages and phrases of libraries.
func inOwnWords(t *testing.T, line, message string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(excerpt.ReplaceAllString(message, ""), "\n"), "\n")
	if len(lines) > 2 || len(lines) == 2 && !strings.HasPrefix(lines[1], "hint: ") {
		t.Errorf("evolve %s: %d lines:\n%s", line, len(lines), message)
	}
	for _, phrase := range []string{"strconv", "yaml: line", "json: cannot", "json: unknown", "no such file or directory", "invalid syntax", "unexpected EOF", "arg(s)", "unknown flag", "stat ", "open ", "0x", "%!", "tcp"} {
		if strings.Contains(message, phrase) {
			t.Errorf("evolve %s says %q:\n%s", line, phrase, message)
		}
	}
}

// messageCall is a command in a text of the program, with the flags right after it.
var messageCall = regexp.MustCompile(`(?:^|[^./\w-])evolve ([a-z][a-z-]+)((?: (?:[A-Z][A-Z_]*|%[qs]|last|--[a-z-]+))*)`)

// notCommands are words that follow the program's name in sentences about it.
var notCommands = strings.Fields("and alone began is of that turns was wrote writes with")

// Every text of the program that names one of its commands, as hints do, names one
// that exists, with flags that it has.
func TestMessagesNameCommandsThatExist(t *testing.T) {
	root, calls := silentRoot(), 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			text, _ := strconv.Unquote(literal.Value)
			for _, call := range messageCall.FindAllStringSubmatch(text, -1) {
				if slices.Contains(notCommands, call[1]) {
					continue
				}
				calls++
				c, _, err := root.Find([]string{call[1]})
				if err != nil || c == root {
					t.Errorf("%s: %q: there is no such command", set.Position(n.Pos()), call[0])
					continue
				}
				for _, word := range strings.Fields(call[2]) {
					if name, is := strings.CutPrefix(word, "--"); is && name != "help" && c.Flags().Lookup(name) == nil && c.InheritedFlags().Lookup(name) == nil {
						t.Errorf("%s: %q: there is no such flag", set.Position(n.Pos()), call[0])
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil || calls < 100 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

// retired are words for what docs/reference/glossary.md has another word for.
var retired = regexp.MustCompile(`(?i)\b(training claims|claimed best|last validation|exams?|measured by the truth|truth as a yardstick|real strength)\b`)

func TestOneWordForOneThing(t *testing.T) {
	check := func(where, text string) {
		for _, word := range retired.FindAllString(text, -1) {
			t.Errorf("%s says %q (see docs/reference/glossary.md)", where, word)
		}
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		check(c.CommandPath(), c.Short+c.Long+c.Example+c.Flags().FlagUsages())
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRoot(&app{out: io.Discard, err: io.Discard}))
	for _, file := range []string{"../README.md", "../docs/reference/glossary.md", "../experiments/report/page.html", "../experiments/report/page.md", "../experiments/ga.yaml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		check(file, string(text))
	}
}
