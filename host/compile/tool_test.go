package compile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
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
