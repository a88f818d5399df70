//go:build unix

package class

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/course/starter"
	"evolab/ship/bundle"
)

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

// available skips a test where a compiler is missing.
func available(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s here", tool)
		}
	}
}
