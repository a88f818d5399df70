//go:build unix

package class

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/course/similarity"
	"evolab/internal/files"
	"evolab/internal/progress"
	"evolab/internal/tooltest"
)

// Of real programs those are hints that have one source: greedy is minimax of depth 1
// in Little-Go, and cem's alpha-beta looks a ply less far than dee's. Others are not, though
// they have the same search or the same ideas.
func TestLikenessOfRealGames(t *testing.T) {
	t.Parallel()
	o := options(t, "", t.TempDir())
	o.Grading.Games = 20
	c, err := New(t.Context(), o.Grading)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, program := range []struct{ name, spec string }{
		{"ann", "greedy"}, {"ben", "aggressive"}, {"cem", "alphabeta:depth=1"}, {"dee", "alphabeta:depth=2"}, {"fay", "minimax:depth=1"},
		{"gus", "hand:depth=1"}, {"hal", "evolved:depth=1"}, {"ida", "frozen:depth=1"}, {"jim", "hand:depth=2"}, {"kim", "evolved:depth=1"},
	} {
		spec, err := agent.ParseSpec(program.spec)
		if err != nil {
			t.Fatal(err)
		}
		a, err := o.Grading.Game.Agent(spec, agent.Env{})
		if err != nil {
			t.Fatal(err)
		}
		c.Enter(program.name, a)
	}
	marks, err := c.Play(t.Context(), arena.Cores{Workers: 2}, progress.None{})
	if err != nil {
		t.Fatal(err)
	}
	moves := c.likeness(t.Context(), marks).Moves
	var hints []string
	for _, p := range moves.Hints() {
		hints = append(hints, p.First+" "+p.Second)
		t.Logf("%s, %s: the same move in %d of %d choices, %d of %d games; by chance in %s classes", p.First, p.Second, p.Agreed, p.Faced, p.Whole, p.Games, chanceText(p.Chance))
	}
	slices.Sort(hints)
	if got, want := strings.Join(hints, ", "), "ann fay, cem dee, hal kim"; got != want {
		t.Errorf("hints: %s, want %s (the class agrees in %.2f)", got, want, moves.Usual)
	}
}

// copied is a program that answers, but never plays well; each has a text of its own.
func copied(text string) string {
	return "# " + text + "\n# A program of more bytes than say nothing about its author.\nopen('output.txt', 'w').write('9,9')\n"
}

// Staff see which files are the same, and what other tools have found; students do not, and
// neither do pages whose addresses are private.
func TestSimilarSubmissions(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	shipped := "# Translated by evolve ship (evolab v1) from the Go sources\n" + copied("four")
	folder := fill(t, map[string]string{
		"ada/my_player3.py": copied("one"), "ada/.DS_Store": "x",
		"bob/my_player3.py":      copied("one"),
		"=eve|<b>/my_player3.py": copied("two"), "=eve|<b>/board.py": copied("board"),
		"fred/my_player3.py": copied("three"), "fred/tafel.py": copied("board"),
		"gil/my_player3.py": shipped, "hana/my_player3.py": shipped,
	})
	out, dir := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "similar")
	examined(t, folder, out)
	o := options(t, folder, out)
	o.Similarity, o.Private = dir, true
	c, err := Grade(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if c.Exported.Students != 4 || len(c.Exported.LeftOut) != 2 || len(c.Compared) != 0 {
		t.Errorf("exported: %+v", c.Exported)
	}
	var plain addresses
	row := func(first, second, share string) string {
		name := func(who string) string { return "python/students/" + plain.of(who) + "/my_player3.py" }
		return name(first) + "," + name(second) + "," + share + "\n"
	}
	if err := os.MkdirAll(filepath.Join(dir, "python", "dolos"), 0o755); err != nil {
		t.Fatal(err)
	}
	pairs := filepath.Join(dir, "python", "dolos", "pairs.csv")
	if err := os.WriteFile(pairs, []byte("leftFilePath,rightFilePath,similarity\n"+row("ada", "=eve|<b>", "0.875")+row("ada", "fred", "0.25")), 0o644); err != nil {
		t.Fatal(err)
	}
	o.Resume = true
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if got, want := read(t, out, SimilarityFile), `first,second,by,share,same,of,games,games_of,chance,hint
'=eve|<b>,fred,files,,1,,,,,yes
ada,bob,files,,1,,,,,yes
'=eve|<b>,ada,Dolos python,0.875,,,,,,
ada,fred,Dolos python,0.250,,,,,,
`; got != want {
		t.Errorf("%s:\n%s\nwant:\n%s", SimilarityFile, got, want)
	}
	index := read(t, out, "index.html")
	for _, text := range []string{
		"<li>board.py: =eve|&lt;b&gt;, fred", "<li>my_player3.py: ada, bob", "evolve ship made them: gil, hana.", "What Dolos has found (python)",
		`<tr><td>=eve|&lt;b&gt;<td>ada<td class="n">88 %`, "Too few different programs have played", "The same files as bob.",
	} {
		if !strings.Contains(index, text) {
			t.Errorf("the index does not have %q:\n%s", text, index)
		}
	}
	if strings.Contains(index, "The same files as hana") {
		t.Error("who has handed in what evolve ship made is pointed out")
	}
	list, err := filepath.Glob(filepath.Join(out, "students", "*.html"))
	if err != nil || len(list) != 6 {
		t.Fatalf("pages: %v %v", list, err)
	}
	for _, page := range list {
		text := read(t, page)
		for _, word := range []string{"imilar", "Dolos", "same files", "board.py: "} {
			if strings.Contains(text, word) {
				t.Errorf("a student's page has %q", word)
			}
		}
		names := 0
		for _, name := range []string{"ada", "bob", "fred", "gil", "hana"} {
			if strings.Contains(text, "<h1>"+name) || strings.Contains(text, ">"+name+"<") {
				names++
			}
		}
		if names > 1 {
			t.Error("a student's page names others")
		}
	}

	// A result from before the last change of the sources says so.
	const older = "Sources have changed since Dolos compared them: run it again."
	if strings.Contains(read(t, out, IndexFile), older) {
		t.Error("the result is new")
	}
	hour := time.Now().Add(-time.Hour)
	if err := os.Chtimes(pairs, hour, hour); err != nil {
		t.Fatal(err)
	}
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(read(t, out, IndexFile), older) {
		t.Error("nobody says that the result is old")
	}

	if err := os.WriteFile(filepath.Join(out, SimilarityFile), []byte("first\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	found, err := Examine(t.Context(), out, nil)
	if err != nil || !slices.ContainsFunc(found.Changes, func(c files.Change) bool { return c.File == SimilarityFile }) {
		t.Errorf("an edited table is not named: %+v %v", found, err)
	}

	if err := os.WriteFile(pairs, []byte("left,right\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var wrong *similarity.ResultError
	if _, err := Grade(t.Context(), o); !errors.Is(err, ErrExport) || !errors.As(err, &wrong) {
		t.Errorf("a result that Dolos has not written: %v", err)
	}
}

// Sources are written neither among the submissions nor among what is published.
func TestFolderOfTheExport(t *testing.T) {
	folder, out := class(t), filepath.Join(t.TempDir(), "out")
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "thesis.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{folder, filepath.Join(folder, "x"), out, filepath.Join(out, "students"), filepath.Dir(out), full} {
		o := options(t, folder, out)
		o.Similarity = dir
		if _, err := Grade(t.Context(), o); !errors.Is(err, ErrExport) {
			t.Errorf("into %s: %v", dir, err)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a grading was begun")
	}
}
