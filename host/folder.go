package host

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// folder is the folder that a program runs in, as its supervisor uses it: no link can
// lead what is opened through root out of the folder.
type folder struct {
	root *os.Root
	dir  *os.File
}

// openFolder opens a folder both as a root and as a file.
func openFolder(path string) (folder, error) {
	dir, err := os.Open(path)
	if err != nil {
		return folder{}, err
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return folder{}, errors.Join(err, dir.Close())
	}
	return folder{root, dir}, nil
}

func (f *folder) close() error { return errors.Join(f.root.Close(), f.dir.Close()) }

// prepare writes input.txt and removes output.txt, whatever the program has put
// there. At the start of a game it also removes playdata.txt of the last one.
func (f *folder) prepare(input []byte, fresh bool) error {
	_ = f.dir.Chmod(0o755) // the program may have taken away its permissions
	gone := []string{outputName, inputName}
	if fresh {
		gone = append(gone, playDataName)
	}
	for _, name := range gone {
		if err := removeTree(f.root, name); err != nil {
			return fmt.Errorf("host: files of a ply: %w", err)
		}
	}
	in, err := f.root.OpenFile(inputName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("host: input: %w", err)
	}
	_, err = in.Write(input)
	if err = errors.Join(err, in.Close()); err != nil {
		return fmt.Errorf("host: input: %w", err)
	}
	return nil
}

// output reads the answer, but only from a regular file: opening anything else could
// block for ever or lead elsewhere. No process of the program is left to replace the
// file between the check and the opening.
func (f *folder) output() ([]byte, error) {
	_ = f.dir.Chmod(0o755)
	info, err := f.root.Lstat(outputName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("there is no output.txt")
	}
	if err != nil {
		return nil, errors.New("output.txt cannot be looked at")
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("output.txt is not a regular file")
	}
	if info.Mode()&0o400 == 0 {
		_ = f.root.Chmod(outputName, 0o600)
	}
	out, err := f.root.Open(outputName)
	if err != nil {
		return nil, fmt.Errorf("output.txt: %w", err)
	}
	defer out.Close()
	return io.ReadAll(io.LimitReader(out, MaxOutput))
}
