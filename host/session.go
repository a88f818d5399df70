package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// Session is a program in its scratch folder. It is not for use by several
// goroutines at once.
type Session struct {
	program Program
	scratch *scratch
	runner  runner
}

// runner runs a command in the scratch folder. When run returns, nothing that
// the command started is left, as far as the system allows.
type runner interface {
	run(ctx context.Context, command string, limits Limits) (ending, error)
	close() error
}

// ending is how a command came to its end.
type ending struct {
	cpu     time.Duration // of everything that it started
	wall    time.Duration
	stderr  string   // the end of it
	how     string   // as in "exit status 3"
	code    int      // exit code, -1 if it had none
	failure *Failure // a limit that ended it
}

// Answer is what came of one ply.
type Answer struct {
	Output []byte // of output.txt, at most MaxOutput bytes
	CPU    time.Duration
	Stderr string // the last 2 KB
}

// MaxOutput bounds what is read of output.txt. The rest of a longer file is
// left alone: only its first line counts.
const MaxOutput = 4096

// The files of the protocol.
const (
	inputName  = "input.txt"
	outputName = "output.txt"
	// playDataName is the file in which agents may keep data between the plies
	// of a game.
	playDataName = "playdata.txt"
)

// Open copies the program's folder to a scratch folder. One session can serve
// one game or a whole match; what the program leaves there stays until Close.
func Open(p Program) (*Session, error) { return open(p, newRunner) }

func open(p Program, run func(*scratch, Resources, bool) (runner, error)) (*Session, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	s, err := newScratch(p.Dir)
	if err != nil {
		return nil, err
	}
	r, err := run(s, DefaultResources(), p.Keep)
	if err != nil {
		return nil, errors.Join(err, s.remove())
	}
	return &Session{p, s, r}, nil
}

// Dir is the scratch folder, a copy of the program's.
func (s *Session) Dir() string { return s.scratch.program }

// Temp is a folder beside the scratch folder, which the program knows as TMPDIR.
func (s *Session) Temp() string { return s.scratch.temp }

// Begin prepares a game: playdata.txt of an earlier one is removed.
func (s *Session) Begin() error {
	if err := s.scratch.root.RemoveAll(playDataName); err != nil {
		return fmt.Errorf("host: %s: %w", playDataName, err)
	}
	return nil
}

// Close ends what is left of the program and removes the scratch folder.
func (s *Session) Close() error {
	err := s.runner.close()
	if !s.program.Keep {
		return errors.Join(err, s.scratch.remove())
	}
	if s.program.Log != nil {
		fmt.Fprintf(s.program.Log, "scratch folder kept: %s\n", s.Dir())
	}
	return errors.Join(err, s.scratch.root.Close())
}

// Ask plays one ply: input.txt is written, output.txt removed, and the command
// run to its end, whatever its exit code is. The error is a *Failure if there is
// no answer, then with the answer's CPU and Stderr set; the context's if that
// ended first; otherwise it is about the host.
func (s *Session) Ask(ctx context.Context, input []byte, limits Limits) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	if err := s.prepare(input); err != nil {
		return Answer{}, err
	}
	end, err := s.runner.run(ctx, s.program.Command, limits)
	answer := Answer{CPU: end.cpu, Stderr: end.stderr}
	if err != nil {
		return answer, err
	}
	if f := end.late(limits); f != nil {
		return answer, f
	}
	answer.Output, err = s.output()
	if err == nil {
		return answer, nil
	}
	if end.notRun() {
		return answer, &Failure{Crash, end.words()}
	}
	return answer, &Failure{NoOutput, err.Error() + ", " + end.words()}
}

// prepare writes input.txt and removes output.txt, whatever the program has put
// there.
func (s *Session) prepare(input []byte) error {
	root := s.scratch.root
	if info, err := os.Lstat(s.scratch.program); err == nil && info.IsDir() {
		_ = os.Chmod(s.scratch.program, 0o755) // a program may have locked itself out
	}
	if err := errors.Join(removeStubborn(root, outputName), removeStubborn(root, inputName)); err != nil {
		return fmt.Errorf("host: files of a ply: %w", err)
	}
	f, err := root.OpenFile(inputName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("host: input: %w", err)
	}
	_, err = f.Write(input)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("host: input: %w", err)
	}
	return nil
}

// removeStubborn removes a file or folder of any shape; a folder without
// permissions gets them back.
func removeStubborn(root *os.Root, name string) error {
	if root.RemoveAll(name) == nil {
		return nil
	}
	_ = fs.WalkDir(root.FS(), name, func(path string, d fs.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			_ = root.Chmod(path, 0o700)
		}
		return nil
	})
	return root.RemoveAll(name)
}

// output reads the answer, but only from a regular file: opening anything else
// could wait for ever or lead elsewhere. No process of the program is left that
// could exchange it.
func (s *Session) output() ([]byte, error) {
	info, err := s.scratch.root.Lstat(outputName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("there is no output.txt")
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("output.txt is not a regular file")
	}
	f, err := s.scratch.root.Open(outputName)
	if err != nil {
		return nil, fmt.Errorf("output.txt: %w", err)
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, MaxOutput))
}

// late is the failure of a command that was over a limit, or nil.
func (e *ending) late(limits Limits) *Failure {
	if e.failure == nil && limits.CPU > 0 && e.cpu > limits.CPU {
		return &Failure{Time, fmt.Sprintf("used %.3f s of CPU of %.3f s allowed", e.cpu.Seconds(), limits.CPU.Seconds())}
	}
	return e.failure
}

// notRun reports whether the shell found no program that it could run.
func (e *ending) notRun() bool {
	const notExecutable, notFound = 126, 127
	return e.code == notExecutable || e.code == notFound
}

// words tell how the command ended, with the last line that it complained in.
func (e *ending) words() string {
	text := "the program ended with " + e.how
	if line := lastLine(e.stderr); line != "" {
		text += ": " + line
	}
	return text
}
