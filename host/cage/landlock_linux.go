package cage

import (
	"errors"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Landlock returns the version of this kernel's landlock; 0 is none.
func Landlock() int {
	const version = 1
	n, _, errno := syscall.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, version)
	if errno != 0 {
		return 0
	}
	return int(n)
}

// The versions of landlock that brought something new.
const (
	withRefer    = 2
	withTruncate = 3
	withIoctl    = 5
	withScopes   = 6
)

const readFiles = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR

// allFiles returns every access to files that a version of landlock knows.
func allFiles(version int) uint64 {
	all := uint64(1<<13 - 1) // those of landlock 1
	if version >= withRefer {
		all |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= withTruncate {
		all |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= withIoctl {
		all |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	return all
}

// Rules are what landlock enforces where namespaces do not.
type Rules struct {
	ReadOnly, Own []string
	Files         bool // restrict files; else only signals and sockets
	Zero          bool // allow /dev/zero, which gives memory that no process is charged with
}

// ruleset makes the rules, nil where there is no landlock. The library go-landlock
// would apply them to this whole process, which is the supervisor; they must take
// effect between the fork and the program.
func (r *Rules) ruleset() (*os.File, error) {
	version := Landlock()
	if version == 0 || !r.Files && version < withScopes {
		return nil, nil
	}
	var attr unix.LandlockRulesetAttr
	if r.Files {
		attr.Handled_access_fs = allFiles(version)
	}
	size := unsafe.Sizeof(attr.Handled_access_fs)
	if version >= withScopes {
		attr.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
		size = unsafe.Offsetof(attr.Quiet_access_fs)
	}
	fd, _, errno := syscall.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if errno != 0 {
		return nil, errno
	}
	set := os.NewFile(fd, "landlock")
	if !r.Files {
		return set, nil
	}
	devices := []string{"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"}
	if r.Zero {
		devices = append(devices, "/dev/zero")
	}
	err := r.allow(set, r.ReadOnly, readFiles)
	err = errors.Join(err, r.allow(set, r.Own, allFiles(version)),
		r.allow(set, devices, readFiles|unix.LANDLOCK_ACCESS_FS_WRITE_FILE))
	return set, err
}

func (r *Rules) allow(set *os.File, paths []string, access uint64) error {
	const onFiles = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	for _, path := range paths {
		fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
		if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EACCES) {
			continue
		}
		if err != nil {
			return err
		}
		beneath := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(fd)}
		var st unix.Stat_t
		if unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT != unix.S_IFDIR {
			beneath.Allowed_access &= onFiles
		}
		_, _, errno := syscall.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, set.Fd(), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&beneath)), 0, 0, 0)
		unix.Close(fd)
		if errno != 0 {
			return errno
		}
	}
	return nil
}
