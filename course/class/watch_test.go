//go:build unix

package class

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/internal/tooltest"
)

// watching is a class that is watched, with what it tells.
type watching struct {
	*testing.T
	folder, out string
	overrides   string // a file of them, "" for none
	told        chan string
	stop        func() error
}

func (w *watching) start() {
	ctx, cancel := context.WithCancel(w.Context())
	done := make(chan error, 1)
	o := options(w.T, w.folder, w.out)
	go func() {
		done <- Watch(ctx, o, Watching{
			Rest: 400 * time.Millisecond, Lists: w.lists(), Read: w.read,
			Say: func(text string) { w.told <- "waiting: " + strings.ReplaceAll(text, w.folder, "class") },
			Graded: func(_ *Class, changed []*Mark, gone []Gone) {
				for _, g := range gone {
					w.told <- fmt.Sprintf("%s gone, now %q", g.Name, g.Now)
				}
				for _, m := range changed {
					w.told <- fmt.Sprintf("%s %s", m.Name, m.Cause.Verdict)
				}
				w.told <- "."
			},
		})
	}()
	w.stop = func() error { cancel(); return <-done }
}

func (w *watching) lists() []string {
	if w.overrides == "" {
		return nil
	}
	return []string{w.overrides}
}

func (w *watching) read(o *Options) (err error) {
	if w.overrides != "" {
		o.Overrides, err = ReadOverrides(w.overrides)
	}
	return err
}

// want waits for lines, up to the end of a grading if the last is a point.
func (w *watching) want(lines ...string) {
	w.Helper()
	for _, want := range lines {
		select {
		case got := <-w.told:
			if got != want {
				w.Fatalf("told %q, want %q", got, want)
			}
		case <-time.After(time.Minute):
			w.Fatalf("told nothing, want %q", want)
		}
	}
}

func (w *watching) write(name, text string) {
	w.Helper()
	path := filepath.Join(w.folder, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		w.Fatal(err)
	}
}

func (w *watching) rename(from, to string) {
	w.Helper()
	if err := os.Rename(from, to); err != nil {
		w.Fatal(err)
	}
}

// Who comes or changes is graded once at rest, and nobody else; what is gone, renamed or
// damaged is told once, and a folder that is not mounted empties no gradebook.
func TestWatch(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	const fails, centre = "import sys; sys.exit(3)", "open('output.txt', 'w').write('2,2')"
	w := &watching{T: t, folder: fill(t, map[string]string{"ann/my_player3.py": fails}), out: filepath.Join(t.TempDir(), "results"), told: make(chan string, 100)}
	w.start()
	w.want("ann no-output", ".")
	w.write("bob/my_player3.py", "def f(:")
	w.want("bob syntax-error", ".")
	games := read(t, w.out, JournalFile)

	w.write("bob/my_player3.py", "def g(:")
	w.want("bob syntax-error", ".")
	if read(t, w.out, JournalFile) != games {
		t.Error("ann has played again")
	}

	// A file that grows is not there before it is at rest.
	for i := range 12 {
		w.write("cyd.zip", "PK"+strings.Repeat("x", i))
		time.Sleep(100 * time.Millisecond)
	}
	if book := read(t, w.out, GradebookFile); len(w.told) > 0 || strings.Contains(book, "cyd") {
		t.Errorf("graded too early: %d told, %s", len(w.told), book)
	}
	w.want("cyd.zip refused", ".")
	w.write("ann/notes.txt", "hidden from nobody")
	w.want("ann no-output", ".") // and nothing of the damaged archive again

	// One who keeps writing delays nobody.
	ended := make(chan bool)
	go func() {
		defer close(ended)
		for i := range 30 {
			w.write("bob/my_player3.py", "def h(:"+strings.Repeat("#", i))
			time.Sleep(50 * time.Millisecond)
		}
	}()
	w.write("dan/my_player3.py", "def f(: #")
	w.want("dan syntax-error", ".")
	<-ended
	w.want("bob syntax-error", ".")

	w.rename(filepath.Join(w.folder, "dan"), filepath.Join(w.folder, "eve"))
	w.want(`dan gone, now "eve"`, "eve syntax-error", ".")
	if err := os.Remove(filepath.Join(w.folder, "cyd.zip")); err != nil {
		t.Fatal(err)
	}
	w.want(`cyd.zip gone, now ""`, ".")

	// The folder is gone, and empty while it is being mounted.
	book := read(t, w.out, GradebookFile)
	w.rename(w.folder, w.folder+".away")
	w.want("waiting: class cannot be read (no such file or directory): waiting for it")
	if err := os.Mkdir(w.folder, 0o755); err != nil {
		t.Fatal(err)
	}
	w.want("waiting: class is empty, as if it were not mounted: waiting; no row is removed")
	time.Sleep(time.Second)
	if err := os.Remove(w.folder); err != nil {
		t.Fatal(err)
	}
	w.want("waiting: class cannot be read (no such file or directory): waiting for it")
	w.rename(w.folder+".away", w.folder)
	w.write("fay/my_player3.py", "def f(: # fay")
	w.want("fay syntax-error", ".")
	if now := read(t, w.out, GradebookFile); !strings.HasPrefix(now, strings.TrimSuffix(book, "\n")) {
		t.Errorf("the gradebook was\n%s\nand is\n%s", book, now)
	}

	// It ends when it is told to, and later continues, also after a kill.
	if err := w.stop(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if r, err := Examine(t.Context(), w.out, nil); err != nil || len(r.Changes) > 0 {
		t.Errorf("stopped: %v, %v", r, err)
	}
	w.write("ann/my_player3.py", centre)
	w.start()
	w.want("ann illegal-move", ".")
	if err := w.stop(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if len(w.told) > 0 {
		t.Errorf("told %q more", <-w.told)
	}
}

// Overrides count once their file has changed. One with mistakes changes nothing.
func TestWatchedOverrides(t *testing.T) {
	t.Parallel()
	w := &watching{
		T: t, folder: fill(t, map[string]string{"ann/my_player3.py.txt": "", "bob/notes.pdf": ""}), out: filepath.Join(t.TempDir(), "results"),
		overrides: filepath.Join(t.TempDir(), "overrides.yaml"), told: make(chan string, 100),
	}
	decide := func(text string) {
		t.Helper()
		if err := os.WriteFile(w.overrides, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	decide("overrides: []\n")
	w.start()
	w.want("ann wrong-name", "bob no-program", ".")
	decide("overrides:\n- {student: ann, points: 5, reason: a typing error}\n")
	w.want("ann wrong-name", ".")
	decide("overrides:\n- {student: ann, points: 6, reason: a typing error}\n")
	w.want("ann wrong-name", ".")
	if book := read(t, w.out, GradebookFile); !strings.Contains(book, "ann,overridden,6,25,") {
		t.Errorf("%s", book)
	}

	const before = ": what was there before counts until that changes"
	for text, why := range map[string]string{
		"overrides:\n- {student: cyd, points: 6, reason: r}\n": "no such submission",
		"overrides:\n- {student: ann, pionts: 6, reason: r}\n": "pionts",
	} {
		decide(text)
		select {
		case got := <-w.told:
			if !strings.Contains(got, why) || !strings.HasSuffix(got, before) {
				t.Errorf("told %q, want %q", got, why)
			}
		case <-time.After(time.Minute):
			t.Fatal("told nothing of a mistake")
		}
		w.write("bob/more.txt", text)
		w.want("bob no-program", ".")
		if book := read(t, w.out, GradebookFile); !strings.Contains(book, "ann,overridden,6,25,") {
			t.Errorf("%s", book)
		}
	}

	// Without the file, too; then it takes everything back.
	if err := os.Remove(w.overrides); err != nil {
		t.Fatal(err)
	}
	if got := <-w.told; !strings.HasSuffix(got, before) {
		t.Errorf("told %q", got)
	}
	decide("overrides: []\n")
	w.want("ann wrong-name", ".")
	if err := w.stop(); !errors.Is(err, context.Canceled) || len(w.told) > 0 {
		t.Errorf("%v, and %d told more", err, len(w.told))
	}
	if book := read(t, w.out, GradebookFile); !strings.Contains(book, "ann,ungraded,0,25,") {
		t.Errorf("%s", book)
	}
}

// What is not a class yet is waited for, and an archive is no folder to watch.
func TestWatchWithoutAClass(t *testing.T) {
	t.Parallel()
	w := &watching{T: t, folder: t.TempDir(), out: filepath.Join(t.TempDir(), "results"), told: make(chan string, 100)}
	w.start()
	w.want("waiting: class is empty: waiting for submissions")
	w.write("roster.csv", "id,name\n")
	w.want(`waiting: folder "class": no submissions: waiting until that changes`)
	w.write("bob.txt", "hello")
	w.want("bob.txt no-program", ".")
	if err := w.stop(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	archive := filepath.Join(t.TempDir(), "class.zip")
	if err := os.WriteFile(archive, []byte("PK"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Watch(t.Context(), options(t, archive, w.out), Watching{}); !errors.Is(err, ErrNoFolder) {
		t.Error(err)
	}
}
