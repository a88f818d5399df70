package compile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"evolab/internal/longtest"
	"evolab/internal/tooltest"
)

// What a tool makes is taken; links that lead out of its folder are not: the lab
// would follow them, and may read and write more than the tool.
func TestToolsCannotReachOut(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("tools are not confined on this system")
	}
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	link := "ln -s " + Quote(outside) + ` "$TMPDIR"/`
	for _, c := range []struct {
		about    string
		commands []string
		code     int
		want     string // of the file "made"
	}{
		{"files and folders", []string{`mkdir "$TMPDIR"/build-made/d && echo old >"$TMPDIR"/build-made/made`, `echo new >"$TMPDIR"/build-made/made; mkdir "$TMPDIR"/build-made/d`}, 0, "new\n"},
		{"a link in the folder's place", []string{`rmdir "$TMPDIR"/build-made; ` + link + "build-made"}, 1, ""},
		{"a link, and later a folder of its name", []string{link + "build-made/x", `mkdir "$TMPDIR"/build-made/x; echo hello >"$TMPDIR"/build-made/x/planted`}, 0, ""},
		{"a link, and later a removal", []string{link + "build-made/x", `mkdir "$TMPDIR"/build-made/x; echo hello >"$TMPDIR"/build-made/x/secret`}, 0, ""},
		{"a pipe", []string{`mkfifo "$TMPDIR"/build-made/made`}, 1, ""},
		{"files with holes, larger than any disk", []string{`(cd "$TMPDIR"/build-made && for i in 1 2 3 4 5 6 7 8; do truncate -s 60M x$i; done)`}, 1, ""},
		{"files without number", []string{`(cd "$TMPDIR"/build-made && seq 11000 | xargs touch)`}, 1, ""},
		{"folders without end", []string{`mkdir -p "$TMPDIR"/build-made/$(printf 'd/%.0s' $(seq 100))`}, 1, ""},
	} {
		t.Run(c.about, func(t *testing.T) {
			dir := t.TempDir()
			code := 0
			for _, command := range c.commands {
				var said string
				var err error
				if code, said, err = Run(t.Context(), dir, command); err != nil {
					t.Fatal(err)
				}
				t.Logf("%d %s", code, said)
			}
			if code != c.code {
				t.Errorf("code %d, want %d", code, c.code)
			}
			if text, _ := os.ReadFile(filepath.Join(dir, "made")); string(text) != c.want {
				t.Errorf("made %q, want %q", text, c.want)
			}
			if text, err := os.ReadFile(filepath.Join(outside, "secret")); err != nil || string(text) != "secret" {
				t.Errorf("the secret is now %q, %v", text, err)
			}
			for _, name := range []string{"secret", "x/secret", "x"} {
				if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil && string(text) == "secret" {
					t.Errorf("the secret came in as %s", name)
				}
			}
			if _, err := os.Lstat(filepath.Join(outside, "planted")); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("a file was planted outside: %v", err)
			}
		})
	}
}

// The lab stops copying what a tool made when it is told to stop.
func TestStopsCopyingWhatWasMade(t *testing.T) {
	temp := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(temp, outputDir), 0o700), os.WriteFile(filepath.Join(temp, outputDir, "x"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := copyOutput(ctx, t.TempDir(), temp); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A submission whose compilation makes too much has failed to compile: it is not the
// machine that could not.
func TestOverflowIsTheSubmissionsFault(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("tools are not confined on this system")
	}
	err := compile(t.Context(), t.TempDir(), "javac", `(cd "$TMPDIR"/build-made && truncate -s 60M a && truncate -s 60M b && truncate -s 60M c)`)
	var failed *Failed
	if !errors.As(err, &failed) || !strings.Contains(err.Error(), "javac fails: error: what the tool made: it holds more than 128 MB") {
		t.Error(err)
	}
}

// A submission's annotation processors and plugins would run while it is compiled.
func TestNothingRunsInTheCompiler(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("two compilations of Java for each; run with -long")
	}
	tooltest.Need(t, "javac", "java")
	for service := range tooltest.JavacServices() {
		t.Run(service, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "my_player.java"), []byte("class my_player { public static void main(String[] a) {} }"), 0o644); err != nil {
				t.Fatal(err)
			}
			tooltest.AddJavacService(t, dir, service)
			p, err := Find(dir, Names{Sources: []string{"my_player.java"}})
			if err != nil {
				t.Fatal(err)
			}
			made, err := p.Make(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if err := made.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
