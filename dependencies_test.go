package evolab

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every module that is required directly has its row in docs/reference/dependencies.md,
// with the version in use, and no other module has one.
func TestDependenciesAreExplained(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("docs/reference/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	var required, explained []string
	for line := range strings.Lines(string(mod)) {
		if f := strings.Fields(line); len(f) == 2 && strings.Contains(f[0], "/") {
			required = append(required, f[0]+" "+f[1])
		}
	}
	row := regexp.MustCompile(`(?m)^\| (\S+/\S+) \| (v\S+) \| \d{4}-\d\d-\d\d \| [^|]+ \| [^|]+ \| [^|]+ \|$`)
	for _, cells := range row.FindAllStringSubmatch(string(doc), -1) {
		explained = append(explained, cells[1]+" "+cells[2])
	}
	slices.Sort(required)
	slices.Sort(explained)
	if len(required) < 10 || !slices.Equal(required, explained) {
		t.Errorf("go.mod requires\n%s\ndocs/reference/dependencies.md explains\n%s", strings.Join(required, "\n"), strings.Join(explained, "\n"))
	}
}

// The example of another module has all modules that the lab has come to need.
func TestExampleHasTheDependencies(t *testing.T) {
	if out, err := exec.Command("go", "-C", "examples/othello", "list", "-deps", ".").CombinedOutput(); err != nil {
		t.Errorf("%v (go -C examples/othello mod tidy)\n%s", err, out)
	}
}
