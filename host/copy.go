package host

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mostCopied limits the size of a program's folder, so that a mistyped path does not
// copy a whole disk.
const mostCopied = 1 << 30

// inside reports whether a path is in a folder, once all links are followed.
func inside(path, dir string) bool {
	real, err := filepath.EvalSymlinks(path)
	folder, err2 := filepath.EvalSymlinks(dir)
	if err != nil || err2 != nil {
		return false
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return false
	}
	rest, err := filepath.Rel(folder, real)
	return err == nil && rest != ".." && !strings.HasPrefix(rest, "../")
}

// CopyFolder copies what is in a folder into an empty one: files, folders, and links
// that stay inside. Anything else is an error.
func CopyFolder(from, to string) error {
	if inside(to, from) {
		return fmt.Errorf("host: folder %q holds the scratch folders of programs: it cannot be copied into them", from)
	}
	if err := copyFolder(from, to); err != nil {
		return fmt.Errorf("host: copy of %q: %w", from, err)
	}
	return nil
}

// fillFolder copies a folder, then writes the extra files, replacing those of the
// same name.
func fillFolder(from, to string, extra []File) error {
	if err := CopyFolder(from, to); err != nil {
		return err
	}
	for _, f := range extra {
		path := filepath.Join(to, f.Name)
		err := os.RemoveAll(path)
		if err == nil {
			err = os.WriteFile(path, f.Data, 0o644)
		}
		if err != nil {
			return fmt.Errorf("host: file %q of a program: %w", f.Name, err)
		}
	}
	return nil
}

// copyFolder copies files, folders, and links that stay inside. If to is "", it only
// checks that it could.
func copyFolder(from, to string) error {
	copied := int64(0)
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil || name == "." {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		target := filepath.Join(to, name)
		if to == "" {
			target = ""
		}
		switch {
		case d.IsDir() && to == "":
			return nil
		case d.IsDir():
			return os.Mkdir(target, 0o755)
		case info.Mode()&fs.ModeSymlink != 0:
			return copyLink(path, name, target)
		case !info.Mode().IsRegular():
			return fmt.Errorf("%s is no file, folder or link", name)
		}
		if copied += info.Size(); copied > mostCopied {
			return fmt.Errorf("it holds more than %d MB", mostCopied>>20)
		}
		if to == "" {
			return nil
		}
		return copyFile(path, target, info.Mode().Perm()|0o600)
	})
}

func copyLink(path, name, target string) error {
	to, err := os.Readlink(path)
	if err != nil {
		return err
	}
	if !LinkStays(name, to) {
		return fmt.Errorf("the link %s leads out of the folder, to %s", name, to)
	}
	if target == "" {
		return nil
	}
	return os.Symlink(to, target)
}

// LinkStays reports whether a link stays inside its folder, given its name there and
// its target. A target that goes up after going down may pass through another link
// and go up from wherever that leads, so it does not count as staying inside.
func LinkStays(name, to string) bool {
	if filepath.IsAbs(to) || !filepath.IsLocal(filepath.Join(filepath.Dir(name), to)) {
		return false
	}
	const up = ".."
	rest := strings.Split(filepath.ToSlash(to), "/")
	for len(rest) > 0 && (rest[0] == up || rest[0] == ".") {
		rest = rest[1:]
	}
	return !slices.Contains(rest, up)
}

func copyFile(from, to string, mode fs.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
