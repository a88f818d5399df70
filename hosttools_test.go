package evolab

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// starters are the files that start programs, or look for them, themselves; all others ask
// package hosttool, whose programs obey no stranger's folder.
var starters = map[string]string{
	"internal/hosttool/hosttool.go": "the one place",
	"host/command.go":               "the user's own shell command",
	"host/direct.go":                "the program itself, where there is no supervisor",
	"host/client_linux.go":          "itself, as a supervisor",
	"host/supervisor_linux.go":      "itself",
	"host/box_linux.go":             "/bin/sh, as the program's user",
	"lab/restart_unix.go":           "itself",
	"lab/restart_other.go":          "itself",
}

func TestToolsAreStartedInOnePlace(t *testing.T) {
	starts := regexp.MustCompile(`\bexec\.(Command|CommandContext|LookPath|Cmd\{)|\bsyscall\.(Exec|ForkExec|StartProcess)\(|\bos\.StartProcess\(`)
	testing := regexp.MustCompile(`_test\.go$|test/[^/]*$|testdata/|^examples/`) // packages for tests end with test
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		if err != nil || filepath.Ext(path) != ".go" || testing.MatchString(path) {
			return err
		}
		source, err := os.ReadFile(path)
		for line := range strings.Lines(string(source)) {
			if found := starts.FindString(line); found != "" && !strings.HasPrefix(strings.TrimSpace(line), "//") {
				if seen[path] = true; starters[path] == "" {
					t.Errorf("%s: %s: use package hosttool", path, found)
				}
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for path := range starters {
		if !seen[path] {
			t.Errorf("%s starts nothing any more", path)
		}
	}
}
