package similarity

import (
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
		return nil, err
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
		return nil, err
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

// OwnSources reports whether there are sources among the files, and all are the course's own.
func OwnSources(list []File) bool {
	isSource := func(f File) bool { return f.source }
	return slices.ContainsFunc(list, isSource) && !slices.ContainsFunc(list, func(f File) bool { return f.source && !f.Own })
}

// OwnAlone reports whether no file but the course's own has anything in it.
func OwnAlone(list []File) bool {
	return !slices.ContainsFunc(list, func(f File) bool { return !f.Own && f.Size > 0 })
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
	minFile    = 64 // bytes: less is no program, and no weights of one
	ownHolders = 4  // what more than these and half of the class have was given out by the course
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
