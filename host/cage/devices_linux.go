package cage

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// devices builds a /dev without anything that a program could harm: no disks, no
// terminals.
func devices(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"null", "zero", "full", "random", "urandom"} {
		file, from := filepath.Join(dir, name), name
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			return err
		}
		if name == "zero" {
			from = "full" // reads as zeros too, but gives no memory that no process is charged with
		}
		if err := unix.Mount("/old/dev/"+from, file, "", unix.MS_BIND, ""); err != nil {
			return err
		}
	}
	shm := filepath.Join(dir, "shm")
	err := os.Mkdir(shm, 0o777)
	for name, to := range map[string]string{"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"} {
		err = errors.Join(err, os.Symlink(to, filepath.Join(dir, name)))
	}
	if err == nil {
		err = unix.Mount("tmpfs", shm, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=64m,mode=1777")
	}
	return err
}
