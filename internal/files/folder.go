package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// NewFolder makes the folder <date-time>-<name> below root and returns its
// name. Folders made in the same second get a number.
func NewFolder(root, name string, now time.Time) (string, error) {
	if err := os.MkdirAll(root, 0o755); err != nil {
		return "", fmt.Errorf("files: %w", err)
	}
	base := now.Format("2006-01-02-150405") + "-" + name
	for n := 1; ; n++ {
		folder := base
		if n > 1 {
			folder = fmt.Sprintf("%s-%d", base, n)
		}
		err := os.Mkdir(filepath.Join(root, folder), 0o755)
		if err == nil {
			return folder, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", fmt.Errorf("files: %w", err)
		}
	}
}
