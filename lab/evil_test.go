//go:build unix

package lab

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/internal/untrusted"
)

// evil writes what a terminal, an editor or a browser would obey wherever it can: to
// its streams, into its answer, and as the name of a file.
const evil = `poison=$(printf 'forged \033]0;evil\007\033[31m\302\2331m\342\200\256\377\033[2J')
printf '%s\nError: %s\n' "$poison" "$poison"
printf '%s\nError: %s\n' "$poison" "$poison" >&2
: > "$poison"
case $0 in
*silent*) exit 3 ;;
*quiet*) printf 'PASS' > output.txt ;;
*) printf '%s' "$poison" > output.txt ;;
esac
`

// Nothing of a program is obeyed, whatever shows or keeps it.
func TestEvilPrograms(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"silent", "quiet", "loud"} {
		write(t, filepath.Join("programs", name, name+".sh"), evil)
	}
	write(t, "programs/doctored/my_player3.py", "import os, sys\np = 'forged \\x1b]0;evil\\x07\\x9b31m\\u202e'\nsys.stderr.reconfigure(errors='replace')\n"+
		"print(p)\nprint('Error:', p, file=sys.stderr)\nopen(p.replace('/', ''), 'w').close()\nopen('output.txt', 'w').write(p)\n")
	write(t, "programs/broken/my_player3.py", "def f(:  # \u202e\x1b[31m\n")
	agent := func(name string) string { return "exec:dir=programs/" + name + ",cmd=sh " + name + ".sh" }
	write(t, "t.yaml", "agents:\n- {agent: \""+agent("silent")+"\", name: silent}\n- {agent: \""+agent("quiet")+"\", name: quiet}\ngames: 2\n")
	seen := 0
	for _, line := range [][]string{
		{"match", agent("silent"), agent("loud"), "--games", "2", "--games-out", "m.jsonl"},
		{"match", agent("loud"), agent("quiet"), "--games", "2", "--games-out", "m.sgf", "--format", "json"},
		{"host", "--first", agent("loud"), "--second", "random"},
		{"host", "--first", agent("silent"), "--second", "random", "--format", "json", "--games-out", "h.jsonl"},
		{"tournament", "t.yaml"}, {"tournament", "t.yaml", "--format", "json", "--games-out", "t.jsonl"},
		{"grade", agent("silent"), "--rubric", "usc-2023-submit", "--require-confinement", "none", "--games-out", "g.jsonl"},
		{"analyze", "--agent", agent("loud"), "--position", "start"}, {"analyze", "--agent", agent("silent"), "--position", "start", "--format", "json"},
		{"play", "--second", "--against", agent("silent")}, {"gtp", "--agent", agent("loud")},
		{"doctor", "programs/doctored", "--game", "littlego", "--budget", "1"}, {"doctor", "programs/doctored", "--game", "littlego", "--budget", "1", "--format", "json"},
		{"doctor", "programs/broken", "--game", "littlego"}, {"match", "programs/broken/my_player3.py", "random", "--games", "2"},
		{"show-game", "m.jsonl", "--game-number", "1"}, {"show-game", "h.jsonl", "--game-number", "1"}, {"show-game", "m.jsonl", "--format", "sgf"}, {"show-game", "m.jsonl", "--format", "json"},
	} {
		_, out, message := said(t, line...)
		if strings.ContainsFunc(out+message, untrusted.Obeyed) {
			t.Errorf("evolve %q writes what is obeyed:\n%q", line, out+message)
		}
		if text := "\n" + out + "\n" + message; strings.Contains(text, "\nforged") {
			t.Errorf("evolve %q writes a program's line:\n%q", line, text)
		}
		if line[len(line)-1] == "json" && out != "" && !json.Valid([]byte(strings.SplitN(out, "\n", 2)[0])) {
			t.Errorf("evolve %q writes no JSON:\n%s", line, out)
		}
		seen += strings.Count(out+message, `\u001b]0;evil`)
	}
	if seen < 8 {
		t.Errorf("the programs' texts are shown %d times only", seen)
	}
	kept := 0
	err := filepath.WalkDir(".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(path, "programs") {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.ContainsFunc(string(text), untrusted.Obeyed) {
			t.Errorf("%s keeps what is obeyed:\n%q", path, text)
		}
		kept += strings.Count(string(text), "evil")
		return err
	})
	if err != nil || kept < 8 {
		t.Errorf("the programs' texts are kept %d times only, %v", kept, err)
	}
}
