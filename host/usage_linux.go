package host

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"evolab/host/cage"
)

// usage is how much folders hold.
type usage struct {
	bytes int64
	files int
}

// usage measures the program's folders. If they are in memory, it asks the file
// system, which also counts deleted files that are still open.
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

// overfull returns the failure of a program whose folders hold too much, or nil.
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

// sizeOf adds up what folders hold. It stops once it has seen too many files anyway.
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

// mostFiles is how many files a scratch folder may hold.
const mostFiles = 20_000
