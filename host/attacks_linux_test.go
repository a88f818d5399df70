package host

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"evolab/internal/goldentest"
)

// security.md lists all hostile programs, and the tests that it names exist.
func TestAttacksAreListed(t *testing.T) {
	const page = "../docs/explanation/security.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "-update -->\n", "<!-- end of attacks -->"
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("the marks of the table are missing")
	}
	goldentest.Compare(t, page, []byte(before+begin+attacksTable()+end+after))

	tests := map[string]bool{}
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, found := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(source), -1) {
			tests[found[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(string(text), -1) {
		if !tests[name[1]] {
			t.Errorf("%s names %s, which is no test", page, name[1])
		}
	}
}

func attacksTable() string {
	var b strings.Builder
	b.WriteString("| attack | `full` and `isolated` | `limits` | runs |\n|---|---|---|---|\n")
	for i := range hostile {
		h := &hostile[i]
		outcome := outcomeOf(h.reason)
		limited := outcome
		switch {
		case h.strong:
			limited = "not prevented, not tried"
		case h.limited != "":
			limited = outcomeOf(h.limited)
		}
		runs := "`-long`"
		if h.quick {
			runs = "always"
		} else if h.alike {
			runs = "`-others`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", h.name, outcome, limited, runs)
	}
	return b.String()
}

// outcomeOf is the outcome for the reasons of an enemy.
func outcomeOf(reasons string) string {
	var list []string
	for _, r := range []string{Time, Crash, NoOutput} {
		if strings.Contains(reasons, r) {
			list = append(list, r)
		}
	}
	if len(list) == 0 {
		return "no harm"
	}
	return "loses (" + strings.Join(list, ", ") + ")"
}
