package files

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"evolab/internal/quantity"
)

// SumsFile is the name of a folder's sums.
const SumsFile = "SHA256SUMS"

// Sums are the SHA-256 of the files of a finished record, in a file that `sha256sum -c`
// reads. It is written last: a record without one is not finished.
type Sums struct {
	folder  string
	name    string   // of the file with the sums
	outside []string // files and folders that may change at any time
	single  string   // the only file; "": all below the folder
}

// SumsOf are the sums of all files below a folder. Locks have none, nor do the files and folders
// outside, which may change when the record is finished.
func SumsOf(folder string, outside ...string) Sums {
	return Sums{folder: folder, name: SumsFile, outside: outside}
}

// sumsEnding ends the name of the sums of a single file.
const sumsEnding = ".sha256"

// SumsBeside are the sums of a single file, in a file beside it.
func SumsBeside(path string) Sums {
	dir, name := filepath.Split(path)
	return Sums{folder: filepath.Clean(dir), name: name + sumsEnding, single: name}
}

// AllBeside are the paths in a folder that have sums beside them.
func AllBeside(folder string) (list []string) {
	found, _ := filepath.Glob(filepath.Join(folder, "*"+sumsEnding)) // its one error is of the pattern
	for _, name := range found {
		list = append(list, strings.TrimSuffix(name, sumsEnding))
	}
	return list
}

func (s Sums) path(name string) string { return filepath.Join(s.folder, filepath.FromSlash(name)) }

// Exist reports whether the record is finished.
func (s Sums) Exist() bool {
	_, err := os.Lstat(s.path(s.name))
	return err == nil
}

// has reports whether a file belongs to the record.
func (s Sums) has(name string) bool {
	if s.single != "" {
		return name == s.single
	}
	base := path.Base(name)
	isLock := base == "lock" || path.Ext(base) == ".lock"
	return name != s.name && !isLock && !slices.ContainsFunc(s.outside, func(other string) bool {
		return name == other || strings.HasPrefix(name, other+"/") || isTemporaryOf(name, other)
	})
}

// isTemporaryOf reports whether a file is what a killed process has left of replacing another.
func isTemporaryOf(name, other string) bool {
	digits, found := strings.CutPrefix(name, other)
	return found && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// list returns the names of the record's files, in the order of their names.
func (s Sums) list() (names []string, err error) {
	if s.single != "" {
		return []string{s.single}, nil
	}
	root, err := filepath.EvalSymlinks(s.folder)
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(root, func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := os.Stat(at)
		if err != nil || !info.Mode().IsRegular() {
			return nil // a link that leads to no file
		}
		name, err := filepath.Rel(root, at)
		if name = filepath.ToSlash(name); err == nil && s.has(name) {
			names = append(names, name)
		}
		return err
	})
	slices.Sort(names)
	return names, err
}

// sum is the SHA-256 of a file, in hexadecimal digits.
func (s Sums) sum(name string) (string, error) {
	f, err := Open(s.path(name))
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Write finishes the record.
func (s Sums) Write() error {
	names, err := s.list()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, name := range names {
		sum, err := s.sum(name)
		if err != nil {
			return err
		}
		mark, escaped := "", nameEscapes.Replace(name)
		if escaped != name {
			mark = `\`
		}
		fmt.Fprintf(&b, "%s%s  %s\n", mark, sum, escaped)
	}
	return Replace(s.path(s.name), b.Bytes())
}

// What coreutils write for the characters that would end a line, with a \ before the sum.
var (
	nameEscapes   = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`)
	nameUnescapes = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r")
)

// parseSum reads a line without its end.
func parseSum(line string) (sum, name string, ok bool) {
	line, escaped := strings.CutPrefix(line, `\`)
	sum, name, ok = strings.Cut(line, "  ")
	if escaped {
		name = nameUnescapes.Replace(name)
	}
	_, err := hex.DecodeString(sum)
	return sum, name, ok && err == nil && len(sum) == 2*sha256.Size && fs.ValidPath(name)
}

// Change is a place where a record is not what was written.
type Change struct {
	File string `json:"file"`           // below the folder
	Line int    `json:"line,omitempty"` // from 1; 0: the whole file
	What string `json:"what"`
}

func (c Change) String() string {
	if c.Line == 0 {
		return fmt.Sprintf("%s: %s", c.File, c.What)
	}
	return fmt.Sprintf("%s:%d: %s", c.File, c.Line, c.What)
}

// Changed is the error of a record that is not what was written.
type Changed struct {
	Folder  string
	Changes []Change
}

func (c *Changed) Error() string {
	text := fmt.Sprintf("%v (in %q", c.Changes[0], c.Folder)
	if more := len(c.Changes) - 1; more > 0 {
		text += fmt.Sprintf("; and %s", quantity.Of(more, "more place"))
	}
	return text + ")"
}

const (
	edited  = "it is not what was written here"
	gone    = "it is missing"
	added   = "it was added after the record was finished"
	noSum   = "it is no line of sums"
	maxSums = 1 << 30 // bytes
)

// Check compares the files of a finished record with its sums: some of them, or all if
// none is named. A record that is not finished has no changes.
func (s Sums) Check(only ...string) (list []Change, err error) {
	data, err := Read(s.path(s.name), maxSums)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		sum, name, ok := parseSum(strings.TrimSuffix(line, "\n"))
		if !ok {
			list = append(list, Change{s.name, number, noSum})
			continue
		}
		sums[name] = sum
		if len(only) > 0 && !slices.Contains(only, name) {
			continue
		}
		switch now, err := s.sum(name); {
		case errors.Is(err, fs.ErrNotExist):
			list = append(list, Change{name, 0, gone})
		case err != nil:
			list = append(list, Change{name, 0, err.Error()})
		case now != sum:
			list = append(list, Change{name, 0, edited})
		}
	}
	if len(only) > 0 {
		return list, nil
	}
	names, err := s.list()
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if _, known := sums[name]; !known {
			list = append(list, Change{name, 0, added})
		}
	}
	return list, nil
}

// Require fails with a *Changed if a finished record is not what was written. What excuse
// accepts is no change; nil accepts nothing.
func (s Sums) Require(excuse func(Change) bool) error {
	list, err := s.Check()
	if err == nil && excuse != nil {
		list = slices.DeleteFunc(list, excuse)
	}
	if err == nil && len(list) > 0 {
		err = &Changed{s.folder, list}
	}
	return err
}

// Remove makes a finished record one that is not, before it is continued.
func (s Sums) Remove() error {
	return Remove(s.path(s.name))
}
