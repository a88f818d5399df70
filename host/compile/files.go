package compile

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"evolab/host"
)

// Mentions reports whether a source names a file.
func (p *Program) Mentions(file string) bool {
	return p.Language != Executable && bytes.Contains(p.Text, []byte(file))
}

// CopyTo copies the program, and the files of its folder named along, to a folder.
func (p *Program) CopyTo(dir string, along []string) error {
	var errs []error
	for _, name := range append([]string{p.Name}, along...) {
		from := filepath.Join(p.Dir, name)
		data, err := os.ReadFile(from)
		var info os.FileInfo
		if err == nil {
			info, err = os.Stat(from)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, info.Mode().Perm()|0o600)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("build: scratch copy: %w", err))
		}
	}
	return errors.Join(errs...)
}

// copyAll copies what the program needs to play: its whole folder, or a single file
// and what its source names or imports.
func (p *Program) copyAll(dir string) error {
	if p.Folder {
		return host.CopyFolder(p.Dir, dir)
	}
	var along []string
	for _, name := range p.Others {
		if p.Mentions(name) || p.imports(name) {
			along = append(along, name)
		}
	}
	return p.CopyTo(dir, along)
}

// imports reports whether a source uses a source of the same language by its
// stem, as Python's import and a Java class do.
func (p *Program) imports(name string) bool {
	if p.Language == Executable || LanguageOf(name) != p.Language {
		return false
	}
	stem := regexp.QuoteMeta(strings.TrimSuffix(name, filepath.Ext(name)))
	pattern := `(?m)^\s*(import|from)\s[^#\n]*\b` + stem + `\b`
	if p.Language != Python {
		pattern = `\b` + stem + `\b`
	}
	return regexp.MustCompile(pattern).Match(p.Text)
}
