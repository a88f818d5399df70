package class

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"evolab/host"
)

// The most that a submission may hold.
const (
	mostBytes = 64 << 20
	mostFiles = 2000
)

// sum reads all files of a submission for its hash, unless they are too many, and
// refuses what cannot be copied.
func (s *Submission) sum() {
	sum, count, err := sumOf(s.Path)
	var refused *leads
	switch {
	case errors.Is(err, errTooLarge):
		s.refuse(TooLarge, "it holds more than %d MB or %d files", mostBytes>>20, mostFiles)
	case errors.As(err, &refused):
		s.refuse(Link, "%s", refused.Error())
	case err != nil:
		s.refuse(Unreadable, "it cannot be read: %s", strings.ReplaceAll(err.Error(), s.Path, s.Name))
	case count == 1 && !s.single:
		s.refuse(Empty, "the folder is empty")
	default:
		s.Hash = sum
	}
}

// sumOf is a hash of a folder or a file, and how many of both there are.
func sumOf(root string) (sum string, count int, err error) {
	h, bytes := sha256.New(), int64(0)
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if count++; info.Mode().IsRegular() {
			bytes += info.Size()
		}
		if bytes > mostBytes || count > mostFiles {
			return errTooLarge
		}
		return hash(h, path, name, info)
	})
	return hex.EncodeToString(h.Sum(nil)), count, err
}

var errTooLarge = errors.New("too large")

// leads is the error of what is no file and no folder.
type leads struct{ name, to string }

func (l *leads) Error() string {
	if l.to == "" {
		return l.name + " is no file and no folder"
	}
	return fmt.Sprintf("the link %s leads out of the folder, to %s", l.name, l.to)
}

// kept is what a copy keeps of a mode: what it is of, and in folders whether it can be
// run.
func kept(name string, mode fs.FileMode) fs.FileMode {
	if mode.IsRegular() && name != "." {
		return mode & 0o100
	}
	return mode.Type()
}

// hash adds a file, folder or link.
func hash(h io.Writer, path, name string, info fs.FileInfo) error {
	to := ""
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		var err error
		if to, err = os.Readlink(path); err != nil {
			return err
		}
		if !host.LinkStays(name, to) {
			return &leads{name, to}
		}
	case !info.Mode().IsRegular() && !info.IsDir():
		return &leads{name: name}
	}
	size := int64(0)
	if info.Mode().IsRegular() {
		size = info.Size()
	}
	fmt.Fprintf(h, "%q %v %q %d\n", name, kept(name, info.Mode()), to, size)
	if size == 0 {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	n, err := io.Copy(h, io.LimitReader(f, size+1))
	if err == nil && n != size {
		err = fmt.Errorf("%s changes while it is read", name)
	}
	return err
}
