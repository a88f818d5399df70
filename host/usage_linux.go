package host

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"evolab/host/cage"
)

// usage is what is in folders.
type usage struct {
	bytes int64
	files int
}

// usage is what is in the program's folders: in memory, the file system knows,
// of files too that are open and have no name any more.
func (b *box) usage(program, temp *os.File) usage {
	if b.opening.Top != "" {
		return sizeOf(cage.InsideFD(program)+"/.", cage.InsideFD(temp)+"/.")
	}
	var st unix.Statfs_t
	if unix.Fstatfs(int(program.Fd()), &st) != nil {
		return usage{}
	}
	return usage{int64(st.Blocks-st.Bfree) * st.Bsize, int(st.Files - st.Ffree)}
}

// overfull is the failure of a program whose folders hold too much.
func (b *box) overfull() *Failure {
	now := b.usage(b.cage.Dirs())
	bytes, files := now.bytes-b.first.bytes, now.files-b.first.files
	limit := b.opening.Resources.Folder
	switch {
	case files > mostFiles:
		return &Failure{Crash, fmt.Sprintf("keeps more than %d files", mostFiles)}
	case bytes > limit:
		return &Failure{Crash, fmt.Sprintf("keeps %d MB in files of %d MB allowed", bytes>>20, limit>>20)}
	}
	return nil
}

// sizeOf walks through folders; it stops when it has seen more than enough.
func sizeOf(folders ...string) usage {
	var u usage
	for _, folder := range folders {
		if folder == "" {
			continue
		}
		_ = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil // what cannot be read cannot be counted
			}
			if u.files++; u.files > 2*mostFiles {
				return fs.SkipAll
			}
			if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
				u.bytes += info.Size()
			}
			return nil
		})
	}
	return u
}

// mostFiles bounds the files of a scratch folder.
const mostFiles = 20_000
