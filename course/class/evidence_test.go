//go:build unix

package class

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"evolab/internal/provenance"
	"evolab/internal/tooltest"
)

// The folder and the page say by what a submission was graded, and --resume adds nothing
// on the same machine.
func TestEvidence(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder := fill(t, map[string]string{"ann/my_player3.py": "open('output.txt', 'w').write('9,9')"})
	out := filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	o := options(t, folder, out)
	o.Confinement = "full"
	c, err := Grade(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	page := read(t, pagePath(out, "ann"))
	for _, want := range []string{"evolab " + provenance.Program(), "confined at level full", "Python 3.", c.Marks[0].Hash} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q:\n%s", want, page)
		}
	}
	before := read(t, out, evidenceFile)
	if !strings.Contains(before, `"Python 3.`) {
		t.Errorf("no Python: %s", before)
	}
	o.Resume = true
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if after := read(t, out, evidenceFile); after != before {
		t.Errorf("%s became %s", before, after)
	}
}

// Machines are listed once each, with all their tools; one that has only summed up what
// others have graded is none.
func TestMachines(t *testing.T) {
	var e Evidence
	for _, m := range []Machine{{System: "a", Tools: []string{"g++"}}, {System: "a", Tools: []string{"Python", "g++"}}, {System: "b"}, {System: "c", Tools: []string{"java"}}} {
		e.add(m)
	}
	if want := []Machine{{System: "a", Tools: []string{"Python", "g++"}}, {System: "c", Tools: []string{"java"}}}; !reflect.DeepEqual(e.Machines, want) {
		t.Errorf("%v, want %v", e.Machines, want)
	}
}
