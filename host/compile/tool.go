package compile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"evolab/host"
)

// Run runs a tool in a scratch copy of a folder, and copies what it made into that
// folder. It returns the tool's exit code (-1 if it ran into a limit, 1 if what it
// made cannot be copied) and what it printed. It fails if the machine is too busy for
// the tool.
func Run(ctx context.Context, dir, command string) (code int, said string, err error) {
	err = host.Again(func() error {
		code, said, err = runOnce(ctx, dir, command)
		return err
	})
	return code, said, err
}

func runOnce(ctx context.Context, dir, command string) (int, string, error) {
	run := fmt.Sprintf("mkdir \"$TMPDIR\"/%s && { %s\n} >\"$TMPDIR\"/build-said 2>&1; echo $? >\"$TMPDIR\"/build-code; echo done >output.txt", made, command)
	s, err := host.Open(host.Program{Dir: dir, Command: run})
	if err != nil {
		return -1, "", fmt.Errorf("build: %w", err)
	}
	defer s.Close()
	_, err = s.Ask(ctx, nil, host.LimitCPU(time.Minute))
	var failed *host.Failure
	if errors.As(err, &failed) && !host.IsVoid(err) {
		return -1, failed.Detail, nil
	}
	if err != nil {
		return -1, "", fmt.Errorf("build: %w", err)
	}
	if err := takeMade(dir, s.Temp()); host.Exhausted(err) {
		return -1, "", fmt.Errorf("build: %w", err)
	} else if err != nil {
		return 1, err.Error(), nil
	}
	code, err := strconv.Atoi(strings.TrimSpace(Noted(s.Temp(), "build-code")))
	if err != nil {
		code = -1
	}
	return code, Noted(s.Temp(), "build-said"), nil
}

// Noted returns the first few kilobytes of a file that a program may have replaced;
// "" if it is not a regular file.
func Noted(dir, name string) string {
	path := filepath.Join(dir, name)
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	buffer := make([]byte, 4096)
	n, _ := f.Read(buffer)
	return strings.ToValidUTF8(string(buffer[:n]), "?")
}

// Quote makes a text one word for the shell.
func Quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
