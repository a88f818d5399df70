package run

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// What a kill leaves before the first game is no damage; a run that has lost its config is.
func TestKilledBeforeTheFirstGame(t *testing.T) {
	for name, c := range map[string]struct {
		files    []string
		found    bool
		harmless bool
	}{
		"nothing":           {nil, true, true},
		"the lock":          {[]string{LockFile}, true, true},
		"all but a config":  {[]string{LockFile, EnvironmentFile, StartFile, "config.yaml123"}, true, true},
		"half a file":       {[]string{LockFile, "environment.json77"}, true, true},
		"a lost config":     {[]string{EnvironmentFile, HistoryFile}, true, false},
		"somebody's folder": {[]string{"notes.txt"}, false, false},
	} {
		root := t.TempDir()
		folder := filepath.Join(root, "2026-01-02-030405-x")
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, file := range c.files {
			put(t, folder, file, "")
		}
		list, err := (&Examiner{}).Runs(context.Background(), root)
		if err != nil || len(list) > 0 != c.found {
			t.Errorf("%s: %+v, %v", name, list, err)
			continue
		}
		for _, checked := range list {
			for _, f := range checked.Findings {
				if f.Harmless != c.harmless {
					t.Errorf("%s: %+v", name, f)
				}
			}
		}
	}
}
