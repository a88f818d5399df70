package cage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// View is what a program sees of the machine's files: two folders of its own and,
// read-only, what it needs to run. Nothing else exists for it.
type View struct {
	ReadOnly []string // folders and files, at the same paths as on the machine
	Net      bool     // it has the machine's network
	Size     int64    // of all its files together, in bytes
	Files    int      // at most
	Program  string   // "": on a tmpfs; else a folder of the machine to mount there
	Temp     string
}

// Where a program finds its two folders.
const (
	programDir = "/player"
	tempDir    = "/tmp"
)

// enter gives the calling thread namespaces, except the PID namespace, which is new
// for each ply, and a root that holds the view. It returns the program's two folders,
// for the supervisor.
func (v *View) enter(id Identity) (program, temp *os.File, err error) {
	spaces := unix.CLONE_NEWNS | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP
	if !v.Net {
		spaces |= unix.CLONE_NEWNET
	}
	err = steps(
		step{"namespaces", func() error { return unix.Unshare(spaces) }},
		step{"host name", func() error { return unix.Sethostname([]byte("evolab")) }},
		step{"private mounts", func() error { return unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "") }},
		step{"a new root", newRoot},
		step{"folders of the machine", func() error { return v.bindAll(false) }},
		step{"/etc", func() error { return id.writeAccounts("/new/etc") }},
		step{"/dev", func() error { return mountDevices("/new/dev") }},
		step{"/proc", makeProcMount},
		step{"the program's folders", func() error { return v.mountOwnFolders(id) }},
		step{"folders of the machine", func() error { return v.bindAll(true) }},
		step{"read-only mounts", readOnly},
	)
	if err != nil {
		return nil, nil, err
	}
	if program, err = os.Open("/new" + programDir); err == nil {
		temp, err = os.Open("/new" + tempDir)
	}
	return program, temp, errors.Join(err, leaveOldRoot())
}

type step struct {
	what string
	do   func() error
}

func steps(list ...step) error {
	for _, s := range list {
		if err := s.do(); err != nil {
			return fmt.Errorf("%s: %w", s.what, err)
		}
	}
	return nil
}

// mountOwnFolders makes the folders that the program may write to: one tmpfs, so that
// its size bounds both, deleted files included.
func (v *View) mountOwnFolders(id Identity) error {
	if err := os.MkdirAll("/box", 0o755); err != nil {
		return err
	}
	options := fmt.Sprintf("mode=755,size=%d,nr_inodes=%d", v.Size, v.Files)
	if err := unix.Mount("tmpfs", "/box", "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		return err
	}
	for _, d := range []struct {
		from, at string
		mode     os.FileMode
	}{{v.Program, programDir, 0o755}, {v.Temp, tempDir, 0o700}} {
		from := "/old" + d.from
		if d.from == "" {
			from = "/box" + d.at
			if err := os.Mkdir(from, d.mode); err != nil {
				return err
			}
		}
		if err := errors.Join(os.Chown(from, id.UID, id.GID), os.MkdirAll("/new"+d.at, 0o755)); err != nil {
			return err
		}
		if err := unix.Mount(from, "/new"+d.at, "", unix.MS_BIND, ""); err != nil {
			return err
		}
	}
	return nil
}

// InsideFD returns a path of a file that is open in this process.
func InsideFD(f *os.File) string { return "/proc/self/fd/" + strconv.Itoa(int(f.Fd())) }

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
		if within != (under(path, tempDir) || under(path, programDir)) {
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

// makeProcMount makes the folder on which each ply mounts its /proc. In a user namespace
// the kernel allows that only if there is a /proc that shows everything: the machine's
// is kept, under a mount that nobody can remove.
func makeProcMount() error {
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
	for _, path := range []string{programDir, tempDir, "/dev/shm"} {
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

// mountDevices builds a /dev without anything that a program could harm: no disks, no
// terminals.
func mountDevices(dir string) error {
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
		err = unix.Mount("tmpfs", shm, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=64m,nr_inodes=1024,mode=1777")
	}
	return err
}
