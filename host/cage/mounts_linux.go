package cage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// newRoot puts the machine's files at /old, and an empty tmpfs at /new. The files
// that the new root covers while it is mounted are visible again in /old.
func newRoot() error {
	stage := "/tmp"
	if info, err := os.Stat(stage); err != nil || !info.IsDir() {
		stage = os.TempDir()
	}
	if err := unix.Mount("tmpfs", stage, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=755,size=1m"); err != nil {
		return err
	}
	err := errors.Join(os.Mkdir(filepath.Join(stage, "old"), 0o755), os.Mkdir(filepath.Join(stage, "new"), 0o755))
	if err == nil {
		err = unix.PivotRoot(stage, filepath.Join(stage, "old"))
	}
	if err == nil {
		err = unix.Chdir("/")
	}
	if err == nil {
		err = unix.Mount("tmpfs", "/new", "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=755,size=1m")
	}
	return err
}

// bindAll shows the folders and files that a program may read: those in its own
// folders if within is true, else all others.
func (v *View) bindAll(within bool) error {
	for _, path := range v.ReadOnly {
		if within != (under(path, TempDir) || under(path, ProgramDir)) {
			continue
		}
		if err := bind(path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// under reports whether a path is a folder or lies in it.
func under(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

// bind shows a folder, file or link of the machine at the same place.
func bind(path string) error {
	from, to := "/old"+path, "/new"+path
	info, err := os.Lstat(from)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err != nil {
		return err
	}
	if info.Mode()&os.ModeSymlink != 0 {
		return link(from, to)
	}
	if _, err := os.Lstat(to); err == nil && !info.IsDir() {
		return nil // in a folder that is shown already
	}
	if info.IsDir() {
		err = os.MkdirAll(to, 0o755)
	} else {
		err = os.WriteFile(to, nil, 0o644)
	}
	if err == nil {
		err = unix.Mount(from, to, "", unix.MS_BIND|unix.MS_REC, "")
	}
	if err == nil { // no devices either: /dev has mounts of its own
		err = unix.MountSetattr(unix.AT_FDCWD, to, unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_NODEV})
	}
	return err
}

// link makes the same link. Its target is visible only if it is in the list too.
func link(from, to string) error {
	target, err := os.Readlink(from)
	if err == nil {
		err = os.Symlink(target, to)
	}
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	return err
}

// processes makes the folder on which each ply mounts its /proc. In a user namespace
// the kernel allows that only if there is a /proc that shows everything: the
// machine's is kept, under a mount that nobody can remove.
func processes() error {
	if err := os.MkdirAll("/new/proc", 0o755); err != nil {
		return err
	}
	users, err := os.ReadFile("/old/proc/self/uid_map")
	if err == nil && strings.Join(strings.Fields(string(users)), " ") == "0 0 4294967295" {
		return nil // they are the machine's
	}
	const under = "/new/.kept"
	if err := os.MkdirAll(under+"/proc", 0o700); err != nil {
		return err
	}
	if err := unix.Mount("/old/proc", under+"/proc", "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return err
	}
	return unix.Mount("tmpfs", under, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=0,size=4k")
}

// readOnly makes all mounts read-only except the program's own.
func readOnly() error {
	set := &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID}
	err := unix.MountSetattr(unix.AT_FDCWD, "/new", unix.AT_RECURSIVE, set)
	for _, path := range []string{ProgramDir, TempDir, "/dev/shm"} {
		if err == nil {
			err = unix.MountSetattr(unix.AT_FDCWD, "/new"+path, 0, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY})
		}
	}
	return err
}

// leaveOldRoot makes the view the root, and unmounts the machine's files.
func leaveOldRoot() error {
	return steps(
		step{"the view as root", func() error { return unix.Chdir("/new") }},
		step{"the view as root", func() error { return unix.PivotRoot(".", ".") }},
		step{"the old root", func() error { return unix.Unmount(".", unix.MNT_DETACH) }},
		step{"the view as root", func() error { return unix.Chdir("/") }},
	)
}
