package web

import (
	"io/fs"
	"path/filepath"
	"testing"
)

// All pages together have at most 200 kB of JavaScript; what they name is there.
func TestScriptsAreSmall(t *testing.T) {
	l := newLab(t)
	size := 0
	err := fs.WalkDir(assets, "assets", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".js" {
			return err
		}
		status, text := l.ask("GET", "/"+path, "")
		if size += len(text); status != 200 || len(text) == 0 {
			t.Errorf("%s: %d", path, status)
		}
		return nil
	})
	_, board := l.ask("GET", "/assets/board.js", "")
	if size += len(board); err != nil || size > 200_000 {
		t.Errorf("%d bytes of JavaScript: %v", size, err)
	}
}
