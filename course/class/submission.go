package class

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/course"
	"evolab/course/doctor"
	"evolab/host"
	"evolab/host/compile"
)

// Playable reports whether games are played.
func (s *Submission) Playable() bool {
	return s.Verdict == course.Correct || s.Verdict == course.WrongName
}

// Submission is what somebody handed in: a folder, or a file.
type Submission struct {
	Name string // of the folder or file
	// Verdict and Problem say what is known before the first game: Correct means that
	// nothing is wrong so far. What the games show is in a Mark.
	Verdict course.Verdict
	Problem string
	Hash    string // of its files; "" if they were not read
	Twin    string // the name of an earlier one with the same files
	// Exam is what evolve doctor finds; nil if it was not examined.
	Exam *doctor.Report

	single bool // a file
	files  host.Tree
	agent  agent.Agent
}

// find lists the submissions in a class's folder: every entry except hidden files,
// whatever it is. Names decide nothing.
func find(ctx context.Context, dir string) ([]*Submission, error) {
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
		s := &Submission{Name: e.Name(), Verdict: course.Correct, files: host.Tree{Dir: dir, Name: e.Name(), Bytes: maxBytes, Files: maxFiles, Depth: maxDepth}}
		if err := s.classify(ctx, e); err != nil {
			return nil, err
		}
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

// path is where the submission is.
func (s *Submission) path() string {
	return filepath.Join(s.files.Dir, filepath.FromSlash(s.files.Name))
}

func (s *Submission) refuse(v course.Verdict, format string, args ...any) {
	s.Verdict, s.Problem = v, fmt.Sprintf(format, args...)
}

// isArchive reports whether a file is an archive, by the end of its name.
func isArchive(name string) bool {
	archives := []string{".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar"}
	return slices.ContainsFunc(archives, func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
}

// classify finds out what an entry is. It fails only if the context ends.
func (s *Submission) classify(ctx context.Context, e fs.DirEntry) error {
	switch {
	case e.Type()&fs.ModeSymlink != 0:
		s.refuse(course.Refused, "it is a link, which is not followed: hand in the files themselves")
	case e.IsDir():
		s.unnest()
		s.hashFiles(ctx)
	case !e.Type().IsRegular():
		s.refuse(course.NoProgram, "it is neither a file nor a folder")
	case isArchive(s.Name):
		s.refuse(course.NoProgram, "it is an archive: hand in what is in it")
	case compile.LanguageOf(s.Name) == compile.Executable:
		s.refuse(course.NoProgram, "it is no source (.py, .cpp or .java) and no folder")
	default:
		s.single = true
		s.hashFiles(ctx)
	}
	return ctx.Err()
}

// unnest enters a folder that holds nothing but a folder, which is how archives often
// unpack.
func (s *Submission) unnest() {
	const deepest = 3
	for range deepest {
		entries, err := os.ReadDir(s.path())
		if err != nil {
			return // hashFiles reports it
		}
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") || e.Name() == "__MACOSX" })
		if len(entries) != 1 || !entries[0].IsDir() {
			return
		}
		s.files.Name = path.Join(s.files.Name, entries[0].Name())
	}
}

// The most that a submission may hold.
const (
	maxBytes = 64 << 20
	maxFiles = 2000
	maxDepth = 32 // of folders in folders
)

// hashFiles reads all files of a submission for its hash, unless they are too many, and
// refuses what cannot be copied.
func (s *Submission) hashFiles(ctx context.Context) {
	sum, count, err := hashTree(ctx, &s.files)
	var refused *host.TreeError
	switch {
	case errors.As(err, &refused) && refused.Fault == host.TooLarge:
		s.refuse(course.Refused, "%s", refused.Error())
	case errors.As(err, &refused) && refused.Fault == host.Irregular:
		s.refuse(course.Refused, "%s", refused.Error())
	case err != nil:
		s.refuse(course.Incomplete, "it cannot be read: %s", strings.ReplaceAll(err.Error(), s.path(), s.Name))
	case count == 1 && !s.single:
		s.refuse(course.NoProgram, "the folder is empty")
	default:
		s.Hash = sum
	}
}

// hashTree is a hash of a folder or a file, and how many of both there are.
func hashTree(ctx context.Context, t *host.Tree) (sum string, count int, err error) {
	h := sha256.New()
	err = t.Walk(ctx, func(e *host.Entry) error {
		count++
		fmt.Fprintf(h, "%q %v %q %d\n", e.Name, copiedMode(e.Name, e.Mode), e.Target, e.Size)
		if e.Size == 0 {
			return nil
		}
		_, err := e.WriteTo(h)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), count, err
}

// copiedMode is the part of a mode that a copy keeps: the type and, in folders, whether a
// file can be run.
func copiedMode(name string, mode fs.FileMode) fs.FileMode {
	if mode.IsRegular() && name != "." {
		return mode & 0o100
	}
	return mode.Type()
}
