package host

import (
	"bytes"
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"evolab/internal/untrusted"
)

// Dialogue is a program that keeps running. It reads questions from its standard input
// and writes answers to its standard output, or uses a port; see Program. A Dialogue is
// not for use by several goroutines at once.
//
// What it uses between two answers counts towards the later one, and its start
// towards the first, so it gains nothing by thinking while others move.
type Dialogue struct {
	session *Session
	failed  bool
}

// question is a question to a program that keeps running.
type question struct {
	Command  string        `json:"command"`  // to start, if it does not run yet
	Messages []string      `json:"messages"` // each is written by itself
	Pause    time.Duration `json:"pause"`    // between two messages
	End      string        `json:"end"`      // what ends an answer, and is not part of it
	Limits
}

// OpenDialogue copies the program's folder to a scratch folder. The command starts with
// the first question. A *Failure by Void means that the machine could not do it.
func OpenDialogue(p Program) (*Dialogue, error) {
	s, err := Open(p)
	if err != nil {
		return nil, err
	}
	return &Dialogue{session: s}, nil
}

// Ask asks the program by messages, each of which it can read by itself, and returns its
// answer up to the text end: at most MaxOutput bytes. Its errors are those of Session.Ask,
// and a *Failure by Malformed if the program writes unasked or does not end its answer.
// After an error the program has ended, and the answer holds what had come of it.
func (d *Dialogue) Ask(ctx context.Context, end string, limits Limits, messages ...string) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	p := &d.session.program
	e, err := d.session.runner.ask(ctx, question{p.Command, messages, p.Pause, end, limits})
	answer, err := e.answer(ctx, limits, err)
	d.failed = err != nil
	return answer, err
}

// Alive reports whether the program can be asked again, as far as is known.
func (d *Dialogue) Alive() bool { return !d.failed }

// Close ends the program and removes the scratch folder.
func (d *Dialogue) Close() error { return d.session.Close() }

// cutAnswer splits an answer from what a program wrote after it, and skips blank
// lines before it.
func cutAnswer(text []byte, end string) (answer, rest []byte, ok bool) {
	text = bytes.ReplaceAll(bytes.TrimLeft(text, "\r\n"), []byte("\r\n"), []byte("\n"))
	answer, rest, ok = bytes.Cut(text, []byte(end))
	return answer, rest, ok && len(answer) <= MaxOutput
}

// unaskedOutput is the failure of a program that wrote something before it was asked.
func unaskedOutput(text []byte) *Failure {
	return &Failure{Malformed, "it wrote before it was asked: " + quotedStart(text)}
}

// endlessAnswer is the failure of an answer that does not end.
func endlessAnswer(text []byte) *Failure {
	return &Failure{Malformed, "its answer does not end: " + quotedStart(text)}
}

// quotedStart returns the beginning of what a program wrote, on one line.
func quotedStart(text []byte) string {
	const most = 80
	return untrusted.Line(string(text[:min(len(text), most)]), most)
}

// dialoguePool holds programs between two games, the longest waiting first. The
// candidates of a training run would leave hundreds of them, so the oldest are closed.
type dialoguePool struct {
	mu   sync.Mutex
	list []*Dialogue
}

var idleDialogues dialoguePool

// KeepIdle keeps a program running for its next game. It may be closed meanwhile.
func KeepIdle(t *Dialogue) {
	var out *Dialogue
	idleDialogues.mu.Lock()
	idleDialogues.list = append(idleDialogues.list, t)
	if len(idleDialogues.list) > 8*runtime.GOMAXPROCS(0) {
		out, idleDialogues.list = idleDialogues.list[0], slices.Delete(idleDialogues.list, 0, 1)
	}
	idleDialogues.mu.Unlock()
	if out != nil {
		_ = out.Close() // an error can only leave its scratch folder behind
	}
}

// TakeIdle takes back a program that KeepIdle was given; false if it has been closed.
func TakeIdle(t *Dialogue) bool {
	idleDialogues.mu.Lock()
	defer idleDialogues.mu.Unlock()
	i := slices.Index(idleDialogues.list, t)
	if i >= 0 {
		idleDialogues.list = slices.Delete(idleDialogues.list, i, i+1)
	}
	return i >= 0
}
