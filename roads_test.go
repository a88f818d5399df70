package evolab

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// road is a function as CONTRIBUTING.md names it.
var road = regexp.MustCompile("`([a-z][a-z0-9_/]*\\.go): ([A-Za-z]+)`")

// The functions that lead through the code are where CONTRIBUTING.md says.
func TestRoadsLeadSomewhere(t *testing.T) {
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	stops := road.FindAllStringSubmatch(string(text), -1)
	for _, stop := range stops {
		source, err := os.ReadFile(stop[1])
		if declared := regexp.MustCompile(`(?m)^func (\([^)]*\) )?` + stop[2] + `[\[(]`); err != nil || !declared.Match(source) {
			t.Errorf("%s: no function %s (%v)", stop[1], stop[2], err)
		}
	}
	if len(stops) < 20 {
		t.Errorf("only %d functions are named", len(stops))
	}
}

// sourceFile is a Go file that a page names by its path.
var sourceFile = regexp.MustCompile("`([a-z][a-z0-9_]*/[a-z0-9_/]*\\.go)[`:]")

// The Go files that pages name are there.
func TestPagesNameFilesThatExist(t *testing.T) {
	pages, err := filepath.Glob("docs/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, page := range append(pages, "CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range sourceFile.FindAllStringSubmatch(string(text), -1) {
			files++
			if _, err := os.Stat(file[1]); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
	if files < 40 {
		t.Errorf("only %d files are named", files)
	}
}
