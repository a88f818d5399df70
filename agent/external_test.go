package agent

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/host"
	"evolab/host/compile"
	"evolab/internal/tooltest"
)

func TestMain(m *testing.M) {
	host.Supervise()
	os.Exit(m.Run())
}

// write makes files and returns their folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// What is no agent's name may be a path: one that is there, or looks like one.
func TestParsePath(t *testing.T) {
	dir := write(t, map[string]string{"handin/my_player3.py": "", "random/my_player3.py": "", "champion/x.py": "", "a:b/x.py": ""})
	t.Chdir(dir)
	for text, want := range map[string]string{
		"handin":               pathName,
		"handin/my_player3.py": pathName,
		"a:b/x.py":             pathName,
		"nowhere/at/all":       pathName,
		"my_player.java":       pathName,
		"random":               "random", // the name wins
		"./random":             pathName,
		"champion":             "champion", // the name of an agent wins
		"nothing":              "",
		"frozn:weights=a/b":    "",
		"":                     "",
	} {
		spec, err := ParseSpec(text)
		if spec.Name != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, spec.Name, err)
		}
		if again, err := ParseSpec(spec.String()); want != "" && (err != nil || again.String() != text) {
			t.Errorf("%q: again %q, %v", text, again, err)
		}
	}
	if !Shadows("random") || Shadows("greedy") || Shadows("handin") {
		t.Error("what shadows a folder")
	}
}

// A source is compiled once, for all of its games, outside its folder, and
// nothing is left of it.
func TestASourceIsBuiltOnce(t *testing.T) {
	tooltest.Need(t, "python3")
	scratch := t.TempDir()
	t.Setenv("TMPDIR", scratch)
	dir := write(t, map[string]string{
		"my_player3.py": "import moves\nmoves.play(open('opening.txt').read())\n",
		"moves.py":      "def play(text):\n    open('output.txt', 'w').write(text)\n",
		"opening.txt":   "2,2",
		"notes.md":      "not needed",
	})
	g, err := FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	for path, others := range map[string]int{dir: 4, filepath.Join(dir, "my_player3.py"): 3} {
		made, err := g.Agent(Spec{Name: pathName, Params: []Param{{"path", path}}}, Env{Programs: Unannounced()})
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.Board("", "start")
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			player, err := made.Player(1)
			if err != nil {
				t.Fatal(err)
			}
			choice, err := player.Choose(t.Context(), b, Clock{})
			if err != nil || b.FormatMove(choice.Move) != "2,2" {
				t.Errorf("%s: %v, %v", path, choice, err)
			}
			if err := player.Close(); err != nil {
				t.Error(err)
			}
			built, _ := filepath.Glob(filepath.Join(scratch, "evolab-build-*", "*"))
			if len(built) != others {
				t.Errorf("%s: built %q", path, built)
			}
		}
		if err := made.Close(); err != nil {
			t.Error(err)
		}
	}
	for folder, want := range map[string]int{scratch: 0, dir: 4} {
		if list, err := os.ReadDir(folder); err != nil || len(list) != want {
			t.Errorf("%s: %v, %v", folder, list, err)
		}
	}
}

// A source that does not compile is the caller's mistake, and says where.
func TestASourceThatDoesNotCompile(t *testing.T) {
	tooltest.Need(t, "python3", "g++")
	for name, c := range map[string]struct{ text, want string }{
		"my_player3.py":   {"x = 1\ndef f(:\n", "fails: my_player3.py:2: error: "},
		"my_player11.cpp": {"int main() { return y; }\n", "g++ -std=c++11 -O2 fails: my_player11.cpp:1:21: error: "},
	} {
		dir := write(t, map[string]string{name: c.text})
		g, _ := FindGame("littlego")
		made, err := g.Agent(Spec{Name: pathName, Params: []Param{{"path", dir}}}, Env{Programs: Unannounced()})
		if err != nil {
			t.Fatal(err)
		}
		err = Build(t.Context(), made)
		if err == nil || !Unusable(err) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
		if _, err := made.Player(1); !Unusable(err) {
			t.Errorf("%s: a player: %v", name, err)
		}
		if err := made.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestNoSource(t *testing.T) {
	dir := write(t, map[string]string{"empty/notes.md": "", "two/a.py": "", "two/b.py": ""})
	for _, c := range [][3]string{
		{"littlego", "empty", "empty holds no program (expected: my_player3.py or my_player11.cpp or my_player.java or my_player.cpp or my_player.py, else one source file"},
		{"checkers", "two", "two holds several programs: a.py, b.py (expected: homework.py or "},
		{"halma", "none", "no such file"},
		{"konane", "two", "konane has no file protocol"},
	} {
		g, _ := FindGame(c[0])
		_, err := g.Agent(Spec{Name: pathName, Params: []Param{{"path", filepath.Join(dir, c[1])}}}, Env{Programs: Unannounced()})
		if err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if !Unusable(&compile.NoTool{Name: "g++"}) {
		t.Error("a machine without a compiler")
	}
}

// A program may use all that a game has left for one move; only where nothing
// limits it does it get the lab's own limit.
func TestMoveLimit(t *testing.T) {
	for _, c := range []struct {
		clock Clock
		want  time.Duration
	}{
		{Clock{}, time.Minute},
		{Clock{Move: 2 * time.Minute}, 2 * time.Minute},
		{Clock{Left: 300 * time.Second}, 300 * time.Second},
		{Clock{Left: 300 * time.Second, Move: 10 * time.Second}, 10 * time.Second},
		{Clock{Left: time.Second, Move: 10 * time.Second}, time.Second},
		{Clock{Left: 1}, 1},
	} {
		if got := moveLimit(c.clock); got != c.want {
			t.Errorf("%+v: %v, want %v", c.clock, got, c.want)
		}
	}
}
