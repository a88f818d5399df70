package class

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/course/doctor"
	"evolab/host/compile"
)

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
		s.look(e)
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

// packed reports whether a file is an archive, by the end of its name.
func packed(name string) bool {
	archives := []string{".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar"}
	return slices.ContainsFunc(archives, func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
}

// look finds out what an entry is.
func (s *Submission) look(e fs.DirEntry) {
	switch {
	case e.Type()&fs.ModeSymlink != 0:
		s.refuse(Link, "it is a link, which is not followed: hand in the files themselves")
	case e.IsDir():
		s.unnest()
		s.sum()
	case !e.Type().IsRegular():
		s.refuse(NoProgram, "it is neither a file nor a folder")
	case packed(s.Name):
		s.refuse(Archive, "it is an archive: hand in what is in it")
	case compile.LanguageOf(s.Name) == compile.Executable:
		s.refuse(NoProgram, "it is no source (.py, .cpp or .java) and no folder")
	default:
		s.single = true
		s.sum()
	}
}

// unnest enters a folder that holds nothing but a folder, which is how archives often
// unpack.
func (s *Submission) unnest() {
	const deepest = 3
	for range deepest {
		entries, err := os.ReadDir(s.Path)
		if err != nil {
			return // sum tells
		}
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") || e.Name() == "__MACOSX" })
		if len(entries) != 1 || !entries[0].IsDir() {
			return
		}
		s.Path = filepath.Join(s.Path, entries[0].Name())
	}
}
