package doctor

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

// folder is a scratch folder in which the program plays.
type folder struct {
	*host.Session
	exam *exam
}

// open gives the program a fresh folder.
func (e *exam) open() (*folder, error) {
	s, err := host.Open(host.Program{Dir: e.copy, Command: e.watched()})
	if err != nil {
		return nil, fmt.Errorf("doctor: %w", err)
	}
	return &folder{s, e}, nil
}

// close notes what the program has written and removes the folder.
func (f *folder) close() {
	f.note()
	if err := f.Session.Close(); err != nil {
		f.exam.fail(fmt.Errorf("doctor: %w", err))
	}
}

// note adds the names of the files that are in the folder, but were not there
// at the beginning.
func (f *folder) note() {
	entries, err := os.ReadDir(f.Dir())
	if err != nil {
		f.exam.fail(fmt.Errorf("doctor: %w", err))
		return
	}
	for _, entry := range entries {
		name := entry.Name()
		if _, err := os.Lstat(filepath.Join(f.exam.copy, name)); err == nil || name == "input.txt" || name == "output.txt" {
			continue
		}
		if entry.IsDir() {
			name += "/"
		}
		f.exam.written = addOnce(f.exam.written, name)
	}
}

// watched is the shell command that runs the program and writes down, outside
// its folder, what it prints, its exit code, and which processes are still in
// its folder after it ended (where /proc tells). What it prints is cut off, by
// a signal, only where it would fill the disk.
func (e *exam) watched() string {
	return fmt.Sprintf(`ulimit -f 131072 2>/dev/null
{ %s
} >%s
code=$?
echo $code >%s
for p in /proc/[0-9]*; do
  case $p in /proc/$$|/proc/$PPID) continue;; esac
  [ "$p/cwd" -ef . ] && read -r name <"$p/comm" && echo "$name"
done >%s 2>/dev/null
exit $code`, e.command, traceFile("stdout"), traceFile("exit"), traceFile("left"))
}

// traceFile is the path of a trace, for the shell. Traces are in the program's
// folder for temporary files: it can write nowhere else but beside its source.
func traceFile(name string) string { return `"$TMPDIR"/` + quote("doctor-"+name) }

// builtFolder takes what a compiler makes, on its way to the program's copy.
const builtFolder = "doctor-built"

// builtFile is the path of something that a compiler makes, for the shell.
func builtFile(name string) string { return `"$TMPDIR"/` + quote(builtFolder+"/"+name) }

// quote makes one word of a text for the shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// forget removes the traces of the last run.
func (e *exam) forget() {
	for _, name := range []string{"stdout", "exit", "left"} {
		os.RemoveAll(filepath.Join(e.trace, "doctor-"+name))
	}
}

// noted is what a trace holds, up to a few kilobytes.
func (e *exam) noted(name string) string {
	path := filepath.Join(e.trace, "doctor-"+name)
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

// exitCode is the program's, or -1 if it did not come to its own end.
func (e *exam) exitCode() int {
	code, err := strconv.Atoi(strings.TrimSpace(e.noted("exit")))
	if err != nil {
		return -1
	}
	return code
}

// toolTime is the CPU time of a compiler.
const toolTime = time.Minute

// tool runs a compiler beside the program's source, and returns its exit code
// (-1 if it ran into a limit) and what it printed.
func (e *exam) tool(ctx context.Context, command string) (int, string) {
	run := fmt.Sprintf("mkdir \"$TMPDIR\"/%s && { %s\n} >%s 2>&1; echo $? >%s; echo done >output.txt", builtFolder, command, traceFile("stdout"), traceFile("exit"))
	s, err := host.Open(host.Program{Dir: e.copy, Command: run})
	if err != nil {
		e.fail(fmt.Errorf("doctor: %w", err))
		return -1, ""
	}
	defer s.Close()
	e.trace = s.Temp()
	_, err = s.Ask(ctx, nil, host.LimitCPU(toolTime))
	var failed *host.Failure
	if errors.As(err, &failed) {
		return -1, failed.Detail
	}
	if err != nil {
		e.fail(fmt.Errorf("doctor: %w", err))
		return -1, ""
	}
	if err := os.CopyFS(e.copy, os.DirFS(filepath.Join(s.Temp(), builtFolder))); err != nil {
		return -1, err.Error()
	}
	return e.exitCode(), e.noted("stdout")
}
