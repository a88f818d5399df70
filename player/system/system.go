// Package system is all that a shipped program meets of the outside: files,
// arguments, and the standard streams. Each language that programs are shipped
// in has its own.
package system

import (
	"fmt"
	"io"
	"os"
)

// most is more than a file of a protocol can sensibly hold.
const most = 1 << 16

// Argument is the i-th argument of the command line, the first being 1; "" if
// there is none.
func Argument(i int) string {
	if i < len(os.Args) {
		return os.Args[i]
	}
	return ""
}

// Read is the content of a small file, and whether it could be read.
func Read(name string) ([]byte, bool) {
	f, err := os.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most))
	return data, err == nil
}

// Replace writes a file so that whoever reads it finds the old content or the
// new, never a part; where that cannot be, it writes it all the same.
func Replace(name string, content []byte) bool {
	temporary := name + ".tmp"
	if os.WriteFile(temporary, content, 0o644) == nil {
		if os.Rename(temporary, name) == nil {
			return true
		}
		os.Remove(temporary)
	}
	return os.WriteFile(name, content, 0o644) == nil
}

// Warn writes a line to standard error.
func Warn(text string) { fmt.Fprintln(os.Stderr, text) }

// Input is all of standard input.
func Input() []byte {
	data, _ := io.ReadAll(os.Stdin)
	return data
}

// Print writes to standard output.
func Print(text []byte) { os.Stdout.Write(text) }
