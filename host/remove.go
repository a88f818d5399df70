package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Remove deletes a folder, whatever a program did to it: folders without permissions,
// or nested more deeply than a path can name.
func Remove(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	parent, err := os.OpenRoot(filepath.Dir(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("host: removing %q: %w", dir, err)
	}
	defer parent.Close()
	return removeTree(parent, filepath.Base(dir))
}

// removeTree removes a file or folder of any shape.
func removeTree(root *os.Root, name string) error {
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !info.IsDir() {
		return root.Remove(name)
	}
	if err != nil {
		return fmt.Errorf("host: removing %q: %w", name, err)
	}
	if err = openUp(root, name); err == nil {
		err = flatten(root, name)
	}
	if err != nil {
		return fmt.Errorf("host: removing %q: %w", name, err)
	}
	return root.Remove(name)
}

// flatten empties a folder. It moves the folders in its folders up into it, so that
// no path is longer than three names, and only one folder is open.
func flatten(root *os.Root, name string) error {
	dir, err := root.OpenRoot(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	moved := 0
	for {
		entries, err := fs.ReadDir(dir.FS(), ".")
		if err != nil || len(entries) == 0 {
			return err
		}
		for _, e := range entries {
			if err := emptied(dir, e, &moved); err != nil {
				return err
			}
			if err := dir.Remove(e.Name()); err != nil {
				return err
			}
		}
	}
}

// emptied empties an entry that is a folder: it removes the files, and moves the
// folders up beside the entry.
func emptied(dir *os.Root, e fs.DirEntry, moved *int) error {
	if !e.IsDir() {
		return nil
	}
	if err := openUp(dir, e.Name()); err != nil {
		return err
	}
	inside, err := fs.ReadDir(dir.FS(), e.Name())
	if err != nil {
		return err
	}
	for _, child := range inside {
		path := filepath.Join(e.Name(), child.Name())
		if !child.IsDir() {
			if err := dir.Remove(path); err != nil {
				return err
			}
			continue
		}
		if err := errors.Join(openUp(dir, path), rename(dir, path, moved)); err != nil {
			return err
		}
	}
	return nil
}

// rename moves a folder to an unused name.
func rename(dir *os.Root, path string, moved *int) error {
	for {
		*moved++
		name := fmt.Sprintf("evolab-moved-%d", *moved)
		if _, err := dir.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return dir.Rename(path, name)
		}
	}
}

// openUp gives a folder the permissions that its removal needs.
func openUp(root *os.Root, name string) error { return root.Chmod(name, 0o700) }
