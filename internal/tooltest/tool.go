// Package tooltest is for tests that compile or run programs: whoever has Go alone can run
// the others, and no check is left out unseen where all of them have to run.
package tooltest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/internal/longtest"
)

// Need skips a test on a machine without one of the tools that it starts. With -long,
// which is for machines that have them all, the test fails.
func Need(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		if longtest.Enabled() {
			t.Fatalf("no %s on this machine: install it", name)
		}
		t.Skipf("no %s on this machine", name)
	}
}

// StraightenPython makes this process's PATH lead to Python itself instead of a script that
// looks for it, as pyenv's does: every process of the lab would run that script again.
func StraightenPython() {
	path, err := exec.LookPath("python3")
	if err != nil {
		return
	}
	out, err := exec.Command(path, "-c", "import sys; print(sys.executable)").Output()
	script, python := filepath.Dir(path), filepath.Dir(strings.TrimSpace(string(out)))
	if err != nil || python == script {
		return
	}
	list := slices.DeleteFunc(filepath.SplitList(os.Getenv("PATH")), func(dir string) bool { return dir == script })
	os.Setenv("PATH", strings.Join(append([]string{python}, list...), string(filepath.ListSeparator)))
}

// JavacServices are classes in a source's folder that javac would run.
func JavacServices() map[string]string {
	return map[string]string{
		"javax.annotation.processing.Processor": `import java.util.*; import javax.annotation.processing.*; import javax.lang.model.element.*;
			@SupportedAnnotationTypes("*") public class Service extends AbstractProcessor {
				static { if (true) throw new Error("error: the processor runs"); }
				public boolean process(Set<? extends TypeElement> a, RoundEnvironment r) { return false; } }`,
		"com.sun.source.util.Plugin": `import com.sun.source.util.*;
			public class Service implements Plugin {
				public String getName() { return "service"; }
				public boolean autoStart() { return true; }
				public void init(JavacTask task, String... args) { throw new Error("error: the plugin runs"); } }`,
	}
}

// AddJavacService compiles one of them into a folder.
func AddJavacService(t testing.TB, dir, service string) {
	t.Helper()
	source, services := filepath.Join(t.TempDir(), "Service.java"), filepath.Join(dir, "META-INF", "services")
	if err := errors.Join(os.WriteFile(source, []byte(JavacServices()[service]), 0o644), os.MkdirAll(services, 0o755),
		os.WriteFile(filepath.Join(services, service), []byte("Service\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("javac", "-proc:none", "-d", dir, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
}
