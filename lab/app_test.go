package lab

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every command pays for what packages prepare when the program starts: none of ours
// prepares much. What only some commands need, such as regular expressions, they
// prepare themselves.
func TestCommandsStartSoon(t *testing.T) {
	cmd := exec.Command(buildEvolve(t), "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	list := regexp.MustCompile(`(?m)^init (evolab/\S+) @.* (\d+) bytes, \d+ allocs$`).FindAllSubmatch(out, -1)
	if len(list) < 5 {
		t.Fatalf("few packages: %s", out)
	}
	for _, m := range list {
		if n, err := strconv.Atoi(string(m[2])); err != nil || n > 200_000 {
			t.Errorf("%s prepares %s bytes at every start (allowed: up to 200,000)", m[1], m[2])
		}
	}
}

// Every command has a group and an example that parses; its help names commands
// and flags that exist.
func TestHelp(t *testing.T) {
	root, given := silentRoot(), written{"handin": true, "games.jsonl": true}
	if n := len(root.Groups()); n != 4 {
		t.Errorf("%d groups", n)
	}
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		if c.Parent() == root && c.GroupID == "" {
			t.Errorf("%s: no group", c.CommandPath())
		}
		if c.Example == "" {
			t.Errorf("%s: no example", c.CommandPath())
		}
		for _, line := range strings.Split(c.Example, "\n") {
			if line != "" && !strings.Contains(line, c.CommandPath()) {
				t.Errorf("%s: an example of something else: %s", c.CommandPath(), line)
			}
			for _, call := range callsIn(line) {
				if err := given.parse(call, true); err != nil {
					t.Errorf("%s: %s: %v", c.CommandPath(), line, err)
				}
			}
		}
		for _, call := range proseCall.FindAllStringSubmatch(c.Long, -1) {
			if call[1] == "and" {
				continue
			}
			if found, _, err := root.Find([]string{call[1]}); err != nil || found == root {
				t.Errorf("%s: the help names %q, which does not exist", c.CommandPath(), call[0])
			}
		}
		for _, sub := range c.Commands() {
			look(sub)
		}
	}
	for _, c := range root.Commands() {
		if c.Name() != "completion" { // cobra's
			look(c)
		}
	}
}

// What shells offer for the last word of a command line.
func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"run qu":                          "quick",
		"run quick ga.s":                  "ga.sigma=\t",
		"run quick opponents.":            "opponents.0.share=\t",
		"sweep com":                       "compare",
		"tournament ":                     "tournament",
		"config --example ":               "truth",
		"match fro":                       "frozen\t",
		"match random frozen:depth=2,no":  "frozen:depth=2,nodes=\t",
		"play --against ":                 "greedy\t",
		"analyze --agent hand:":           "hand:depth=\t",
		"legal --game ":                   "checkers\t",
		"legal --game konane --variant ":  "8x8",
		"features ":                       "halma\t",
		"grade frozen --rubric ":          "usc-2023\t",
		"ship last --lang ":               "python",
		"ship ":                           "frozen\t",
		"runs --sort ":                    "validated",
		"runs --format ":                  "json",
		"doctor x --require-confinement ": "isolated",
		"init --agent ":                   "java",
		"init --for ":                     "tuner",
		"konane connect h --agent ":       "frozen\t",
	} {
		words := strings.Split(line, " ")
		var out bytes.Buffer
		if code := runLine(context.Background(), append([]string{"__complete"}, words...), app{in: strings.NewReader(""), out: &out, err: &bytes.Buffer{}, dir: t.TempDir()}); code != exitDone || !strings.Contains("\n"+out.String(), "\n"+want) {
			t.Errorf("%q: exit code %d, no %q in\n%s", line, code, want, out.String())
		}
	}
}

// getWords stands in for a function of the package bash-completion.
const getWords = `_get_comp_words_by_ref() { words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=${COMP_WORDS[COMP_CWORD]}; prev=${COMP_WORDS[COMP_CWORD-1]}; }
__ltrim_colon_completions() { :; }
`

// The script for bash offers the words that begin as what was typed.
func TestBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	var script bytes.Buffer
	if code := runLine(context.Background(), []string{"completion", "bash"}, app{in: strings.NewReader(""), out: &script, err: &bytes.Buffer{}}); code != exitDone {
		t.Fatal(code)
	}
	self, err := exec.LookPath("evolve") // testscript made it
	if err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]string{"run qu": "quick", "tour": "tournament", "legal --game che": "checkers"} {
		list := append([]string{self}, strings.Fields(words)...)
		c := exec.Command(bash, "-c", getWords+script.String()+`
COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9; __start_evolve; printf '%s\n' "${COMPREPLY[@]}"`, "bash")
		c.Args = append(c.Args, list...)
		out, err := c.Output()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", words, got, err, want)
		}
	}
}
