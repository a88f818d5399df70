package compile

import (
	"context"
	"errors"
	"fmt"
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
		return -1, "", err
	}
	defer s.Close()
	_, err = s.Ask(ctx, nil, host.LimitCPU(time.Minute))
	var failed *host.Failure
	if errors.As(err, &failed) && !host.IsVoid(err) {
		return -1, failed.Detail, nil
	}
	if err != nil {
		return -1, "", err
	}
	if err := copyOutput(ctx, dir, s.Temp()); ctx.Err() != nil || host.Exhausted(err) {
		return -1, "", errors.Join(ctx.Err(), err)
	} else if err != nil {
		return 1, "error: " + err.Error(), nil
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
	const head = 4096
	data, _, err := host.ReadFile(dir, name, head)
	var large *host.TreeError
	if err != nil && !(errors.As(err, &large) && large.Fault == host.TooLarge) {
		return ""
	}
	return strings.ToValidUTF8(string(data[:min(len(data), head)]), "?")
}

// Quote makes a text one word for the shell.
func Quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// outputDir is the folder for a compiler's output, in the folder for temporary files:
// under package host, tools can write nowhere else except beside the source.
const outputDir = "build-made"

// outputPath returns the path of something that a compiler makes, for the shell.
func outputPath(name string) string { return `"$TMPDIR"/` + Quote(outputDir+"/"+name) }

// made bounds what a compiler makes: the tool may have run code by the source's author, and
// a file with holes is larger than what limits its folder.
var made = host.Tree{Name: outputDir, Bytes: 128 << 20, Files: 10_000, Depth: 32, NoLinks: true}

// copyOutput copies what a tool made, and replaces files of the same names, such as an
// older build.
func copyOutput(ctx context.Context, dir, temp string) error {
	tree := made
	tree.Dir = temp
	if err := tree.CopyTo(ctx, dir); err != nil {
		return fmt.Errorf("what the tool made: %w", err)
	}
	return nil
}
