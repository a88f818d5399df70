// Package system is what a shipped program meets of the outside besides files:
// its arguments and the standard streams. Each language that programs are
// shipped in has its own; this one is that of Go.
package system

import (
	"fmt"
	"io"
	"os"
)

// Argument is the i-th argument of the command line, the first being 1; "" if
// there is none.
func Argument(i int) string {
	if i < len(os.Args) {
		return os.Args[i]
	}
	return ""
}

// Warn writes a line to standard error.
func Warn(text string) { fmt.Fprintln(os.Stderr, text) }

// Input is all of standard input.
func Input() []byte {
	data, err := io.ReadAll(os.Stdin)
	if err != nil {
		return nil
	}
	return data
}

// Print writes to standard output.
func Print(text []byte) { os.Stdout.Write(text) }
