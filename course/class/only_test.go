//go:build unix

package class

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/course/intake"
	"evolab/internal/tooltest"
)

// Only the named one plays. Others keep their rows, also when their files have changed;
// without --only these count as new.
func TestOnly(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder := fill(t, map[string]string{
		"ann/my_player3.py": "open('output.txt', 'w').write('0,0')",
		"bob/my_player3.py": "open('output.txt', 'w').write('9,9')",
	})
	out := filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	o := options(t, folder, out)
	o.Only = []string{"ann"}
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if book := read(t, out, GradebookFile); !strings.Contains(book, "\nbob,incomplete,,") || strings.Contains(book, "\nann,incomplete") {
		t.Fatalf("bob was not asked for:\n%s", book)
	}
	o = options(t, folder, out)
	o.Resume = true
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	before, games := read(t, out, GradebookFile), read(t, out, JournalFile)
	if err := os.WriteFile(filepath.Join(folder, "bob", "my_player3.py"), []byte("print('something else')"), 0o644); err != nil {
		t.Fatal(err)
	}
	o.Only = []string{"ann"}
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if after := read(t, out, GradebookFile); after != before || read(t, out, JournalFile) != games {
		t.Errorf("the gradebook was\n%s\nand is\n%s", before, after)
	}
	if page := read(t, pagePath(out, "bob")); !strings.Contains(page, "its files have changed since it was graded") {
		t.Error("the page does not say that the files have changed")
	}
	o.Only = []string{"an"}
	if _, err := Grade(t.Context(), o); !errors.Is(err, ErrStudent) || !strings.Contains(err.Error(), "did you mean ann?") {
		t.Error(err)
	}
}

// Nobody gets what is meant for somebody else by taking their id for a name.
func TestNamesThatAreIDs(t *testing.T) {
	c := &Class{}
	for _, h := range []intake.Handin{
		{Name: "ann", Persons: []intake.Person{{ID: "7"}}}, {Name: "ann", Persons: []intake.Person{{ID: "7"}}, Attempt: 2}, {Name: "8"},
		{Name: "ben", Persons: []intake.Person{{ID: "8"}}},
	} {
		c.Submissions = append(c.Submissions, &Submission{Handin: h})
	}
	if list, err := c.find("7"); err != nil || len(list) != 2 {
		t.Errorf("%d submissions, %v", len(list), err)
	}
	if _, err := c.find("8"); !errors.Is(err, ErrSeveral) {
		t.Error(err)
	}
}
