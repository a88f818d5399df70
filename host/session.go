package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Session is a program in its scratch folder. It is not for use by several
// goroutines at once.
type Session struct {
	command string
	dir     string
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

// Dir is the scratch folder.
func (s *Session) Dir() string { return s.dir }

// Close removes the scratch folder.
func (s *Session) Close() error { return os.RemoveAll(s.dir) }

// Ask plays one ply: input.txt is written, output.txt removed, and the command
// run to its end, whatever its exit code is. The error is a *Failure if the
// program has lost, then with the answer's CPU and Stderr set; the context's if
// that ended first; otherwise it is about the scratch folder.
func (s *Session) Ask(ctx context.Context, input []byte, limits Limits) (Answer, error) {
	if err := s.prepare(input); err != nil {
		return Answer{}, err
	}
	end, err := run(ctx, s.dir, s.command, limits)
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
		return answer, &Failure{Crash, end.how()}
	}
	return answer, &Failure{NoOutput, err.Error() + ", " + end.how()}
}

// prepare replaces whatever the program may have put in the place of the files.
func (s *Session) prepare(input []byte) error {
	in := filepath.Join(s.dir, "input.txt")
	if err := errors.Join(os.RemoveAll(s.outputFile()), os.RemoveAll(in)); err != nil {
		return fmt.Errorf("host: files of a ply: %w", err)
	}
	f, err := os.OpenFile(in, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("host: input: %w", err)
	}
	_, err = f.Write(input)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("host: input: %w", err)
	}
	return nil
}

func (s *Session) outputFile() string { return filepath.Join(s.dir, "output.txt") }

// output reads the answer, but only from a regular file: opening anything else
// could wait for ever or lead elsewhere.
func (s *Session) output() ([]byte, error) {
	info, err := os.Lstat(s.outputFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("there is no output.txt")
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("output.txt is not a regular file")
	}
	f, err := os.Open(s.outputFile())
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, MaxOutput))
}
