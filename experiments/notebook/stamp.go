package notebook

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"evolab/experiments/record"
)

// recent is how young a change may be for another one to follow it within what
// a file system's clock can tell apart.
const recent = 2 * time.Second

// stampOf changes whenever a run does that nobody works on: everything that
// happens to it adds to its history or replaces a file of the folder. A stamp
// of a moment ago is never the same again.
func stampOf(folder string) (stamp string, ok bool) {
	info, err := os.Stat(folder)
	if err != nil || !info.IsDir() {
		return "", false
	}
	changed := info.ModTime()
	size := int64(0)
	if h, err := os.Stat(filepath.Join(folder, record.HistoryFile)); err == nil {
		size = h.Size()
		if h.ModTime().After(changed) {
			changed = h.ModTime()
		}
	}
	stamp = fmt.Sprintf("%x-%x", changed.UnixNano(), size)
	if age := time.Since(changed); age < recent && age > -recent {
		stamp += fmt.Sprintf("-%x", time.Now().UnixNano())
	}
	return stamp, true
}
