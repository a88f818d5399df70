package compile

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"evolab/host"
	"evolab/internal/longtest"
	"evolab/internal/tooltest"
)

// Programs of the courses' languages have all that they need of the system: threads,
// processes, clocks, files, memory. Compilers take seconds, and are left to
// -long.
func TestNothingNeededIsMissing(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("programs are not confined on this system")
	}
	for source, tools := range map[string][]string{"needs.py": {"python3"}, "needs.cpp": {"g++"}, "needs.java": {"javac", "java"}} {
		t.Run(filepath.Ext(source)[1:], func(t *testing.T) {
			if !strings.HasSuffix(source, ".py") && !longtest.Enabled() {
				t.Skip("run with -long")
			}
			tooltest.Need(t, tools...)
			text, err := os.ReadFile(filepath.Join("testdata/needs", source))
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, source), text, 0o644); err != nil {
				t.Fatal(err)
			}
			p, err := Find(filepath.Join(dir, source), Names{})
			if err != nil {
				t.Fatal(err)
			}
			made, err := p.Make(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer made.Close()
			s, err := host.Open(host.Program{Dir: made.Dir, Command: made.Command})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			answer, err := s.Ask(t.Context(), nil, host.LimitCPU(20*time.Second))
			if err != nil || !strings.HasPrefix(string(answer.Output), "fine") {
				t.Errorf("%q, %v\n%s", answer.Output, err, answer.Stderr)
			}
			t.Logf("%s, %v", answer.Output, answer.CPU)
		})
	}
}
