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
	"slices"
	"strings"

	"evolab/agent"
	"evolab/course/doctor"
	"evolab/host"
	"evolab/host/compile"
)

// Status is what became of a submission.
type Status string

// The statuses.
const (
	Graded    Status = "graded"
	Rehearsal Status = "rehearsal"  // what gradebooks call it with fewer games than the rubric's
	WrongName Status = "wrong-name" // graded, but a course's graders would not find it
	Partly    Status = "incomplete" // some games are void or not played yet

	Empty      Status = "empty"
	NoProgram  Status = "no-program"
	Archive    Status = "archive"
	Link       Status = "link"
	TooLarge   Status = "too-large"
	Unreadable Status = "unreadable"
	Broken     Status = "does-not-compile"
	NoCompiler Status = "no-compiler" // on this machine
)

// Playable reports whether games are played.
func (s *Submission) Playable() bool { return s.Status == Graded || s.Status == WrongName }

// Submission is what somebody handed in: a folder, or a file.
type Submission struct {
	Name    string // of the folder or file
	Path    string // where it is
	Status  Status
	Problem string // why it is not graded, or what is wrong with it
	Hash    string // of its files; "" if they were not read
	Twin    string // the name of an earlier one with the same files
	// Exam is what evolve doctor finds; nil if it was not examined.
	Exam *doctor.Report

	single bool // a file
	agent  agent.Agent
}

// find lists the submissions in a class's folder: every entry except hidden files,
// whatever it is. Names decide nothing.
func find(dir string) ([]*Submission, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("class: %w: %w", ErrNobody, err)
	}
	var list []*Submission
	first := map[string]string{}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		s := &Submission{Name: e.Name(), Path: filepath.Join(dir, e.Name()), Status: Graded}
		s.classify(e)
		if s.Hash != "" {
			if s.Twin = first[s.Hash]; s.Twin == "" {
				first[s.Hash] = s.Name
			}
		}
		list = append(list, s)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("class: folder %q: %w", dir, ErrNobody)
	}
	return list, nil
}

func (s *Submission) refuse(status Status, format string, args ...any) {
	s.Status, s.Problem = status, fmt.Sprintf(format, args...)
}

// isArchive reports whether a file is an archive, by the end of its name.
func isArchive(name string) bool {
	archives := []string{".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar"}
	return slices.ContainsFunc(archives, func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
}

// classify finds out what an entry is.
func (s *Submission) classify(e fs.DirEntry) {
	switch {
	case e.Type()&fs.ModeSymlink != 0:
		s.refuse(Link, "it is a link, which is not followed: hand in the files themselves")
	case e.IsDir():
		s.unnest()
		s.hashFiles()
	case !e.Type().IsRegular():
		s.refuse(NoProgram, "it is neither a file nor a folder")
	case isArchive(s.Name):
		s.refuse(Archive, "it is an archive: hand in what is in it")
	case compile.LanguageOf(s.Name) == compile.Executable:
		s.refuse(NoProgram, "it is no source (.py, .cpp or .java) and no folder")
	default:
		s.single = true
		s.hashFiles()
	}
}

// unnest enters a folder that holds nothing but a folder, which is how archives often
// unpack.
func (s *Submission) unnest() {
	const deepest = 3
	for range deepest {
		entries, err := os.ReadDir(s.Path)
		if err != nil {
			return // hashFiles reports it
		}
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") || e.Name() == "__MACOSX" })
		if len(entries) != 1 || !entries[0].IsDir() {
			return
		}
		s.Path = filepath.Join(s.Path, entries[0].Name())
	}
}

// The most that a submission may hold.
const (
	maxBytes = 64 << 20
	maxFiles = 2000
)

// hashFiles reads all files of a submission for its hash, unless they are too many, and
// refuses what cannot be copied.
func (s *Submission) hashFiles() {
	sum, count, err := hashFolder(s.Path)
	var refused *irregular
	switch {
	case errors.Is(err, errTooLarge):
		s.refuse(TooLarge, "it holds more than %d MB or %d files", maxBytes>>20, maxFiles)
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

// hashFolder is a hash of a folder or a file, and how many of both there are.
func hashFolder(root string) (sum string, count int, err error) {
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
		if bytes > maxBytes || count > maxFiles {
			return errTooLarge
		}
		return hashEntry(h, path, name, info)
	})
	return hex.EncodeToString(h.Sum(nil)), count, err
}

var errTooLarge = errors.New("too large")

// irregular is the error of what is neither a file nor a folder, and of a link that leads
// out of the folder.
type irregular struct{ name, to string }

func (l *irregular) Error() string {
	if l.to == "" {
		return l.name + " is no file and no folder"
	}
	return fmt.Sprintf("the link %s leads out of the folder, to %s", l.name, l.to)
}

// copiedMode is the part of a mode that a copy keeps: the type and, in folders, whether a
// file can be run.
func copiedMode(name string, mode fs.FileMode) fs.FileMode {
	if mode.IsRegular() && name != "." {
		return mode & 0o100
	}
	return mode.Type()
}

// hashEntry adds a file, folder or link.
func hashEntry(h io.Writer, path, name string, info fs.FileInfo) error {
	to := ""
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		var err error
		if to, err = os.Readlink(path); err != nil {
			return err
		}
		if !host.LinkStays(name, to) {
			return &irregular{name, to}
		}
	case !info.Mode().IsRegular() && !info.IsDir():
		return &irregular{name: name}
	}
	size := int64(0)
	if info.Mode().IsRegular() {
		size = info.Size()
	}
	fmt.Fprintf(h, "%q %v %q %d\n", name, copiedMode(name, info.Mode()), to, size)
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
