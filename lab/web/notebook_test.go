package web

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"evolab/experiments/bridge/bridgetest"
	"evolab/internal/longtest"
)

// The notebook of the how-tos reads runs with pandas, from a server.
func TestNotebook(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("it installs pandas: -long")
	}
	text, err := os.ReadFile("../../docs/howto/pandas.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var notebook struct {
		Cells []struct {
			Kind   string `json:"cell_type"`
			Source []string
		}
	}
	if err := json.Unmarshal(text, &notebook); err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, c := range notebook.Cells {
		if c.Kind == "code" {
			code.WriteString(strings.Join(c.Source, "") + "\n")
		}
	}
	l := newLab(t)
	bridgetest.Run(t, l.options.Runs, "real")
	folder := filepath.Join(t.TempDir(), "venv")
	run := func(env []string, name string, args ...string) string {
		t.Helper()
		c := exec.CommandContext(t.Context(), name, args...)
		c.Env = append(os.Environ(), env...)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return string(out)
	}
	run(nil, "python3", "-m", "venv", folder)
	run(nil, filepath.Join(folder, "bin", "pip"), "install", "--quiet", "pandas")
	printed := run([]string{"EVOLAB_URL=" + l.http.URL, "EVOLAB_TOKEN=" + token}, filepath.Join(folder, "bin", "python"), "-c", code.String())
	for _, want := range []string{"real", "littlego", "step"} {
		if !strings.Contains(printed, want) {
			t.Errorf("no %q in\n%s", want, printed)
		}
	}
}
