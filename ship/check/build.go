package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"evolab/internal/hosttool"
	"evolab/internal/progress"
)

// ErrNoTool is the error of a machine that has no compiler or interpreter.
var ErrNoTool = errors.New("this machine has none of")

// tools are the commands that are tried, by language.
var tools = map[string][]string{"cpp": {"g++", "clang++", "c++"}, "python": {"python3", "python"}, "java": {"javac"}}

// tool is the first command of a language that this machine has.
func tool(lang string) (string, error) {
	for _, name := range tools[lang] {
		if path, err := hosttool.Path(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w %s", ErrNoTool, strings.Join(tools[lang], ", "))
}

// version is the first line of what a command says of itself.
func version(ctx context.Context, command string) string {
	out, err := hosttool.Command(ctx, command, "--version").Output()
	if err != nil {
		return command
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line)
}

// compileJava makes classes of a Java source in a folder, and returns the command
// that runs them; a warning is an error.
func compileJava(ctx context.Context, compiler, source, dir string) ([]string, error) {
	machine, err := hosttool.Path("java")
	if err != nil {
		return nil, fmt.Errorf("%w java", ErrNoTool)
	}
	// As graders do, with warnings, for the oldest Java that any of them has; that it
	// is old is none. Nothing else in the source's folder is compiled, and no plugin loaded.
	err = run(ctx, compiler, source, "--release", "8", "-Xlint:all,-options", "-proc:none", "-cp", dir, "-d", dir, source)
	name := filepath.Base(source)
	return []string{machine, "-cp", dir, strings.TrimSuffix(name, filepath.Ext(name))}, err
}

// compile makes a program of a C++ source; a warning is an error.
func compile(ctx context.Context, compiler, source, program string, flags ...string) error {
	args := append([]string{"-std=c++11", "-O2", "-Wall", "-Wextra"}, flags...) // as graders do, with warnings
	return run(ctx, compiler, source, append(args, "-o", program, source)...)
}

// run runs a compiler; its words are an error.
func run(ctx context.Context, compiler, source string, args ...string) error {
	out, err := hosttool.Command(ctx, compiler, args...).CombinedOutput()
	if err == nil && len(out) > 0 {
		err = errors.New("warnings")
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w\n%s", filepath.Base(compiler), filepath.Base(source), err, head(string(out)))
	}
	return nil
}

func head(text string) string {
	const lines = 20
	parts := strings.SplitAfterN(text, "\n", lines+1)
	return strings.Join(parts[:min(lines, len(parts))], "")
}

// ask runs a program that answers probes, and returns its lines.
func ask(ctx context.Context, list []question, watch progress.Progress, command ...string) ([]string, error) {
	var in []byte
	for i := range list {
		in = list[i].text(in)
	}
	var out, errs bytes.Buffer
	c := hosttool.Command(ctx, command[0], append(command[1:], "probe")...)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(in), io.MultiWriter(&out, answerCounter{watch}), &errs
	err := c.Run()
	if err == nil && errs.Len() > 0 {
		err = fmt.Errorf("it wrote to standard error")
	}
	if err != nil {
		return nil, fmt.Errorf("the shipped program: %w\n%s", err, head(errs.String()))
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n"), nil
}

// answerCounter counts the lines that are written for a watcher.
type answerCounter struct{ watch progress.Progress }

func (a answerCounter) Write(p []byte) (int, error) {
	a.watch.Add(bytes.Count(p, []byte("\n")))
	return len(p), nil
}
