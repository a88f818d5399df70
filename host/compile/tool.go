package compile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	err = host.RetryVoid(func() error {
		code, said, err = runOnce(ctx, dir, command)
		return err
	})
	return code, said, err
}

func runOnce(ctx context.Context, dir, command string) (int, string, error) {
	run := fmt.Sprintf("mkdir \"$TMPDIR\"/%s && { %s\n} >\"$TMPDIR\"/build-said 2>&1; echo $? >\"$TMPDIR\"/build-code; echo done >output.txt", outputDir, command)
	s, err := host.Open(host.Program{Dir: dir, Command: run})
	if err != nil {
		return -1, "", fmt.Errorf("compile: %w", err)
	}
	defer s.Close()
	_, err = s.Ask(ctx, nil, host.LimitCPU(time.Minute))
	var failed *host.Failure
	if errors.As(err, &failed) && !host.IsVoid(err) {
		return -1, failed.Detail, nil
	}
	if err != nil {
		return -1, "", fmt.Errorf("compile: %w", err)
	}
	if err := copyOutput(dir, s.Temp()); host.Exhausted(err) {
		return -1, "", fmt.Errorf("compile: %w", err)
	} else if err != nil {
		return 1, err.Error(), nil
	}
	code, err := strconv.Atoi(strings.TrimSpace(ReadHead(s.Temp(), "build-code")))
	if err != nil {
		code = -1
	}
	return code, ReadHead(s.Temp(), "build-said"), nil
}

// ReadHead returns the first few kilobytes of a file that a program may have replaced;
// "" if it is not a regular file.
func ReadHead(dir, name string) string {
	path := filepath.Join(dir, name)
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	const head = 4096
	buffer := make([]byte, head)
	n, _ := f.Read(buffer)
	return strings.ToValidUTF8(string(buffer[:n]), "?")
}

// Quote makes a text one word for the shell.
func Quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// outputDir is the folder for a compiler's output, in the folder for temporary files:
// under package host, tools can write nowhere else except beside the source.
const outputDir = "build-made"

// outputPath returns the path of something that a compiler makes, for the shell.
func outputPath(name string) string { return `"$TMPDIR"/` + Quote(outputDir+"/"+name) }

// maxDepth is how deeply a compiler's output may be nested in folders.
const maxDepth = 32

// copyOutput copies what a tool made, and replaces files of the same names, such as an
// older build. The tool may have run code by the source's author (Java's annotation
// processors do), so copyOutput follows no link that it left, and copies nothing but
// files and folders.
func copyOutput(dir, temp string) error {
	to, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("compile: %w", err)
	}
	defer to.Close()
	top, err := os.OpenRoot(temp)
	if err != nil {
		return fmt.Errorf("compile: %w", err)
	}
	defer top.Close()
	if info, err := top.Lstat(outputDir); err != nil || !info.IsDir() {
		return errors.New("the tool removed the folder for what it makes")
	}
	from, err := top.OpenRoot(outputDir)
	if err != nil {
		return errors.New("the tool locked the folder for what it makes")
	}
	defer from.Close()
	return fs.WalkDir(from.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || path == ".":
			return err
		case !d.IsDir() && !d.Type().IsRegular() || strings.Count(path, "/") > maxDepth:
			return fmt.Errorf("the tool made %s, which is no file (expected: files, in at most %d folders)", OneLine(path, 200), maxDepth)
		}
		return copyEntry(to, from, path, d.IsDir())
	})
}

// copyEntry copies a file, or makes a folder unless it exists.
func copyEntry(to, from *os.Root, path string, folder bool) error {
	if folder {
		if info, err := to.Lstat(path); err == nil && info.IsDir() {
			return nil
		}
	}
	if err := to.RemoveAll(path); err != nil {
		return err
	}
	if folder {
		return to.Mkdir(path, 0o755)
	}
	in, err := from.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := to.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm()|0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
