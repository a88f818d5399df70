//go:build unix

package class

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// passer always passes, and loses by that.
const passer = "open('output.txt', 'w').write('PASS')"

// The page of a submission shows the moves that lost its games, and what the losses have
// in common; reviews are kept, and pages of an earlier, larger class are removed.
func TestPagesShowMistakes(t *testing.T) {
	t.Parallel()
	folder, out := fill(t, map[string]string{"<b>/my_player3.py": passer, "dies.py": "raise SystemExit(3)"}), filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	o := options(t, folder, out)
	var replayed []string
	o.Replay = func(title string, games []Replayed) ([]byte, error) {
		for _, g := range games {
			if g.Line.Game != g.Loss.Game || g.Line.Game == 0 || strings.Contains(g.Line.First+g.Line.Second+g.Loss.Player, "#") {
				t.Errorf("%+v", g)
			}
		}
		replayed = append(replayed, title)
		return []byte("step by step"), nil
	}
	stale := filepath.Join(out, pageFolder, "003-lost.html")
	if err := errors.Join(os.MkdirAll(filepath.Dir(stale), 0o755), os.WriteFile(stale, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	kept := ""
	for range 2 {
		if _, err := Grade(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		page := read(t, out, pageFolder, "001.html")
		for _, want := range []string{
			"<h3>Game 1, against random</h3>\n<p>lost by the rules, after one ply</p>", "<li>1 of 1 losses as black: passes", "<li>1 of 1 losses as white: passes", `<a href="001-lost.html">Step through`, "passes)</p>\n<details><summary>The board before that move", "<h1>&lt;b&gt;</h1>",
		} {
			if !strings.Contains(page, want) {
				t.Errorf("no %s in\n%s", want, page)
			}
		}
		if read(t, out, pageFolder, "001-lost.html") != "step by step" {
			t.Error("no page to step through")
		}
		if _, err := os.Stat(stale); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("a stale page is there: %v", err)
		}
		if again := read(t, out, reviewFile); kept != "" && again != kept {
			t.Errorf("reviews were made again:\n%s", again)
		}
		kept, o.Resume = read(t, out, reviewFile), true
	}
	if strings.Count(kept, "\n") != 4 || len(replayed) != 4 || replayed[0] != "Lost games of <b>" {
		t.Errorf("%q\n%s", replayed, kept)
	}
}
