package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"evolab/host"
	"evolab/host/build"
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
func traceFile(name string) string { return `"$TMPDIR"/` + build.Quote("doctor-"+name) }

// forget removes the traces of the last run.
func (e *exam) forget() {
	for _, name := range []string{"stdout", "exit", "left"} {
		os.RemoveAll(filepath.Join(e.trace, "doctor-"+name))
	}
}

// noted is what a trace holds, up to a few kilobytes.
func (e *exam) noted(name string) string { return build.Noted(e.trace, "doctor-"+name) }

// exitCode is the program's, or -1 if it did not come to its own end.
func (e *exam) exitCode() int {
	code, err := strconv.Atoi(strings.TrimSpace(e.noted("exit")))
	if err != nil {
		return -1
	}
	return code
}
