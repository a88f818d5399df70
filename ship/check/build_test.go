package check

import (
	"os"
	"path/filepath"
	"testing"

	"evolab/internal/longtest"
	"evolab/internal/tooltest"
)

// A program of the folder that a source is written to, or of the current one, would run
// while it is compiled.
func TestNothingRunsInTheCompiler(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("two compilations of Java for each; run with -long")
	}
	tooltest.Need(t, "javac", "java")
	for service := range tooltest.JavacServices() {
		t.Run(service, func(t *testing.T) {
			dir := t.TempDir()
			source := filepath.Join(dir, "my_player.java")
			if err := os.WriteFile(source, []byte("class my_player { public static void main(String[] a) {} }"), 0o644); err != nil {
				t.Fatal(err)
			}
			tooltest.AddJavacService(t, dir, service)
			t.Chdir(dir)
			compiler, err := tool("java")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := compileJava(t.Context(), compiler, source, t.TempDir()); err != nil {
				t.Error(err)
			}
		})
	}
}
