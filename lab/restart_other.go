//go:build !unix

package lab

import (
	"errors"
	"os"
	"os/exec"
)

// restart runs the same command once more as a child, and ends with it.
func restart() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	again := exec.Command(self, os.Args[1:]...)
	again.Stdin, again.Stdout, again.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = again.Run()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		os.Exit(failed.ExitCode())
	}
	return err
}
