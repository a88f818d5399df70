package lab

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// typist is a person at a pipe: it waits for a prompt before it types.
type typist struct {
	t    *testing.T
	keys *io.PipeWriter
	seen chan string
}

// atPipe runs a command line for a typist; the channel has its exit code.
func atPipe(t *testing.T, args ...string) (*typist, <-chan int) {
	t.Helper()
	in, keys := io.Pipe()
	shown, out := io.Pipe()
	p := &typist{t, keys, make(chan string, 1000)}
	code := make(chan int, 1)
	go func() {
		code <- runLine(context.Background(), args, app{in: in, out: out, err: io.Discard})
		out.Close()
	}()
	go func() {
		defer close(p.seen)
		b := make([]byte, 4096)
		for {
			n, err := shown.Read(b)
			if err != nil {
				return
			}
			p.seen <- string(b[:n])
		}
	}()
	t.Cleanup(func() { keys.Close(); shown.Close() })
	return p, code
}

// await reads until the output ends in text; nothing is typed meanwhile.
func (p *typist) await(text string) string {
	p.t.Helper()
	var all strings.Builder
	for late := time.After(time.Minute); !strings.HasSuffix(all.String(), text); {
		select {
		case part, ok := <-p.seen:
			if !ok {
				p.t.Fatalf("the output ended without %q:\n%s", text, all.String())
			}
			all.WriteString(part)
		case <-late:
			p.t.Fatalf("%q is not shown before somebody types:\n%s", text, all.String())
		}
	}
	return all.String()
}

func (p *typist) types(line string) {
	p.t.Helper()
	if _, err := io.WriteString(p.keys, line+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

// A prompt does not end in a newline, and has to be there before the answer.
func TestPromptsComeBeforeAnswers(t *testing.T) {
	p, code := atPipe(t, "play", "--against", "random")
	p.await("black> ")
	p.types("2,2")
	p.await("black> ")
	p.types("nonsense")
	p.await("black> ")
	p.types("quit")
	if got := <-code; got != exitDone {
		t.Errorf("exit code %d", got)
	}
}
