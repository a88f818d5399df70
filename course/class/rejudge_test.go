//go:build unix

package class

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/arena"
	"evolab/internal/files"
	"evolab/internal/tooltest"
)

// Who is named, or has the verdict, plays again: the games of before stay in the journal
// and count no more, which the pages say. An interruption loses nothing of that, and what
// names nobody changes nothing.
func TestRejudge(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder := fill(t, map[string]string{
		"ann/my_player3.py": "open('output.txt', 'w').write('9,9')",
		"bob/my_player3.py": "import sys; sys.exit(3)",
		"eve/my_player3.py": "open('output.txt', 'w').write('9,9') # and more",
	})
	out := filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	if _, err := Grade(t.Context(), options(t, folder, out)); err != nil {
		t.Fatal(err)
	}
	before := strings.Count(read(t, out, JournalFile), "\n")
	book := read(t, out, GradebookFile)
	for _, step := range []struct {
		word, err string
		played    int // games that are added
	}{
		{"crsh", `"crsh": no such submission, and no verdict, did you mean crash? (expected: a name of gradebook.csv, an id of students.csv, or a verdict: `, 0},
		{"slow-start", `"slow-start": no such submission with this verdict (there are: illegal-move, no-output)`, 0},
		{"bob", "", 2},
		{"illegal-move", "", 4},
	} {
		o := options(t, folder, out)
		o.Resume, o.Rejudge = true, []string{step.word}
		c, err := Grade(t.Context(), o)
		if step.err != "" {
			if !errors.Is(err, ErrStudent) || !strings.Contains(err.Error(), step.err) {
				t.Errorf("%s: %v", step.word, err)
			}
		} else if err != nil {
			t.Fatal(err)
		} else if got := read(t, out, GradebookFile); got != book || len(c.Marks) != 3 {
			t.Errorf("%s: the gradebook was\n%s\nand is\n%s", step.word, book, got)
		}
		if got := strings.Count(read(t, out, JournalFile), "\n"); got != before+step.played {
			t.Errorf("%s: %d games, want %d and %d more", step.word, got, before, step.played)
		}
		before += step.played
		if r, err := Examine(t.Context(), out, nil); err != nil || len(r.Changes) > 0 {
			t.Errorf("%s: %v, %v", step.word, r.Changes, err)
		}
	}
	if page := read(t, pagePath(out, "bob")); !strings.Contains(page, "(as bob): examined and played again, 2 games of before count no more") {
		t.Errorf("the page does not say it:\n%s", page)
	}
	if page := read(t, pagePath(out, "eve")); !strings.Contains(page, "(as illegal-move)") {
		t.Errorf("the page does not say it:\n%s", page)
	}
	if s, err := Read(out); err != nil || s.Games != 6 {
		t.Errorf("%d games count, %v", s.Games, err)
	}

	// Interrupted after the first of four games, and resumed.
	o := options(t, folder, out)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	o.Resume, o.Rejudge, o.Pool = true, []string{"ann", "eve"}, stopping{arena.Cores{Workers: 1}, 1, stop}
	if _, err := Grade(ctx, o); err == nil {
		t.Fatal("it was not interrupted")
	}
	if s, err := Read(out); err != nil || s.Games >= 6 {
		t.Errorf("%d games count, %v: those of before still do", s.Games, err)
	}
	o = options(t, folder, out)
	o.Resume = true
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if got := read(t, out, GradebookFile); got != book {
		t.Errorf("the gradebook was\n%s\nand is\n%s", book, got)
	}
	if got := strings.Count(read(t, out, JournalFile), "\n"); got != before+4 {
		t.Errorf("%d games, want %d and 4 more", got, before)
	}

	// Whoever takes the record away, or edits it, is found out.
	record := filepath.Join(out, rejudgedFile)
	if err := os.WriteFile(record, []byte(strings.ReplaceAll(read(t, record), `"lines":`, `"lines":1`)), 0o644); err != nil {
		t.Fatal(err)
	}
	var changed *files.Changed
	if _, err := Grade(t.Context(), o); !errors.As(err, &changed) || changed.Changes[0].File != rejudgedFile {
		t.Errorf("resumed on an edited record: %v", err)
	}
}
