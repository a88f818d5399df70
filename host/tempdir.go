package host

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// tempPrefix begins the names of all folders for temporary files; their kind
// follows.
const tempPrefix = "evolab-"

// TempDir makes a folder for temporary files of a kind: host, build, doctor, worker
// or class. It stays in use until the file is closed or this process ends; the next
// command removes folders that are no longer in use.
func TempDir(kind string) (string, *os.File, error) {
	sweepOnce()
	var err error
	for range 5 { // another command that sweeps may take it for a leftover
		var top string
		if top, err = os.MkdirTemp("", tempPrefix+kind+"-"); err != nil {
			break
		}
		var held *os.File
		if held, err = hold(top); err == nil {
			return top, held, nil
		}
		os.Remove(top)
	}
	return "", nil, fmt.Errorf("host: scratch folder: %w", err)
}

var sweepOnce = sync.OnceFunc(sweep)

// sweep removes the folders of commands that ended without cleaning up.
func sweep() {
	for _, kind := range []string{"host", "build", "doctor", "worker", "class"} {
		old, _ := filepath.Glob(filepath.Join(os.TempDir(), tempPrefix+kind+"-*"))
		for _, dir := range old {
			if held, err := hold(dir); err == nil && held != nil {
				if mine(held) {
					_ = Remove(dir) // if it fails, the next command tries again
				}
				held.Close()
			}
		}
	}
}
