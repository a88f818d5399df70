//go:build unix

package class

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/internal/seal"
	"evolab/internal/tooltest"
)

// An edited winner, verdict or evidence is named, with its file and line.
func TestEditsAreNamed(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder := fill(t, map[string]string{"ann/my_player3.py": "open('output.txt', 'w').write('9,9')"})
	out := filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	if _, err := Grade(t.Context(), options(t, folder, out)); err != nil {
		t.Fatal(err)
	}
	page, err := filepath.Rel(out, pagePath(out, "ann"))
	if err != nil {
		t.Fatal(err)
	}
	for _, edit := range []struct{ file, old, new string }{
		{JournalFile, `"winner":"random"`, `"winner":"draw"`},
		{GradebookFile, "illegal-move", "ok"},
		{StudentsFile, "illegal-move", "ok"},
		{IndexFile, "<td>illegal-move<td", "<td>ok<td"},
		{filepath.ToSlash(page), "<b>illegal-move</b>", "<b>ok</b>"},
		{evidenceFile, "Python 3", "Python 2"},
	} {
		path := filepath.Join(out, filepath.FromSlash(edit.file))
		before := read(t, path)
		after := strings.Replace(before, edit.old, edit.new, 1)
		if after == before {
			t.Fatalf("%s does not have %q:\n%s", edit.file, edit.old, before)
		}
		if err := os.WriteFile(path, []byte(after), 0o644); err != nil {
			t.Fatal(err)
		}
		line := strings.Count(before[:strings.Index(before, edit.old)], "\n") + 1
		r, err := Examine(t.Context(), out, seal.Key{})
		if err != nil {
			t.Fatal(err)
		}
		place := fmt.Sprintf("%s:%d: ", edit.file, line)
		if !slices.ContainsFunc(r.Changes, func(c seal.Change) bool { return strings.HasPrefix(c.String(), place) }) {
			t.Errorf("%s, line %d: %v", edit.file, line, r.Changes)
		}
		if err := os.WriteFile(path, []byte(before), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if r, err := Examine(t.Context(), out, seal.Key{}); err != nil || len(r.Changes) > 0 {
		t.Errorf("restored: %v, %v", r.Changes, err)
	}
}
