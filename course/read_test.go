package course

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/internal/config"
	"evolab/internal/goldentest"
)

// builtinText is the file of a built-in course.
func builtinText(t testing.TB, rubric string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("builtin", rubric+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What is wrong with a file is said once, with its place; here in one change each of a
// built-in file.
func TestBadFiles(t *testing.T) {
	for _, c := range []struct{ about, from, to, want string }{
		{"an unknown key", "move_time: 54", "move_tmie: 54", ":36:1: move_tmie: unknown key, did you mean move_time?"},
		{"a huge number", "move_time: 54", "move_time: 1e99", "move_time: 1e99 is out of range (allowed: >0..3600)"},
		{"no number", "cpu_time: 7200", "cpu_time: .nan", "grading.0.cpu_time: .nan is not a number"},
		{"more games than anybody plays", "games: 20", "games: 1000000000", "grading.0.opponents.0.games: 1000000000 is out of range (allowed: 1..1000)"},
		{"no games", "games: 20", "games: 0", "games: 0 is out of range"},
		{"a plan beyond the limit", "plan_time: 6", "plan_time: 60", "plan_time: 60 does not go with move_time 54"},
		{"an unknown game", "game: littlego", "game: chess", "game: chess is unknown (allowed: littlego, checkers, halma)"},
		{"a name that leads out", "my_player3.py", "../my_player3.py", "languages.0.programs.0: ../my_player3.py is not possible (allowed: names of files, with an ending and without folders)"},
		{"an absolute name", "my_player3.py", "/etc/passwd.py", "languages.0.programs.0: /etc/passwd.py is not possible"},
		{"a hidden name", "my_player3.py", ".my_player.py", "is not possible"},
		{"a name without an ending", "my_player3.py", "my_player", "is not possible"},
		{"a file of the host", "my_player3.py", "output.txt", "output.txt is a file of the host"},
		{"a name of two languages", "my_player11.cpp", "my_player.java", "languages.2.programs.0: my_player.java is languages.1.programs.0 already (allowed: each name once)"},
		{"a language twice", "name: C++11", "name: Java", "languages.2.name: Java is languages.1 already"},
		{"an unknown placeholder", "python3 {source}", "python3 {file}", "languages.0.run: {file} stands for nothing there"},
		{"a command without the program", "python3 {source}", "python3", "languages.0.run: the command does not name the program"},
		{"a compiler without the source", "-O2 -o {out}/{stem} {source}", "-O2 -o {out}/{stem}", "languages.1.compile: the command does not name the program"},
		{"an opponent twice", "- name: greedy", "- name: random", "grading.0.opponents.1.name: random is grading.0.opponents.0 already"},
		{"a column of the gradebook", "- name: greedy", "- name: reason", "grading.0.opponents.1.name: reason is another column of the gradebook"},
		{"a stage twice", "- name: stage 2", "- name: stage 1", "grading.1.name: stage 1 is grading.0 already"},
		{"a name that is a formula", "- name: greedy", `- name: "=cmd|calc"`, `is not possible`},
		{"an unknown agent", "agent: greedy", "agent: gredy", `grading.0.opponents.1.agent: no agent "gredy", did you mean greedy?`},
		{"an agent of another game", "agent: greedy", "agent: perfect", `grading.0.opponents.1.agent: littlego has no agent "perfect"`},
		{"an unknown setting", "agent: greedy", `agent: "alphabeta:dept=2"`, "did you mean depth?"},
		{"an impossible setting", "agent: greedy", `agent: "alphabeta:depth=1000"`, "depth: 1000 is out of range"},
		{"a program as an opponent", "agent: greedy", `agent: "exec:dir=.,cmd=sh"`, "is no agent of the lab"},
		{"a path as an opponent", "agent: greedy", `agent: "./my_player3.py"`, "is no agent of the lab"},
		{"a file as an opponent", "agent: greedy", `agent: "frozen:weights=/etc/passwd"`, "plays by a file of weights, which may change"},
		{"a person as an opponent", "agent: greedy", "agent: human", "is no agent of the lab"},
		{"a stage of nobody", "grading:\n", "grading:\n  - {name: empty, opponents: []}\n", "grading.0.opponents: 0 items in the list (allowed: 1..20 items)"},
		{"bands that rise", "{from: .7, per_rate: 15}", "{from: .95, per_rate: 15}", "a band from 0.95 after one from 0.9"},
		{"points for losing", "{from: .7, per_rate: 15}", "{from: .7, per_rate: 150}", "just below a rate of 0.9 it is worth 135 points, and above only 25"},
		{"no band at 0", "{from: .7, per_rate: 15}, {from: 0}", "{from: .7, per_rate: 15}", "the lowest band begins at 0.7 (allowed: 0)"},
		{"negative points", "fixed: 25", "fixed: -25", "fixed: -25 is out of range"},
		{"too few plies", "games: 20\n", "games: 20\n        single_moves: 3\n", "too few for a position: 3 plies"},
		{"a rehearsal's name", "name: usc-2023\n", "name: usc-2023-submit\n", "usc-2023-submit is the name of a rehearsal"},
		{"a switch that is none", "overrun_forfeits: true", "overrun_forfeits: maybe", "overrun_forfeits: text \"maybe\" where true or false belongs"},
		{"an anchor", "helpers: [", "helpers: &a [", "anchors (&a) are not supported"},
	} {
		text := builtinText(t, "usc-2023")
		changed := strings.Replace(text, c.from, c.to, 1)
		if changed == text {
			t.Fatalf("%s: the file has no %q", c.about, c.from)
		}
		path := filepath.Join(t.TempDir(), "own.yaml")
		if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.about, err, c.want)
		} else if n := strings.Count(err.Error(), "own.yaml:"); n > 2 {
			t.Errorf("%s: %d problems: %v", c.about, n, err)
		}
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none.yaml")); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Error(err)
	}
	if _, err := Parse("own.yaml", bytes.Repeat([]byte("# \n"), config.MaxBytes)); err == nil || !strings.Contains(err.Error(), "too long") || strings.Contains(err.Error(), "missing") {
		t.Error(err)
	}
}

// A built-in course is a file like any other. Its hash is that of what it says: comments
// and the order of its keys are free.
func TestHash(t *testing.T) {
	text := builtinText(t, "checkers-2021")
	hash := func(text string) string {
		y, err := Parse("own.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if string(y.Text()) != text {
			t.Error("the file is not kept as it was read")
		}
		return y.Hash
	}
	own := hash(text)
	if again := hash("# ours\n" + strings.Replace(text, "move_time: 30\ngame_time: 300\n", "game_time: 300\nmove_time: 30\n", 1)); own == "" || again != own {
		t.Errorf("%s, and with a comment %s", own, again)
	}
	if other := hash(strings.Replace(text, "per_rate: 90", "per_rate: 91", 1)); other == own {
		t.Error("other points, and the same hash")
	}
	if _, err := Load(filepath.Join("builtin", "checkers-2021.yaml")); err != nil {
		t.Error(err)
	}
}

// The hash of a file is that of earlier versions as long as it keeps to what they did, and
// another with another reading.
func TestHashOfReadings(t *testing.T) {
	hash := func(game string, from, to string) string {
		t.Helper()
		y, err := Parse("own.yaml", []byte(strings.Replace(builtinText(t, game), from, to, 1)))
		if err != nil {
			t.Fatal(err)
		}
		return y.Hash
	}
	for _, c := range []struct{ name, key, earlier string }{
		{"usc-2023", "overrun_forfeits", "9af92b87b8d3ce49"}, {"checkers-2021", "draws_by_time", "94ac7353b5c8322d"},
	} {
		if with, without := hash(c.name, "", ""), hash(c.name, c.key+": true\n", ""); with != c.earlier || without != c.earlier {
			t.Errorf("%s: %s, without the key %s, want %s", c.name, with, without, c.earlier)
		}
		if other := hash(c.name, c.key+": true", c.key+": false"); other == c.earlier {
			t.Errorf("%s: the same hash with another reading", c.name)
		}
	}
}

// Editors know the keys: go test ./course -run Schema -update writes the file.
func TestSchema(t *testing.T) {
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Compare(t, "schema.json", text)
}

// No file makes the reader panic, and one that is taken can be read again as it is
// written out.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"usc-2021", "usc-2023", "checkers-2021", "halma-2019"} {
		f.Add(builtinText(f, name))
	}
	f.Add("name: x\ngame: halma\ngrading: [{name: a, opponents: [{name: b, agent: random, games: 1, points: [{}]}]}]")
	f.Fuzz(func(t *testing.T, text string) {
		y, err := Parse("fuzz.yaml", []byte(text))
		if err != nil {
			return
		}
		out, err := config.YAML(y)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse("fuzz.yaml", out)
		if err != nil || again.Hash != y.Hash {
			t.Fatalf("%v\n%s", err, out)
		}
		_ = y.Files()
	})
}
