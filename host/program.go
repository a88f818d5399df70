package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"evolab/internal/hosttool"
)

// Program is a submitted program: a folder, and the command that runs there once for
// each ply.
type Program struct {
	Dir     string
	Command string // as for sh -c
	// Keep keeps the scratch folder, and writes its path to Log.
	Keep bool
	Log  io.Writer
	// Extra are files to add to the copy of the folder, or to replace there.
	Extra []File
	// Port makes a Dialogue use a port of 127.0.0.1 instead of standard input and output.
	// The program finds its number in EVOLAB_PORT, connects to it once, and reaches
	// nothing else unless it has the network.
	Port bool
	// Pause is the time between two messages of a question to a Dialogue.
	Pause time.Duration
	Grants
}

// File is a file of a program's folder, by its name there.
type File struct {
	Name string `json:"name"`
	Data []byte `json:"data"`
}

// Grants are what a program may have of the machine beyond what it needs to run.
type Grants struct {
	Mounts []string // folders that it may read, under their own paths
	Env    []string // variables of the environment, as NAME or NAME=VALUE
	Net    bool     // the network
}

// PortVariable is the environment variable that tells a program its port.
const PortVariable = "EVOLAB_PORT"

// Check finds out before the first game that a program cannot run, because there is
// no such folder, no command, or nothing of that name.
func (p Program) Check() error {
	info, err := os.Stat(p.Dir)
	if err != nil {
		return fmt.Errorf("program: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("program: %q is not a folder", p.Dir)
	}
	if strings.TrimSpace(p.Command) == "" {
		return errors.New("program: no command")
	}
	if inside(os.TempDir(), p.Dir) {
		return fmt.Errorf("program: folder %q holds the scratch folders of programs: it cannot be copied into them", p.Dir)
	}
	if err := programTree(p.Dir).Walk(context.Background(), func(*Entry) error { return nil }); err != nil {
		return fmt.Errorf("program: folder %q: %w", p.Dir, err)
	}
	if p.Port {
		if err := p.checkPort(confinesPort()); err != nil {
			return err
		}
	}
	return p.checkCommand()
}

// checkPort refuses a program that would get the whole network for the sake of a port.
func (p Program) checkPort(confined bool) error {
	if confined || p.Net {
		return nil
	}
	return errors.New("program: this machine cannot keep it to one port (expected: confinement at level isolated, or net=on, which gives it the whole network)")
}

// checkCommand asks the shell whether it knows the first word of a plain command. It
// leaves a line with any other shell syntax to the first ply.
func (p Program) checkCommand() error {
	word, _, _ := strings.Cut(strings.TrimSpace(p.Command), " ")
	if strings.ContainsAny(p.Command, "|&;<>()$`\\\"'*?[]#~=%{}!\n\t") {
		return nil
	}
	if !knows(p.Dir, word) {
		return fmt.Errorf("program: %q is neither a command nor a program that can be run in %q", word, p.Dir)
	}
	return nil
}

// knows reports whether a word is a file of a folder or, as far as the shell can be asked,
// a command.
func knows(dir, word string) bool {
	if strings.Contains(word, "/") {
		if !filepath.IsAbs(word) {
			word = filepath.Join(dir, word)
		}
		_, err := os.Stat(word)
		return err == nil
	}
	sh, err := hosttool.Path("sh")
	if err != nil {
		return true
	}
	var refused *exec.ExitError
	err = hosttool.Command(context.Background(), sh, "-c", `command -v -- "$0" > /dev/null`, word).Run()
	return !errors.As(err, &refused)
}

// Limits bound one ply; 0 is no limit.
type Limits struct {
	CPU time.Duration // of the command and everything that it starts
	// Wall leaves out the time in which the command was ready to run but had no
	// core, if the system reports that time.
	Wall time.Duration
	// Wait is the part of Wall in which the command may wait: it neither computes nor is
	// short of a core. It holds only where the system reports waits for a core.
	Wait time.Duration
}

// LimitCPU limits the CPU time. It also limits the wall time, to twice as much plus 5
// seconds, so that no program can sleep for ever.
func LimitCPU(cpu time.Duration) Limits {
	if cpu <= 0 {
		return Limits{}
	}
	return Limits{CPU: cpu, Wall: 2*cpu + 5*time.Second}
}

// Resources limit what a program may use of the machine besides time. They hold on
// Linux; see the package comment.
type Resources struct {
	Memory    int64 // bytes that all its processes use together
	Processes int   // and threads, at a time
	FileSize  int64 // bytes of each file that it writes
	Folder    int64 // bytes of all files in its scratch folder
}

// defaultResources allow far more than a student's agent needs, and far less than
// would disturb others.
func defaultResources() Resources {
	return Resources{Memory: 2 << 30, Processes: 128, FileSize: 64 << 20, Folder: 256 << 20}
}

// resolve looks up the named variables in the lab's environment, because the supervisor
// has none of them.
func (g Grants) resolve() Grants {
	lang := os.Getenv("LANG")
	if lang == "" {
		lang = "C.UTF-8"
	}
	list := []string{"LANG=" + lang}
	for _, named := range g.Env {
		if strings.Contains(named, "=") {
			list = append(list, named)
		} else if value, ok := os.LookupEnv(named); ok {
			list = append(list, named+"="+value)
		}
	}
	g.Env = list
	return g
}

// environment returns all variables that a program gets. The user's own are not among
// them unless granted: they may hold secrets.
func (g *Grants) environment(path, temp string) []string {
	return append([]string{"PATH=" + path, "HOME=" + temp, "TMPDIR=" + temp}, g.Env...)
}
