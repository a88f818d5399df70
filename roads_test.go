package evolab

import (
	"os"
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
