//go:build unix

package lab

import (
	"fmt"
	"os"
	"syscall"
)

// restart replaces this process by the same command: what it does in the background
// cannot be ended otherwise.
func restart() error {
	self, err := os.Executable()
	if err == nil {
		err = syscall.Exec(self, os.Args, os.Environ())
	}
	return fmt.Errorf("starting anew: %w", err)
}
