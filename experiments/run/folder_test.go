package run

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A run that ended at its very start can be removed; a folder with one file that
// is called like a run's cannot.
func TestRemoveTakesWhatARunHasMade(t *testing.T) {
	for _, c := range []struct {
		names []string
		made  bool
	}{
		{nil, false},
		{[]string{ConfigFile}, true},
		{[]string{ChampionFile}, false},
		{[]string{MetricsFile}, false},
		{[]string{MetricsFile, EnvironmentFile}, true},
	} {
		folder := filepath.Join(t.TempDir(), "run")
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, name := range c.names {
			if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		err := Remove(folder)
		_, left := os.Stat(folder)
		if c.made && (err != nil || left == nil) || !c.made && (!errors.Is(err, ErrNoRun) || left != nil) {
			t.Errorf("%v: %v, then %v", c.names, err, left)
		}
	}
}
