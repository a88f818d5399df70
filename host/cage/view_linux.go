package cage

import (
	"errors"
	"fmt"
	"os"
	"strconv"

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
	ProgramDir = "/player"
	TempDir    = "/tmp"
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
		step{"/etc", func() error { return id.accounts("/new/etc") }},
		step{"/dev", func() error { return devices("/new/dev") }},
		step{"/proc", processes},
		step{"the program's folders", func() error { return v.own(id) }},
		step{"folders of the machine", func() error { return v.bindAll(true) }},
		step{"read-only mounts", readOnly},
	)
	if err != nil {
		return nil, nil, err
	}
	if program, err = os.Open("/new" + ProgramDir); err == nil {
		temp, err = os.Open("/new" + TempDir)
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
			return fmt.Errorf("cage: %s: %w", s.what, err)
		}
	}
	return nil
}

// own makes the folders that the program may write to: one tmpfs, so that its
// size bounds both, deleted files included.
func (v *View) own(id Identity) error {
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
	}{{v.Program, ProgramDir, 0o755}, {v.Temp, TempDir, 0o700}} {
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
