package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"evolab/host"
	"evolab/host/compile"
)

// folder is a scratch folder in which the program plays.
type folder struct {
	*host.Session
	exam *exam
}

// open gives the program a fresh folder.
func (e *exam) open() (*folder, error) {
	s, err := host.Open(host.Program{Dir: e.copy, Command: e.watched(), Grants: e.Grants})
	if err != nil {
		return nil, fmt.Errorf("doctor: %w", err)
	}
	return &folder{s, e}, nil
}

// close records what the program wrote and removes the folder.
func (f *folder) close() {
	f.note()
	if err := f.Session.Close(); err != nil {
		f.exam.fail(fmt.Errorf("doctor: %w", err))
	}
}

// note records the names of new files in the folder.
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

// watched is the shell command that runs the program and records, outside its
// folder, what it prints, its exit code, and which processes are left in its folder
// afterwards (where there is /proc). A signal ends a program that fills the disk.
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
// folder for temporary files, the only other one that it can write to.
func traceFile(name string) string { return `"$TMPDIR"/` + compile.Quote("doctor-"+name) }

// forget removes the traces of the last run.
func (e *exam) forget() {
	for _, name := range []string{"stdout", "exit", "left"} {
		os.RemoveAll(filepath.Join(e.trace, "doctor-"+name))
	}
}

// noted returns the first kilobytes of a trace.
func (e *exam) noted(name string) string { return compile.Noted(e.trace, "doctor-"+name) }

// exitCode returns the program's exit code, or -1 if it was ended.
func (e *exam) exitCode() int {
	code, err := strconv.Atoi(strings.TrimSpace(e.noted("exit")))
	if err != nil {
		return -1
	}
	return code
}
