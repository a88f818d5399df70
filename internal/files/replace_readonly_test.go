package files

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// A folder that cannot be written to is told as what it is, with the file's name.
func TestReplaceNamesTheFileItMayNotWrite(t *testing.T) {
	const path = "/sys/evolab.txt" // not even root may make files there
	if _, err := os.Stat("/sys/kernel"); err != nil {
		t.Skip("no /sys")
	}
	var at *fs.PathError
	if err := Replace(path, []byte("x")); !errors.Is(err, fs.ErrPermission) || !errors.As(err, &at) || at.Path != path {
		t.Errorf("%v", err)
	}
}
