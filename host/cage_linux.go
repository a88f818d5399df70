package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// namespaces are those of a caged warden: it is the first process of its own,
// sees only its own mounts, and shares no memory segments with others.
const namespaces = syscall.CLONE_NEWPID | syscall.CLONE_NEWNS | syscall.CLONE_NEWIPC

// cages lists the ways to start a warden, the strongest first. A user
// namespace gives a user the right to the others, where the system allows that.
func cages() []*syscall.SysProcAttr {
	asUser := &syscall.SysProcAttr{
		Cloneflags:  namespaces | syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}},
	}
	if os.Geteuid() != 0 {
		return []*syscall.SysProcAttr{asUser}
	}
	return []*syscall.SysProcAttr{{Cloneflags: namespaces}, asUser}
}

// lock makes everything read-only but the program's folder and its place for
// temporary files, and gives it its own /proc and a /dev without disks.
func lock(s setup) error {
	steps := []struct {
		what string
		do   func() error
	}{
		{"private mounts", func() error { return unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "") }},
		{"/proc", func() error { return unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV, "") }},
		{"/dev", func() error { return devices(filepath.Join(s.Top, "dev")) }},
		{"the program's folder", func() error { return unix.Mount(s.Program, s.Program, "", unix.MS_BIND, "") }},
		{"the temporary folder", func() error { return unix.Mount(s.Temp, s.Temp, "", unix.MS_BIND, "") }},
		{"read-only mounts", func() error {
			return attributes("/", unix.AT_RECURSIVE, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID, 0)
		}},
	}
	for _, step := range steps {
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
	}
	var err error
	for _, path := range []string{s.Program, s.Temp, "/dev/shm"} {
		err = errors.Join(err, attributes(path, 0, 0, unix.MOUNT_ATTR_RDONLY))
	}
	return err
}

func attributes(path string, flags uint, set, clear uint64) error {
	return unix.MountSetattr(unix.AT_FDCWD, path, flags, &unix.MountAttr{Attr_set: set, Attr_clr: clear})
}

// devices builds a /dev with nothing in it that could be harmed.
func devices(dir string) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOSUID, "mode=755,size=64k"); err != nil {
		return err
	}
	for _, name := range []string{"null", "zero", "full", "random", "urandom"} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			return err
		}
		if err := unix.Mount("/dev/"+name, file, "", unix.MS_BIND, ""); err != nil {
			return err
		}
	}
	shm := filepath.Join(dir, "shm")
	err := errors.Join(os.Symlink("/proc/self/fd", filepath.Join(dir, "fd")), os.Mkdir(shm, 0o777))
	if err == nil {
		err = unix.Mount("tmpfs", shm, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=1777,size=64m")
	}
	if err == nil {
		err = unix.Mount(dir, "/dev", "", unix.MS_MOVE, "")
	}
	return err
}

// dropPrivileges takes from this thread, and from all that it starts, what
// could undo the cage.
func dropPrivileges() error {
	for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
		// A kernel that does not know the capability does not grant it either.
		_ = unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	return errors.Join(
		unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
		unix.Capset(&header, &none[0]),
	)
}
