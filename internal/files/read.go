package files

import (
	"fmt"
	"io"
	"os"
)

// Read reads a file, and fails if it is larger than most bytes.
func Read(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%s is larger than %d bytes, which is more than such a file can hold", path, most)
	}
	return data, nil
}
