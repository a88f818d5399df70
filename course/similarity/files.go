package similarity

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// File is a file of a submission.
type File struct {
	Name   string // below its folder, with slashes
	Size   int64
	Sum    Sum
	Own    bool // it is the course's own, as it is
	source bool // of a program
}

// Files are those of a submission's folder that are not hidden, in the order of their names.
// Files larger than any source have no sum.
func (o *Own) Files(dir string) ([]File, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("similarity: %w", err)
	}
	defer root.Close()
	var list []File
	err = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != "." && strings.HasPrefix(path.Base(name), "."):
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !e.Type().IsRegular():
			return nil
		}
		f, err := o.file(root, name)
		list = append(list, f)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("similarity: %w", err)
	}
	return list, nil
}

// maxFile is more than a source or its data have; a submission may have 64 MB.
const maxFile = 8 << 20

func (o *Own) file(root *os.Root, name string) (File, error) {
	info, err := root.Stat(name)
	if err != nil {
		return File{}, err
	}
	f := File{Name: name, Size: info.Size(), source: languageOf(name) != nil}
	if f.Size > maxFile {
		return f, nil
	}
	data, err := root.ReadFile(name)
	if err != nil {
		return f, err
	}
	f.Sum, f.Own = sumOf(data), o.has(data)
	return f, nil
}

// IsOwn reports whether all sources among the files are the course's own.
func IsOwn(list []File) bool {
	sources := 0
	for _, f := range list {
		if f.source && !f.Own {
			return false
		}
		if f.source {
			sources++
		}
	}
	return sources > 0
}

// Holder is a submission with its files.
type Holder struct {
	Name  string
	Files []File
}

// SameFile is a file that several submissions have, under whatever names.
type SameFile struct {
	File string // its name in the first of them
	Who  []string
}

// What says too little about who wrote a file.
const (
	minFile    = 64 // bytes: no program, and no weights of one
	ownHolders = 4  // more than this and half the class have what the course has given out
)

// SameFiles lists the files that several submissions have, but for those that say nothing:
// the course's own, those of a few bytes, and those that more than half of the class have,
// which are likely to be of the course as well.
func SameFiles(class []Holder) []SameFile {
	at := map[Sum]int{}
	var list []SameFile
	for _, h := range class {
		for _, f := range h.Files {
			if f.Own || f.Size < minFile || f.Size > maxFile {
				continue
			}
			i, ok := at[f.Sum]
			if !ok {
				i = len(list)
				at[f.Sum], list = i, append(list, SameFile{File: f.Name})
			}
			if who := list[i].Who; len(who) == 0 || who[len(who)-1] != h.Name {
				list[i].Who = append(who, h.Name)
			}
		}
	}
	return slices.DeleteFunc(list, func(s SameFile) bool {
		return len(s.Who) < 2 || len(s.Who) > ownHolders && 2*len(s.Who) > len(class)
	})
}
