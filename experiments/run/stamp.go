package run

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// stampOf changes whenever an idle run changes: every change adds to its history or
// replaces a file of the folder. A recent stamp never repeats.
func stampOf(folder string) (stamp string, ok bool) {
	// recent is the age below which another change may have the same time on a file
	// system's clock.
	const recent = 2 * time.Second
	info, err := os.Stat(folder)
	if err != nil || !info.IsDir() {
		return "", false
	}
	changed := info.ModTime()
	size := int64(0)
	if h, err := os.Stat(filepath.Join(folder, HistoryFile)); err == nil {
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
