package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// outFile refuses a flag's file before the work is done for nothing; a flag that
// was not given is fine.
func outFile(c *cobra.Command, name string) error {
	path, err := outPath(c, name)
	if err != nil || path == "" {
		return err
	}
	return creatable("--"+name, path)
}

// outFolder is the same for a folder, which is made if there is none.
func outFolder(c *cobra.Command, name string) error {
	path, err := outPath(c, name)
	if err != nil || path == "" {
		return err
	}
	for dir := path; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		switch {
		case err == nil && !info.IsDir():
			return badInput(fmt.Errorf("evolve: --%s %q: %q is a file", name, path, dir), "name a folder")
		case err == nil || dir == filepath.Dir(dir):
			return nil
		}
	}
}

// outPath is what a flag names; an empty name was perhaps meant to be one.
func outPath(c *cobra.Command, name string) (string, error) {
	flag := c.Flags().Lookup(name)
	path := flag.Value.String()
	if flag.Changed && path == "" {
		return "", badInput(fmt.Errorf("evolve: --%s is empty", name), "give it a name, or leave it out")
	}
	return path, nil
}

// creatable refuses a file name before the work is done for nothing.
func creatable(flag, path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return badInput(fmt.Errorf("evolve: %s %q is a folder", flag, path), "name a file")
	}
	info, err := os.Stat(filepath.Dir(path))
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: filepath.Dir(path), Err: errors.New("not a folder")}
	}
	if err != nil {
		return badInput(fmt.Errorf("evolve: %s: %w", flag, err), "the folder has to exist")
	}
	return nil
}
